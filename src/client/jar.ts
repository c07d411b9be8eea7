/** One cookie. `expiresAt` in ms; null for a session cookie. */
export type Cookie = { value: string; path: string; expiresAt: number | null };

/**
 * The cookies of one session by name; the specification does not fix the names. Only path and expiry matter, because a
 * jar belongs to one service.
 */
export type Jar = Readonly<Record<string, Cookie>>;

/** RFC 6265 section 5.1.4. */
const covers = (path: string, requested: string): boolean =>
  requested === path || requested.startsWith(path.endsWith('/') ? path : `${path}/`);

/** The `Cookie` header for a request to `path`; undefined when no cookie applies. */
export function cookieHeader(jar: Jar, path: string): string | undefined {
  const pairs: string[] = [];
  for (const name in jar) if (covers(jar[name]!.path, path)) pairs.push(`${name}=${jar[name]!.value}`);
  return pairs.length === 0 ? undefined : pairs.join('; ');
}

/** The earliest cookie expiry in ms; null when no cookie expires. */
export function firstExpiry(jar: Jar): number | null {
  let first: number | null = null;
  for (const name in jar) {
    const { expiresAt } = jar[name]!;
    if (expiresAt !== null && (first === null || expiresAt < first)) first = expiresAt;
  }
  return first;
}

/** Whether both jars hold the same values; a refresh changes them. */
export const sameCookies = (a: Jar, b: Jar): boolean => valuesOf(a) === valuesOf(b);
const valuesOf = (jar: Jar): string =>
  JSON.stringify(
    Object.entries(jar)
      .map(([name, { value }]) => [name, value])
      .sort(),
  );

const isOver = ({ expiresAt }: Pick<Cookie, 'expiresAt'>, now: number) =>
  expiresAt !== null && expiresAt <= now;

/**
 * Applies the `Set-Cookie` lines of a reply. Expired cookies are removed as well, so that a load balancer's short-lived
 * cookie does not cause repeated refreshes.
 */
export function absorb(jar: Jar, setCookies: readonly string[], now: number): Jar {
  if (setCookies.length === 0 && (firstExpiry(jar) ?? Number.POSITIVE_INFINITY) > now) return jar;
  const next: Record<string, Cookie> = Object.fromEntries(
    Object.entries(jar).filter(([, cookie]) => !isOver(cookie, now)),
  );
  for (const line of setCookies) {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    const attributes = readAttributes(rest);
    const expiresAt = expiryOf(attributes, now);
    if (value === '' || isOver({ expiresAt }, now)) delete next[name];
    else next[name] = { value, path: pathOf(attributes), expiresAt };
  }
  return next;
}

type Attributes = ReadonlyMap<string, string>;

const readAttributes = (parts: readonly string[]): Attributes =>
  new Map(
    parts.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.toLowerCase(), value] as const;
    }),
  );

const pathOf = (attributes: Attributes): string => {
  const path = attributes.get('path');
  return path?.startsWith('/') ? path : '/';
};

/** Max-Age takes precedence over Expires (RFC 6265 section 5.3); unreadable values are ignored. */
function expiryOf(attributes: Attributes, now: number): number | null {
  const seconds = Number(attributes.get('max-age') || Number.NaN);
  const at = Number.isFinite(seconds) ? now + seconds * 1_000 : Date.parse(attributes.get('expires') ?? '');
  return Number.isFinite(at) ? at : null;
}
