import type { FastifyReply, FastifyRequest } from 'fastify';

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;
const loopbackOrigin = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/**
 * Paths that other pages on this machine may call: on the link and pay pages, the script of the test wallet signs, sends,
 * and shows its owner what to approve or reject, in their language.
 */
const shared = /^\/(actor\/people\/[^/]+\/wallet(\/(sign|send|approve|reject))?|copy-[\w-]+\.json)(\?|$)/;

/**
 * Restricts the playground to this machine. A foreign `Host` indicates DNS rebinding, a foreign `Origin` another page
 * calling through the browser. Both are refused before the body is read.
 */
export async function guardLoopback(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { host = '', origin } = request.headers;
  if (!loopbackHost.test(host))
    return reply.code(403).send({ error: 'The playground only answers on this machine.' });
  if (origin === undefined || origin === `http://${host}`) return undefined;
  if (!loopbackOrigin.test(origin) || !shared.test(request.url))
    return reply.code(403).send({ error: 'Other pages may not use the playground.' });
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': 'content-type',
    'access-control-allow-methods': 'GET, POST',
    vary: 'origin',
  });
  return request.method === 'OPTIONS' ? reply.code(204).send() : undefined;
}
