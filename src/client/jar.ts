/**
 * The cookies of one session by whatever names the service gave them: the specification names none.
 * Attributes are not interpreted beyond removal, since a jar only ever talks to its one service.
 */
export type Jar = Readonly<Record<string, string>>;

/** The `Cookie` header for a request, or undefined when the jar is empty. */
export function cookieHeader(jar: Jar): string | undefined {
  const pairs = Object.entries(jar).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? undefined : pairs.join('; ');
}

/** The jar after a reply's `Set-Cookie` lines: set, replaced, or removed by Max-Age=0 or a past Expires. */
export function absorb(jar: Jar, setCookies: readonly string[], now: number): Jar {
  const next: Record<string, string> = { ...jar };
  for (const line of setCookies) {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const name = pair.slice(0, equals);
    const value = pair.slice(equals + 1);
    if (value === '' || attributes.some((attribute) => ends(attribute, now))) delete next[name];
    else next[name] = value;
  }
  return next;
}

function ends(attribute: string, now: number): boolean {
  const [name = '', value = ''] = attribute.split('=', 2);
  if (/^max-age$/i.test(name)) return Number(value) <= 0;
  return /^expires$/i.test(name) && Date.parse(value) <= now;
}
