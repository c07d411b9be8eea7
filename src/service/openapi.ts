import { z } from 'zod';
import { type ErrorCode, errorTable } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import { clientFrame, serverFrame } from '../contract/events.js';
import { commonErrors, problem } from '../contract/failure.js';
import { voucherHeader } from '../contract/voucher.js';

type Json = Record<string, unknown>;

/** Builds the OpenAPI 3.1 document from the same endpoint values that are mounted. */
export function buildOpenApi(endpoints: readonly Endpoint[], { baseUrl }: { baseUrl: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rigsmith service',
      version: '1',
      description:
        'Wallet sign-in, credit purchases on Solana, 3D rig generation and agent conversations. Events arrive over the WebSocket at /api/ws: ClientFrame and ServerFrame below.',
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      schemas: {
        Problem: schemaOf(problem, 'output'),
        ClientFrame: schemaOf(clientFrame, 'input'),
        ServerFrame: schemaOf(serverFrame, 'output'),
      },
      securitySchemes: {
        access: { type: 'apiKey', in: 'cookie', name: 'access_token' },
        refresh: { type: 'apiKey', in: 'cookie', name: 'refresh_token' },
      },
    },
  };
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return rest;
};

const security = { none: [], user: [{ access: [] }], refresh: [{ refresh: [] }] } as const;

function describeOperation(endpoint: Endpoint): Json {
  const { id, summary, path, auth, body } = endpoint;
  return {
    operationId: id,
    summary,
    tags: [path.split('/')[2] === 'agents' ? 'agent' : path.split('/')[2]],
    security: security[auth],
    parameters: describeParameters(endpoint),
    ...(body && {
      requestBody: {
        required: !body.safeParse({}).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: { ...describeReplies(endpoint), ...describeErrors(endpoint) },
  };
}

function describeParameters({ path, query, idempotent, vouched }: Endpoint): Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const described = query ? schemaOf(query, 'input') : {};
  const required = (described.required ?? []) as string[];
  const inQuery = Object.entries((described.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 200 },
    description: 'The same key gives the same answer for 24 h.',
  };
  const voucher = {
    name: voucherHeader,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    description: 'For whom and where the bot asks, signed with the secret it shares with the service.',
  };
  return [...inPath, ...inQuery, ...(idempotent ? [key] : []), ...(vouched ? [voucher] : [])];
}

const describeReplies = ({ replies }: Endpoint): Json =>
  Object.fromEntries(
    Object.entries(replies).map(([status, schema]) => [
      status,
      {
        description: replyDescriptions[Number(status)] ?? 'Success',
        ...(schema && { content: { 'application/json': { schema: schemaOf(schema, 'output') } } }),
      },
    ]),
  );

const replyDescriptions: Readonly<Record<number, string>> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; ask again or listen for the event',
  204: 'Done, nothing to say',
};

/** Errors by status, each with its possible codes. */
function describeErrors({ errors }: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of [...commonErrors, ...errors]) {
    const [status] = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), content }]),
  );
}
