import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request and its reply, which a test may change, or refuse to answer by throwing. */
export type Passing = { method: string; path: string; status: number; headers: Headers; body: unknown };

/** Another Discord: the local one, with replies that differ on purpose. */
export async function openAlteringProxy(
  target: string,
  alter: (passing: Passing) => Passing | Promise<Passing>,
): Promise<{ api: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { method = 'GET', url = '/', headers } = request;
    const { host: _host, connection: _connection, 'content-length': _length, ...sent } = headers;
    const body = parts.length > 0 ? Buffer.concat(parts) : undefined;
    try {
      const reply = await fetch(`${new URL(target).origin}${url}`, {
        method,
        headers: sent as Record<string, string>,
        ...(body && { body }),
      });
      const text = await reply.text();
      const isJson = reply.headers.get('content-type')?.startsWith('application/json');
      const path = url.replace(/^\/api\/v10/, '');
      const passing = {
        method,
        path,
        status: reply.status,
        headers: reply.headers,
        body: isJson ? JSON.parse(text) : text,
      };
      const altered = await alter(passing);
      for (const [name, value] of altered.headers)
        if (!/^(content-length|content-encoding|transfer-encoding|connection)$/.test(name))
          response.setHeader(name, value);
      response.writeHead(altered.status);
      if (altered.status === 204) response.end();
      else response.end(isJson ? JSON.stringify(altered.body) : String(altered.body));
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    api: `http://127.0.0.1:${port}/api`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
