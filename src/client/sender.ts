import bs58 from 'bs58';
import { type Endpoint, pathOf } from '../contract/endpoint.js';
import { isOwnProblem } from '../contract/failure.js';
import { fieldComplaint } from '../contract/read/failure.js';
import { cursorQuery } from '../contract/read/index.js';
import type { Dialect } from './dialect.js';
import type { Jar } from './jar.js';
import type { Misfits } from './misfits.js';
import { pathsOf } from './paths.js';
import { bodyOf, hasAliases, nextShape, ourShape, type Shape } from './shapes.js';
import type { Incoming, Wire } from './wire.js';

export type Call = {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
  voucher?: string;
  signal?: AbortSignal;
  known?: unknown;
};

type Values = Readonly<Record<string, unknown>>;

const isSuccess = ({ status }: Incoming): boolean => status >= 200 && status < 300;
const lacks = ({ status }: Incoming): boolean => status === 404 || status === 405 || status === 501;
const isFormFault = ({ status }: Incoming): boolean => status === 400 || status === 415 || status === 422;
const mostShapes = 8;
/** Matches complaints about the form of a body rather than its values. */
const asksForField = /required|missing|blank|null|unknown|unexpected|validation/i;

const encodings = ['base58', 'base64', 'hex'] as const;

/** Signatures are base58; some services expect the same bytes in another encoding. */
function encoded(signature: unknown, encoding: (typeof encodings)[number]): unknown {
  if (typeof signature !== 'string' || encoding === 'base58') return signature;
  try {
    return Buffer.from(bs58.decode(signature)).toString(encoding);
  } catch {
    return signature;
  }
}

/** Sends one request under the path, field names and signature encoding that the service takes. */
export function createSender({ wire, dialect, misfits }: { wire: Wire; dialect: Dialect; misfits: Misfits }) {
  /** Uses the path that worked before, else tries each candidate. */
  const sendByPath = async (endpoint: Endpoint, input: Call, body: unknown, jar: Jar): Promise<Incoming> => {
    const paths = pathsOf(endpoint);
    const known = dialect.path(endpoint.id);
    const order = known === undefined ? paths.keys() : [known];
    let first: Incoming | undefined;
    for (const at of order) {
      const path = pathOf(
        { ...endpoint, path: paths[at] ?? endpoint.path },
        input.params,
        queryOf(input.query),
      );
      const { idempotencyKey, voucher, signal } = input;
      const incoming = await wire.send(
        {
          method: endpoint.method,
          path,
          body,
          ...(idempotencyKey && { idempotencyKey }),
          ...(voucher && { voucher }),
          ...(signal && { signal }),
        },
        jar,
      );
      const isPage = isSuccess(incoming) && incoming.isHtml; // a web application's page for unknown paths
      if (!isPage && !lacks(incoming)) {
        if (isSuccess(incoming) && paths.length > 1) dialect.setPath(endpoint.id, at);
        return incoming;
      }
      first ??= isPage ? { ...incoming, status: 404 } : incoming;
      if (isOwnProblem(incoming.body)) break; // our service knows the path; only the resource is missing
    }
    return (
      first ?? { status: 404, retryAfter: undefined, isHtml: false, body: undefined, location: null, jar }
    );
  };

  /** Values a body may contain in addition to its own fields. */
  const valuesOf = (endpoint: Endpoint, body: unknown): Values => {
    const values = (body ?? {}) as Values;
    if (endpoint.id !== 'signInWithWallet') return values;
    const text = dialect.textOf(String(values.nonce));
    return {
      ...values,
      signature: encoded(values.signature, dialect.signatures.encoding),
      ...(text !== undefined && { '@text': text }),
    };
  };

  /** Retries a body that was rejected for its form under other field names, until one is accepted or none is left. */
  const sendByShape = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Incoming> => {
    if (input.body === undefined && !hasAliases(endpoint.id))
      return sendByPath(endpoint, input, undefined, jar);
    const values = valuesOf(endpoint, input.body);
    const known = dialect.shape(endpoint.id);
    const body = known && known !== 'ours' ? bodyOf(known, values) : bodyOf(ourShape(values), values);
    let incoming = await sendByPath(endpoint, input, input.body === undefined ? undefined : body, jar);
    if (isSuccess(incoming)) {
      if (known === undefined && hasAliases(endpoint.id)) dialect.setShape(endpoint.id, 'ours');
      return incoming;
    }
    if (known !== undefined || !hasAliases(endpoint.id)) return incoming;
    const refused = incoming;
    const tried: Shape[] = [ourShape(values)];
    while (isFormFault(incoming) && !isOwnProblem(incoming.body) && tried.length < mostShapes) {
      const shape = nextShape(endpoint.id, values, tried, fieldComplaint(incoming.body));
      if (!shape) break;
      tried.push(shape);
      incoming = await sendByPath(endpoint, input, bodyOf(shape, values), jar);
      if (isSuccess(incoming)) dialect.setShape(endpoint.id, shape);
    }
    if (!isFormFault(incoming)) return incoming;
    const complaint = fieldComplaint(refused.body);
    if (asksForField.test(complaint))
      misfits.add(
        `${endpoint.id}/request`,
        `no known form of the body was accepted: ${complaint.slice(0, 200)}`,
      );
    return refused;
  };

  /** Retries a rejected signature in other encodings. */
  return async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Incoming> => {
    const incoming = await sendByShape(endpoint, input, jar);
    const signature = (input.body as Values | undefined)?.signature;
    const mayReadOtherwise =
      endpoint.id === 'signInWithWallet' &&
      typeof signature === 'string' &&
      dialect.signatures.encoding === 'base58' &&
      [400, 401, 403, 422].includes(incoming.status) &&
      !isOwnProblem(incoming.body);
    if (!mayReadOtherwise) return incoming;
    for (const encoding of encodings.slice(1)) {
      dialect.signatures.encoding = encoding;
      const again = await sendByShape(endpoint, input, jar);
      if (isSuccess(again)) return again;
    }
    dialect.signatures.encoding = 'base58';
    return incoming;
  };
}

/** Replaces the cursor by the parameters of the service's own link to the next page. */
function queryOf(query: object = {}): object {
  const { cursor, ...rest } = query as { cursor?: unknown };
  return typeof cursor === 'string' ? { ...rest, ...cursorQuery(cursor) } : query;
}
