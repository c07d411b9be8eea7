import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = { status: number; json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> };
export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer };

/** A provider's HTTP on loopback: remembers every request, and may be told what to answer next instead. */
export type FakeServer = {
  url: string;
  seen: Seen[];
  /** These answers come first, whatever is asked; `hang-up` closes the connection without one. */
  upsets: (Reply | 'hang-up')[];
  close(): Promise<void>;
};

export async function openFakeServer(answer: (seen: Seen) => Reply): Promise<FakeServer> {
  const seen: Seen[] = [];
  const upsets: FakeServer['upsets'] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one = {
      ...{ method: request.method ?? '', path: request.url ?? '', headers: request.headers },
      body: Buffer.concat(parts),
    };
    seen.push(one);
    const upset = upsets.shift();
    if (upset === 'hang-up') return void request.socket.destroy();
    send(response, upset ?? answer(one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...{ seen, upsets },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(response: ServerResponse, { status, json, bytes, headers }: Reply): void {
  const type = bytes ? 'model/gltf-binary' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(bytes ?? (json === undefined ? '' : JSON.stringify(json)));
}

/** The fields of a multipart form, files by their names. */
export async function formOf({ headers, body }: Seen): Promise<FormData> {
  const type = headers['content-type'] ?? '';
  return new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
}
