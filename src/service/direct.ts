import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Log } from '../base/log.js';
import { asRequest } from '../base/request-id.js';
import type { Authenticate } from './call.js';
import { readCookies } from './cookies.js';
import type { Route } from './feature.js';
import { admitted } from './mount.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Answers the routes that only need to know who asks before the framework sees them, because its routing, hooks and
 * reply cost more than the answer itself. Whatever does not end in a plain success goes to the framework, which reads
 * again and answers the failure.
 */
export function answerDirectly(
  server: Server,
  routes: readonly Route[],
  deps: {
    authenticate: Authenticate;
    requestIdOf: (headers: IncomingMessage['headers']) => string;
    headers: Readonly<Record<string, string>>;
    log: Log;
  },
): void {
  const { requestIdOf, log } = deps;
  const framework = server.listeners('request') as Listener[];
  const passOn: Listener = (request, response) => {
    for (const listener of framework) listener.call(server, request, response);
  };
  const byPath = new Map(
    routes.flatMap(({ endpoint, direct }) =>
      direct ? [[endpoint.path, { endpoint, direct }] as const] : [],
    ),
  );
  const headers = Object.entries({
    ...deps.headers,
    'content-type': 'application/json; charset=utf-8',
  }).flat();

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    { endpoint, direct }: Required<Pick<Route, 'endpoint' | 'direct'>>,
  ): Promise<void> => {
    const begun = performance.now();
    const id = requestIdOf(request.headers);
    let text: string;
    try {
      const identity = await admitted(endpoint, readCookies(request.headers.cookie), deps);
      text = JSON.stringify(await asRequest(id, () => direct(identity)));
    } catch {
      return passOn(request, response);
    }
    response.writeHead(200, [
      ...headers,
      'x-request-id',
      id,
      'content-length',
      String(Buffer.byteLength(text)),
    ]);
    response.end(text);
    const took = { status: 200, ms: Math.round(performance.now() - begun) };
    log.debug({ request_id: id, method: 'GET', route: request.url, ...took }, 'answered');
  };

  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A server that is closing no longer listens; the framework then answers 503.
    const route = request.method === 'GET' && server.listening ? byPath.get(request.url ?? '') : undefined;
    if (route) void answer(request, response, route);
    else passOn(request, response);
  });
}
