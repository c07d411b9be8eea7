import type { Method } from './context.js';
import { RpcFault } from './fault.js';

type Id = string | number | null;

const failure = (id: Id, { code, message, data }: RpcFault) => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data === undefined ? {} : { data }) },
  id,
});

function answerOne(methods: Record<string, Method>, request: unknown): unknown {
  const { id: given, method, params = [] } = (request ?? {}) as Record<string, unknown>;
  const id = typeof given === 'string' || typeof given === 'number' ? given : null;
  if (typeof method !== 'string') return failure(id, new RpcFault(-32600, 'Invalid request'));
  const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
  if (!handle) return failure(id, new RpcFault(-32601, 'Method not found'));
  if (!Array.isArray(params)) return failure(id, new RpcFault(-32602, 'Invalid params: expected a list.'));
  try {
    return { jsonrpc: '2.0', result: handle(params), id };
  } catch (error) {
    return failure(id, error instanceof RpcFault ? error : new RpcFault(-32603, `Internal error: ${error}`));
  }
}

const MOST_IN_A_BATCH = 100;

/** Answers one JSON-RPC 2.0 text, single or batch. Never throws: invalid requests get an error object. */
export function answerText(methods: Record<string, Method>, text: string): unknown {
  let request: unknown;
  try {
    request = JSON.parse(text);
  } catch {
    return failure(null, new RpcFault(-32700, 'Parse error'));
  }
  if (!Array.isArray(request)) return answerOne(methods, request);
  if (request.length === 0 || request.length > MOST_IN_A_BATCH)
    return failure(null, new RpcFault(-32600, 'Invalid request'));
  return request.map((each) => answerOne(methods, each));
}
