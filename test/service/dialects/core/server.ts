import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readBody } from './body.js';
import { createCashier } from './chain.js';
import { createHouse } from './house.js';
import { modelFile } from './model.js';
import { createRoutes, Refusal, type Reply } from './routes.js';
import { createSessions } from './sessions.js';
import { serveSocket } from './socket.js';
import type { Extra, Style } from './style.js';

export type DialectServer = {
  url: string;
  wsUrl: string | null;
  /** Requests, as `METHOD /path status`. */
  log: string[];
  close(): Promise<void>;
};

const extras: readonly string[] = ['me', 'intent', 'generation', 'messages'] satisfies Extra[];

/** A service in one dialect of the specification, on a port of its own. */
export async function startDialect(
  style: Style,
  chain: { rpcUrl: string; recipient: string },
): Promise<DialectServer> {
  const house = createHouse(chain);
  const cashier = createCashier(house, chain.rpcUrl, chain.recipient);
  await cashier.skipPast();
  const sessions = createSessions(style);
  const glb = await modelFile();
  let url = '';
  const routes = createRoutes({ style, house, sessions, cashier, base: () => url });
  const log: string[] = [];

  const answer = async (request: IncomingMessage, path: string, query: URLSearchParams): Promise<Reply> => {
    const { route, id } = find(routes, request.method ?? '', path);
    if (!route) throw new Refusal(404, 'Not found');
    if (extras.includes(route.does)) {
      const has = style.extras[route.does as Extra] ?? 404;
      if (has !== true) throw new Refusal(has, has === 405 ? 'Method not allowed' : 'Not found');
    }
    const account = sessions.accountOf(request);
    if (!account && !route.isOpen) throw new Refusal(401, 'Not signed in');
    const body = await readBody(request);
    const reply = await route.answer({ request, query, body, id, path, account: account! });
    return { ...reply, status: reply.status ?? style.status?.[route.does] ?? 200 };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (/\.glb$/.test(pathname)) {
      response.writeHead(200, { 'content-type': 'model/gltf-binary' }).end(glb);
      return;
    }
    const reply = await answer(request, pathname, searchParams).catch((error): Reply => {
      if (!(error instanceof Refusal)) return { status: 500, body: style.fail(500, String(error)) };
      return { status: error.status, body: style.fail(error.status, error.message, error.field) };
    });
    log.push(`${request.method} ${request.url} ${reply.status}`);
    write(response, reply, style);
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const socket = style.socket ? serveSocket({ server, style, socket: style.socket, house, sessions }) : null;
  if (!socket)
    server.on('upgrade', (_, raw) => raw.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n'));

  return {
    url,
    wsUrl: style.socket ? `${url.replace('http', 'ws')}${style.socket.path}` : null,
    log,
    async close() {
      socket?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function find(routes: ReturnType<typeof createRoutes>, method: string, path: string) {
  const exact = routes[`${method} ${path}`];
  if (exact) return { route: exact, id: '' };
  for (const [key, route] of Object.entries(routes)) {
    const [head = '', tail] = key.split('*');
    const asked = `${method} ${path}`;
    if (tail === undefined || !asked.startsWith(head) || !asked.endsWith(tail)) continue;
    const id = asked.slice(head.length, asked.length - tail.length);
    if (id !== '' && !id.includes('/')) return { route, id: decodeURIComponent(id) };
  }
  return { route: null, id: '' };
}

function write(
  response: ServerResponse,
  { status = 200, body, setCookies, location }: Reply,
  { plainText, contentType = 'application/json', write: toText = JSON.stringify }: Style,
): void {
  if (setCookies) response.setHeader('set-cookie', setCookies);
  if (location) response.setHeader('location', location);
  if (body === undefined || status === 204) return void response.writeHead(status).end();
  const isText = plainText && typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/plain' : contentType });
  response.end(isText ? body : toText(body));
}
