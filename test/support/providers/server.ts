import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = { status: number; json?: unknown; bytes?: Uint8Array; headers?: Record<string, string> };
export type Seen = { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer };

type Answer = Reply | 'hang-up';

/** A provider's HTTP server on loopback: records every request, and can be given its next answers. */
export type FakeServer = {
  url: string;
  seen: Seen[];
  /** These answers come first, for any request; `hang-up` closes the connection without one. */
  upsets: Answer[];
  /** Each handler may answer instead of the server, and take its time; undefined for requests it does not handle. */
  twists: ((seen: Seen) => Answer | Promise<Answer> | undefined)[];
  close(): Promise<void>;
};

export async function openFakeServer(answer: (seen: Seen) => Reply): Promise<FakeServer> {
  const seen: Seen[] = [];
  const upsets: FakeServer['upsets'] = [];
  const twists: FakeServer['twists'] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts),
    };
    seen.push(one);
    const twisted = twists.map((twist) => twist(one)).find((given) => given !== undefined);
    const given = (await twisted) ?? upsets.shift() ?? answer(one);
    if (given === 'hang-up') return void request.socket.destroy();
    send(response, given);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    seen,
    upsets,
    twists,
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
