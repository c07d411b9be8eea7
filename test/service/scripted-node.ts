import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answers = {
  /** Any status but 200 is a refusal without a body. */
  status?: number;
  headers?: Record<string, string>;
  /** Results by JSON-RPC method. */
  results?: Record<string, unknown>;
};

export type ScriptedNode = {
  url: string;
  answer(answers: Answers): void;
  /** Requests so far. */
  asked(): number;
  close(): Promise<void>;
};

/** A Solana node over real HTTP with scripted results; a method without one gives an error. */
export async function startNode(answers: Answers = {}): Promise<ScriptedNode> {
  let asked = 0;
  let current = answers;
  const server = createServer(async (request, response) => {
    asked += 1;
    let body = '';
    for await (const chunk of request) body += chunk;
    const { status = 200, headers = {}, results = {} } = current;
    if (status !== 200) return void response.writeHead(status, headers).end();
    const { id, method } = JSON.parse(body) as { id: string; method: string };
    const said = Object.hasOwn(results, method)
      ? { result: results[method] }
      : { error: { code: -32601, message: 'Method not found' } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next) {
      current = next;
    },
    asked: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
