import type { CloseReason } from './close.js';

const VERSION = '10';

/**
 * Checks the gateway address a client connects with; null when valid. ETF and zstd are refused explicitly: Node 20 has
 * no zstd, and the close reason tells a bot's author to use JSON and zlib.
 * @see https://discord.com/developers/docs/events/gateway#connecting-gateway-url-query-string-params
 */
export function refuseHandshake(query: URLSearchParams): CloseReason | null {
  if (query.get('v') !== VERSION) return 'invalidVersion';
  if ((query.get('encoding') ?? 'json') !== 'json') return 'encoding';
  return ['zlib-stream', ''].includes(query.get('compress') ?? '') ? null : 'compression';
}
