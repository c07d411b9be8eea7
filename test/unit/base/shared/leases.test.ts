import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { silentLog } from '../../../../src/base/log.js';
import { fencedBy } from '../../../../src/base/shared/fenced.js';
import { createLeases, type HeldLease, type Leases } from '../../../../src/base/shared/leases.js';
import { type OwnedWork, startOwnedWork } from '../../../../src/base/shared/owned-work.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { engines, type Made } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';

const schema = `CREATE TABLE work_lease (name TEXT PRIMARY KEY, owner TEXT NOT NULL, fence INTEGER NOT NULL,
  until INTEGER NOT NULL) STRICT; CREATE TABLE note (text TEXT NOT NULL) STRICT;`;

for (const { name, isMissing, make } of engines)
  describe.skipIf(isMissing)(`a lease on ${name}`, () => {
    let made: Made;
    let databases: Database[];
    let clock: ManualClock;
    beforeAll(async () => {
      made = await make(folderWith({ '001-lease.sql': schema }));
    });
    beforeEach(async () => {
      databases = await Promise.all([made.connect(), made.connect(), made.connect()]);
      await databases[0]!.run('DELETE FROM work_lease');
      await databases[0]!.run('DELETE FROM note');
      clock = manualClock();
    });
    afterEach(() => Promise.all(databases.map((db) => db.close())));

    /** Each process has a connection of its own. */
    const take = (process: number): Promise<HeldLease | null> =>
      createLeases({ db: databases[process]!, clock, owner: `process ${process}` }).take('watcher');

    it('is given to one of three processes that ask at once', async () => {
      const taken = await Promise.all([take(0), take(1), take(2)]);
      expect(taken.filter((lease) => lease !== null)).toHaveLength(1);
    });

    it('ends 15 s after its last renewal, and the next holder has a larger fence', async () => {
      const first = await take(0);
      await clock.advance(10_000);
      expect(await first?.renew()).toBe(true);
      await clock.advance(14_999);
      expect(await take(1)).toBeNull();
      await clock.advance(1);
      const second = await take(1);
      expect(second?.fence).toBe((first?.fence ?? 0) + 1);
      expect(await first?.renew()).toBe(false);
    });

    it('lets the next holder in at once when it is released', async () => {
      await (await take(0))?.release();
      expect(await take(1)).not.toBeNull();
    });

    it('keeps a holder that was paused from writing after another took over', async () => {
      const write = (process: number, lease: HeldLease, text: string) =>
        databases[process]!.transaction(async (t) => {
          if (!(await lease.holds(t))) return false;
          await t.run('INSERT INTO note (text) VALUES (@text)', { text });
          return true;
        });
      const paused = (await take(0))!;
      expect(await write(0, paused, 'first')).toBe(true);
      await clock.advance(16_000);
      const second = (await take(1))!;
      expect(await write(1, second, 'second')).toBe(true);
      expect(await write(0, paused, 'too late')).toBe(false);
      expect(await databases[2]!.all('SELECT text FROM note ORDER BY text')).toEqual([
        { text: 'first' },
        { text: 'second' },
      ]);
    });

    it('does not end where the database belongs to one process, until the next one voids it', async () => {
      const [former, next] = [0, 1].map((process) =>
        createLeases({ db: databases[process]!, clock, owner: `process ${process}`, isAlone: true }),
      ) as [Leases, Leases];
      const held = (await former.take('watcher'))!;
      await clock.advance(24 * 3_600_000);
      expect(await held.holds(databases[0]!)).toBe(true);
      expect(await next.take('watcher')).toBeNull();
      await next.voidFormer();
      expect(await next.take('watcher')).not.toBeNull();
      expect(await held.holds(databases[0]!)).toBe(false);
    });

    it('is kept by a holder that was paused while no other process wanted it', async () => {
      const paused = (await take(0))!;
      await clock.advance(60_000);
      expect(await paused.holds(databases[0]!)).toBe(true);
      expect(await paused.renew()).toBe(true);
      expect(await take(1)).toBeNull();
    });

    it('fences a database: reads go on, writes of a former holder fail', async () => {
      const [db] = databases as [Database];
      const fenced = fencedBy((await take(0))!, db);
      await fenced.run("INSERT INTO note (text) VALUES ('first')");
      await clock.advance(16_000);
      await take(1);
      await expect(fenced.run("INSERT INTO note (text) VALUES ('late')")).rejects.toThrow(
        'took over: watcher',
      );
      await expect(fenced.get("UPDATE note SET text = 'late' RETURNING text")).rejects.toThrow('took over');
      expect(await fenced.all('SELECT text FROM note')).toEqual([{ text: 'first' }]);
    });

    describe('work under it', () => {
      let started: OwnedWork[];
      let busy: string[];
      let most: number;
      beforeEach(() => {
        [started, busy, most] = [[], [], 0];
      });
      afterEach(() => Promise.all(started.map((one) => one.stop())));

      const start = (process: number, time = clock, hangs: Promise<void> = Promise.resolve()) => {
        const owner = `process ${process}`;
        const work = startOwnedWork({
          name: 'watcher',
          leases: createLeases({ db: databases[process]!, clock: time, owner }),
          async work(_, signal) {
            busy.push(owner);
            most = Math.max(most, busy.length);
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
            busy = busy.filter((one) => one !== owner);
            await hangs;
          },
          clock: time,
          log: silentLog,
        });
        started.push(work);
        return work;
      };
      /** PostgreSQL answers over a socket, so each step of the clock waits for some answers. */
      const settle = async (ms = 0, time = clock) => {
        for (let at = 0; at <= ms; at += 500) {
          await time.advance(at === 0 ? 0 : 500);
          for (let answer = 0; answer < 4; answer += 1) await databases[2]!.get('SELECT 1 AS one');
        }
      };

      it('is done by one process at a time, and by the next when that one stops', async () => {
        const first = start(0);
        await settle();
        start(1);
        await settle(60_000);
        expect(busy).toEqual(['process 0']);
        await first.stop();
        await settle(5_000);
        expect(busy).toEqual(['process 1']);
        expect(most).toBe(1);
      });

      it('is taken over within 20 s of a crash', async () => {
        const dead = manualClock(clock.now());
        start(0, dead);
        await settle();
        await dead.advance(0);
        await settle();
        expect(busy).toEqual(['process 0']);
        start(1);
        await settle(20_000);
        expect(busy).toEqual(['process 0', 'process 1']);
        await dead.advance(20_000); // the first wakes up and finds that it was replaced
        for (let turn = 0; turn < 5; turn += 1) await settle();
        expect(busy).toEqual(['process 1']);
      });

      it('is taken over within 20 s of a crash by a process whose own former work has not ended', async () => {
        const [paused, killed] = [manualClock(clock.now()), manualClock(clock.now())];
        let end = () => {};
        const hangs = new Promise<void>((resolve) => {
          end = resolve;
        });
        start(0, paused, hangs);
        await settle(500, paused);
        start(1, killed);
        await settle(20_000, killed);
        expect(busy).toEqual(['process 0', 'process 1']);
        await settle(5_000, paused); // it was paused, and learns that it was replaced
        expect(busy).toEqual(['process 1']);
        await paused.advance(killed.now() - paused.now());
        await settle(20_000, paused);
        expect(busy).toEqual(['process 1', 'process 0']);
        end();
      });
    });
  });
