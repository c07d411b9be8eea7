import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createBinding } from '../../../../src/bot/link/binding.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  /** A process that serves the page. */
  const openProcess = () => createBinding({ db, clock, random: systemRandom });
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
  });
  afterEach(() => db.close());

  describe('the browser that has a link open', () => {
    it('is known to every process, and its secret to none', async () => {
      const [one, other] = [openProcess(), openProcess()];
      const browser = await one.take('token', clock.now() + 1_000, null);
      await other.check('token', browser);
      await expect(other.check('token', 'another')).rejects.toThrow('link.error.other_browser');
      await expect(other.check('unknown', browser)).rejects.toThrow('link.error.other_browser');
      expect(await other.holds('token', null)).toBe(false);
      expect(JSON.stringify(await db.all('SELECT * FROM link_browser'))).not.toMatch(browser);
    });

    it('is the one that opened it last', async () => {
      const { take, holds } = openProcess();
      const computer = await take('token', clock.now() + 1_000, null);
      const phone = await take('token', clock.now() + 1_000, null);
      expect([await holds('token', computer), await holds('token', phone)]).toEqual([false, true]);
      expect(await take('token', clock.now() + 1_000, computer)).toBe(computer);
      expect([await holds('token', computer), await holds('token', phone)]).toEqual([true, false]);
    });

    it('is forgotten after the link has expired', async () => {
      const { take } = openProcess();
      await take('token', clock.now() + 1_000, null);
      await clock.advance(1_000);
      await take('newer', clock.now() + 1_000, null);
      expect(await db.all('SELECT expires_at FROM link_browser')).toEqual([
        { expires_at: clock.now() + 1_000 },
      ]);
    });
  });
});
