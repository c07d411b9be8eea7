import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Alter = (method: string, result: never, params: readonly unknown[]) => unknown;

export type AlteredNode = {
  url: string;
  /** Passes each later result through this function before answering; undefined restores the real results. */
  alter(change: Alter | undefined): void;
  close(): Promise<void>;
};

/** A Solana node over real HTTP that forwards requests to another node and alters the results. */
export async function startAlteredNode(target: string): Promise<AlteredNode> {
  let change: Alter | undefined;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const reply = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const asked = JSON.parse(body);
    const answered = (await reply.json()) as object;
    for (const [at, { method, params = [] }] of [asked].flat().entries()) {
      const answer = [answered].flat()[at] as { result?: unknown };
      if (change && 'result' in answer) answer.result = change(method, answer.result as never, params);
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    alter(next) {
      change = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
