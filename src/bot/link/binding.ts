import { parseCookie, stringifySetCookie } from 'cookie';
import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import { reason } from '../../copy/reason.js';
import { hash } from './attempts.js';

/** Binds a link to the browser that has it open, by a cookie. */
export type Binding = {
  holds(token: string, browser: string | null): Promise<boolean>;
  /** @returns the secret of the browser: the one it presented, or a new one */
  take(token: string, expiresAt: number, presented: string | null): Promise<string>;
  /** @throws AppError `forbidden` unless this browser opened the link last */
  check(token: string, browser: string | null): Promise<void>;
};

const sql = {
  holds: 'SELECT 1 AS found FROM link_browser WHERE token_hash = @token AND browser_hash = @browser',
  take: `INSERT INTO link_browser (token_hash, browser_hash, expires_at) VALUES (@token, @browser, @expiresAt)
    ON CONFLICT (token_hash) DO UPDATE SET browser_hash = excluded.browser_hash, expires_at = excluded.expires_at`,
  forgetExpired: 'DELETE FROM link_browser WHERE expires_at <= @now',
};

/**
 * Opening the link in another browser moves it there, so a member can start on a computer and continue on a phone;
 * the first browser is refused from then on. After a proof was submitted, the link no longer moves. Stored as hashes,
 * because any process of the bot may serve the page.
 */
export function createBinding(deps: { db: Database; clock: Clock; random: Random }): Binding {
  const { db, clock, random } = deps;
  const holds: Binding['holds'] = async (token, browser) =>
    browser !== null &&
    (await db.get(sql.holds, { token: hash(token), browser: hash(browser) })) !== undefined;

  return {
    holds,
    async take(token, expiresAt, presented) {
      const browser = presented ?? randomText(random, 32);
      const row = { token: hash(token), browser: hash(browser), expiresAt };
      await db.transaction(
        async (t) => {
          await t.run(sql.forgetExpired, { now: clock.now() });
          await t.run(sql.take, row);
        },
        { durable: false },
      );
      return browser;
    },
    async check(token, browser) {
      if (await holds(token, browser)) return;
      throw new AppError('forbidden', reason('link.error.other_browser'));
    },
  };
}

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
