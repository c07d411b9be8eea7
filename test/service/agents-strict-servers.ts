import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect } from 'vitest';
import { type Log, silentLog } from '../../src/base/log.js';
import { type ModelWorld, openModelWorld } from './agents-model-world.js';

/** Servers written from the reference documents of OpenAI's Responses and of Anthropic's Messages. */

// biome-ignore lint/suspicious/noExplicitAny: whatever a client may send
type Body = any;
export type Reply = (body: Body, response: ServerResponse) => void;

export type StrictServer = {
  url: string;
  requests: Body[];
  /** What the real server refuses in the requests. */
  faults: string[];
  reply: Reply;
  readonly abandoned: number;
  close(): Promise<void>;
};

/** A named event of a stream. */
export const event = (type: string, fields: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;

export const streamed =
  (...events: string[]): Reply =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const one of events) response.write(one);
    response.end();
  };

export const refused =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

export const inOrder = (...replies: Reply[]): Reply => {
  let at = 0;
  return (body, response) => {
    const reply = replies[Math.min(at, replies.length - 1)];
    at += 1;
    reply?.(body, response);
  };
};

async function serve(
  path: string,
  faultsOf: (body: Body, headers: IncomingHttpHeaders) => string[],
): Promise<StrictServer> {
  let abandoned = 0;
  const http = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1;
    });
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== path)
        self.faults.push(`${request.method} ${request.url}`);
      const body: Body = JSON.parse(text);
      self.requests.push(body);
      self.faults.push(...faultsOf(body, request.headers));
      self.reply(body, response);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const self: StrictServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`,
    requests: [],
    faults: [],
    reply: (_, response) => response.destroy(),
    get abandoned() {
      return abandoned;
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return self;
}

const unknownIn = (value: object, known: readonly string[]): string[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => `unknown field ${key}`);

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

function faultsOfMessages(body: Body, headers: IncomingHttpHeaders): string[] {
  const faults = unknownIn(body, ['model', 'max_tokens', 'messages', 'system', 'stream', 'tools']);
  if (!/^20\d\d-\d\d-\d\d$/.test(String(headers['anthropic-version']))) faults.push('anthropic-version');
  const isKnown = headers.authorization === 'Bearer sk-ant-1' || headers['x-api-key'] === 'sk-ant-1';
  if (!isKnown) faults.push('no key');
  if (!Number.isInteger(body.max_tokens) || body.max_tokens < 1) faults.push(`max_tokens ${body.max_tokens}`);
  if (body.system === '') faults.push('system is empty');
  if (body.tools?.length === 0) faults.push('tools is empty');
  for (const tool of body.tools ?? []) {
    faults.push(...unknownIn(tool, ['name', 'description', 'input_schema']));
    if (!toolName.test(tool.name)) faults.push(`tool ${tool.name}`);
    if (tool.input_schema?.type !== 'object') faults.push(`schema of ${tool.name}`);
  }
  let last = '';
  let open: string[] = [];
  for (const { role, content } of body.messages) {
    if (role !== 'user' && role !== 'assistant') faults.push(`role ${role}`);
    if (last === '' && role !== 'user') faults.push('the first message is not of the user');
    if (role === last) faults.push(`${role} twice in a row`);
    if (!Array.isArray(content) || content.length === 0) faults.push(`empty content of ${role}`);
    const results = content.filter((block: Body) => block.type === 'tool_result');
    if (results.some((_: Body, at: number) => content[at].type !== 'tool_result'))
      faults.push('results not first');
    const ids = results.map((block: Body) => block.tool_use_id);
    if ([...open].sort().join() !== [...ids].sort().join()) faults.push(`results ${ids} for ${open}`);
    for (const block of content) faults.push(...faultsOfBlock(block));
    open = content.filter((block: Body) => block.type === 'tool_use').map((block: Body) => block.id);
    last = role;
  }
  if (last !== 'user') faults.push('the last message is not of the user');
  return faults;
}

function faultsOfBlock(block: Body): string[] {
  if (block.type === 'text') return block.text.trim() === '' ? ['an empty text block'] : [];
  if (block.type === 'tool_use') return typeof block.input === 'object' ? [] : ['input is not an object'];
  if (block.type === 'tool_result')
    return typeof block.content === 'string' ? [] : ['a result without content'];
  const { type, media_type, data } = block.source ?? {};
  const isPicture = type === 'base64' && /^image\/(png|jpeg|gif|webp)$/.test(media_type) && data.length > 0;
  return block.type === 'image' && isPicture ? [] : [`block ${block.type}`];
}

function faultsOfResponses(body: Body, headers: IncomingHttpHeaders): string[] {
  const known = ['model', 'input', 'instructions', 'max_output_tokens', 'store', 'stream', 'tools'];
  const faults = unknownIn(body, known);
  if (!/^Bearer .+/.test(headers.authorization ?? '')) faults.push('authorization is missing');
  if (!Number.isInteger(body.max_output_tokens) || body.max_output_tokens < 16)
    faults.push(`max_output_tokens ${body.max_output_tokens}`);
  if (body.store !== false) faults.push('the conversation is stored');
  if (body.tools?.length === 0) faults.push('tools is empty');
  for (const tool of body.tools ?? []) {
    faults.push(...unknownIn(tool, ['type', 'name', 'description', 'parameters', 'strict']));
    if (tool.type !== 'function' || !toolName.test(tool.name) || typeof tool.strict !== 'boolean')
      faults.push(`tool ${tool.name}`);
  }
  let open: string[] = [];
  for (const item of body.input) {
    if (item.type === 'function_call') {
      if (typeof item.arguments !== 'string') faults.push('arguments are not text');
      open.push(item.call_id);
    } else if (item.type === 'function_call_output') {
      if (!open.includes(item.call_id)) faults.push(`output without a call ${item.call_id}`);
      open = open.filter((id) => id !== item.call_id);
    } else if (open.length > 0) faults.push(`calls without output ${open}`);
    else faults.push(...faultsOfItem(item));
  }
  if (open.length > 0) faults.push(`calls without output ${open}`);
  return faults;
}

function faultsOfItem({ role, content }: Body): string[] {
  if (role === 'assistant') return typeof content === 'string' && content.trim() ? [] : ['assistant content'];
  if (role !== 'user' || !Array.isArray(content)) return [`item of ${role}`];
  return content.flatMap((part: Body) => {
    if (part.type === 'input_text') return typeof part.text === 'string' ? [] : ['text'];
    const isPicture = part.type === 'input_image' && /^data:image\//.test(part.image_url);
    return isPicture && ['auto', 'low', 'high'].includes(part.detail) ? [] : [`part ${part.type}`];
  });
}

export const openMessagesServer = () => serve('/v1/messages', faultsOfMessages);
export const openResponsesServer = () => serve('/v1/responses', faultsOfResponses);

/** For each test of a file: such a server, the brain that asks it, and what the operator was warned of. */
export function useStrictServer(open: () => Promise<StrictServer>, key: string) {
  const self = {} as { world: ModelWorld; server: StrictServer; warnings: object[] };
  beforeEach(async () => {
    [self.world, self.server] = await Promise.all([openModelWorld(), open()]);
    self.warnings = [];
  });
  afterEach(async () => {
    const { world, server } = self;
    await Promise.all([world.server.close(), server.close()]);
    expect(server.faults).toEqual([]);
    expect(world.server.requests).toEqual([]);
  });
  const log = { ...silentLog, warn: (line: object) => void self.warnings.push(line) } as Log;
  return Object.assign(self, {
    think: ({ options = {}, ...rest }: Parameters<ModelWorld['think']>[0] = {}) =>
      self.world.think({ options: { url: self.server.url, key, log, ...options }, ...rest }),
  });
}
