import { createHash, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import { reason } from '../../copy/reason.js';

/**
 * Binds a link to the browser that has it open, by a cookie.
 *
 * Opening the link in another browser moves it there, so a member can start on a computer and continue on a phone;
 * the first browser is refused from then on. After a proof was submitted, the link no longer moves. Bindings are kept
 * in memory as hashes: after a restart, the next browser to open the link gets it.
 */
export function createBinding({ clock, random }: { clock: Clock; random: Random }) {
  const owners = new Map<string, { browser: Buffer; expiresAt: number }>();
  const key = (token: string) => hash(token).toString('base64');

  const forgetExpired = () => {
    for (const [token, { expiresAt }] of owners) if (expiresAt <= clock.now()) owners.delete(token);
  };
  const holds = (token: string, browser: string | null): boolean => {
    const owner = owners.get(key(token));
    return owner !== undefined && browser !== null && timingSafeEqual(owner.browser, hash(browser));
  };

  return {
    holds,
    /** @returns the secret of the browser: the one it presented, or a new one */
    take(token: string, expiresAt: number, presented: string | null): string {
      forgetExpired();
      const browser = presented ?? randomText(random, 32);
      owners.set(key(token), { browser: hash(browser), expiresAt });
      return browser;
    },
    /** @throws AppError `forbidden` unless this browser opened the link last */
    check(token: string, browser: string | null): void {
      if (holds(token, browser)) return;
      throw new AppError('forbidden', reason('link.error.other_browser'));
    },
  };
}

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * The cookie that identifies a browser. Browsers bind `__Host-` cookies to this host, path `/` and https, and reject
 * them on plain http, so a local playground uses the name without the prefix.
 */
export function browserCookie(origin: string) {
  const isSecure = origin.startsWith('https:');
  const name = isSecure ? '__Host-link' : 'link';
  return {
    read(header: string | undefined): string | null {
      const value = parseCookie(header ?? '')[name] ?? '';
      return /^[0-9A-Za-z]{32}$/.test(value) ? value : null;
    },
    write: (value: string): string =>
      stringifySetCookie({
        name,
        value,
        path: '/',
        maxAge: 900,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
      }),
  };
}
