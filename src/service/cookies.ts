import { parseCookie, stringifySetCookie } from 'cookie';

/** A cookie the service sets. `maxAgeSeconds` 0 clears it. */
export type SetCookie = { name: string; value: string; path: string; maxAgeSeconds: number };

/**
 * The cookies of a `Cookie` header by name; of two with the same name the first, which has the longer path. Not a
 * Fastify plugin, because upgrades to a WebSocket and frames on it carry cookies too.
 */
export const readCookies = (header: string | undefined): Record<string, string> =>
  parseCookie(header ?? '') as Record<string, string>;

/** One `Set-Cookie` value: not readable by scripts, never sent cross-site (RFC 6265bis). */
export const writeCookie = ({ name, value, path, maxAgeSeconds }: SetCookie, secure: boolean): string =>
  stringifySetCookie({
    name,
    value,
    path,
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'strict',
    secure,
  });
