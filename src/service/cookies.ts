/** A cookie the service sets. `maxAgeSeconds` 0 clears it. */
export type SetCookie = { name: string; value: string; path: string; maxAgeSeconds: number };

/** The cookies of a request by name; of two with the same name the first, which has the longer path, wins. */
export function readCookies(header: string | undefined): Record<string, string> {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at > 0) cookies[name] ??= pair.slice(at + 1).trim();
  }
  return cookies;
}

/** One `Set-Cookie` value: not readable by scripts, never sent cross-site (RFC 6265bis). */
export function writeCookie({ name, value, path, maxAgeSeconds }: SetCookie, secure: boolean): string {
  const attributes = [`Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'HttpOnly', 'SameSite=Strict'];
  if (secure) attributes.push('Secure');
  return [`${name}=${value}`, ...attributes].join('; ');
}
