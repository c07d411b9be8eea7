import type { CloseReason } from './close.js';

const VERSION = '10';

/**
 * What is wrong with the address a client connects by, or null. Erlang's term format and zstd are refused in so
 * many words: Node 20 has no zstd, and a client falls back to JSON and zlib when it is told to.
 * @see https://discord.com/developers/docs/events/gateway#connecting-gateway-url-query-string-params
 */
export function refuseHandshake(query: URLSearchParams): CloseReason | null {
  if (query.get('v') !== VERSION) return 'invalidVersion';
  if ((query.get('encoding') ?? 'json') !== 'json') return 'encoding';
  return ['zlib-stream', ''].includes(query.get('compress') ?? '') ? null : 'compression';
}
