import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createReadAhead } from '../../../../src/base/queue/order.js';
import {
  createQueue,
  type LeasedJob,
  type NewJob,
  type Queue,
  type Selection,
} from '../../../../src/base/queue/queue.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { engines, type Made } from '../../../support/engines.js';
import { folderWith } from '../../../support/migrations.js';
import { jobTable } from './job-table.js';

for (const { name, isMissing, make } of engines)
  describe.skipIf(isMissing)(`a queue on ${name}`, () => {
    let made: Made;
    let db: Database;
    let clock: ManualClock;
    let queue: Queue;
    beforeAll(async () => {
      made = await make(folderWith({ '001-job.sql': jobTable }));
    });
    beforeEach(async () => {
      db = await made.connect();
      await db.transaction(async (t) => {
        await t.run('DELETE FROM job');
        await t.run('DELETE FROM job_turn');
      });
      clock = manualClock();
      queue = createQueue({ db, table: 'job', clock, leaseMs: 15_000 });
    });
    afterEach(() => db.close());

    const add = (job: NewJob) => db.transaction((t) => queue.put(t, job));
    const put = async (...subjects: string[]) => {
      for (const subject of subjects)
        await add({ kind: 'rig', subject, groupId: subject.replace(/\d/g, ''), seconds: 10 });
    };
    const claim = async (from = queue, selection?: Selection): Promise<LeasedJob> => {
      const [job] = await from.claim(1, selection);
      return job as LeasedJob;
    };
    const finish = (job: LeasedJob) => db.transaction((t) => queue.finish(t, job));
    const release = (job: LeasedJob, options?: Parameters<Queue['release']>[2]) =>
      queue.release(db, job, options);
    /** Claims due jobs and gives them back. */
    const due = async (from = queue, selection?: Selection): Promise<LeasedJob[]> => {
      const jobs = await from.claim(99, selection);
      for (const job of jobs) await from.release(db, job, { uncounted: true });
      return jobs;
    };
    const subjectsOf = (jobs: readonly LeasedJob[]) => jobs.map(({ subject }) => subject);

    describe('a lease', () => {
      it('tells a lease that was renewed after all from one that has expired', async () => {
        await put('a1');
        const job = await claim();
        await clock.advance(16_000);
        expect(await queue.expired()).toHaveLength(1);
        expect(await queue.hasExpired(db, job)).toBe(true);
        await queue.renew(job);
        expect(await queue.hasExpired(db, job)).toBe(false);
        await finish(job);
        expect(await queue.hasExpired(db, job)).toBe(false);
      });

      it('is given to one of many workers', async () => {
        const others = await Promise.all(Array.from({ length: 5 }, () => made.connect()));
        await put('fox', 'owl', 'cat');
        const claims = others.map((other) => createQueue({ db: other, table: 'job', clock }).claim(2));
        const taken = subjectsOf((await Promise.all(claims)).flat());
        expect(taken.sort()).toEqual(['cat', 'fox', 'owl']);
        expect(await queue.claim(1)).toEqual([]);
        await Promise.all(others.map((other) => other.close()));
      });

      it('goes to the first job of a group, one at a time, for any process', async () => {
        const others = await Promise.all(Array.from({ length: 5 }, () => made.connect()));
        await put('fox1', 'fox2', 'owl1', 'fox3');
        const claims = others.map((other) =>
          createQueue({ db: other, table: 'job', clock }).claim(1, { perGroup: 1 }),
        );
        const taken = subjectsOf((await Promise.all(claims)).flat());
        expect(taken.sort()).toEqual(['fox1', 'owl1']);
        await Promise.all(others.map((other) => other.close()));
      });

      it('expires when its process died, and the job is claimed again', async () => {
        await put('fox');
        const lost = await claim();
        await clock.advance(15_000);
        expect(await queue.expired()).toEqual([]);
        await clock.advance(1);
        expect(await queue.expired()).toEqual([lost]);
        await release(lost);
        expect(await claim()).toMatchObject({ attempts: 2 });
      });

      it('lasts as long as it is renewed', async () => {
        await put('fox');
        const job = await claim();
        await clock.advance(10_000);
        expect(await queue.renew(job)).toBe(true);
        await clock.advance(10_000);
        expect(await queue.expired()).toEqual([]);
        expect(await queue.holds(db, job)).toBe(true);
      });

      it('that was lost changes nothing any more', async () => {
        await put('fox');
        const lost = await claim();
        await release(lost);
        const held = await claim();
        expect(await queue.holds(db, lost)).toBe(false);
        expect([await queue.renew(lost), await finish(lost), await release(lost, { dueAt: 0 })]).toEqual([
          false,
          false,
          false,
        ]);
        expect(await queue.holds(db, held)).toBe(true);
        expect(await finish(held)).toBe(true);
        expect(await finish(held)).toBe(false);
      });

      it('of a cancelled job is lost', async () => {
        await put('fox');
        const job = await claim();
        await db.transaction((t) => queue.remove(t, job));
        expect([await queue.renew(job), await finish(job), await due()]).toEqual([false, false, []]);
      });

      it('survives a restart of the process', async () => {
        await put('fox', 'owl');
        const job = await claim();
        await db.close();
        db = await made.connect();
        queue = createQueue({ db, table: 'job', clock });
        expect(subjectsOf(await due())).toEqual(['owl']);
        expect(await queue.expired(Number.POSITIVE_INFINITY)).toEqual([job]);
      });
    });

    describe('a job', () => {
      it('that is put in a transaction that fails was never put', async () => {
        const failing = db.transaction(async (t) => {
          await queue.put(t, { kind: 'rig', subject: 'fox', groupId: 'fox' });
          throw new Error('full disk');
        });
        await expect(failing).rejects.toThrow('full disk');
        expect(await due()).toEqual([]);
      });

      it('waits until it is due again, and counts its attempts', async () => {
        await put('fox');
        await release(await claim(), { dueAt: clock.now() + 2_000 });
        expect(await due()).toEqual([]);
        await clock.advance(2_000);
        const second = await claim();
        expect(second).toMatchObject({ attempts: 2 });
        await release(second, { uncounted: true });
        expect(await claim()).toMatchObject({ attempts: 2 });
      });

      it('that is put twice runs once', async () => {
        await put('fox', 'fox', 'fox');
        const job = await claim();
        expect(job).toMatchObject({ subject: 'fox', revision: 3 });
        expect(await finish(job)).toBe(true);
        expect(await due()).toEqual([]);
      });

      it('that is put again while it runs, runs once more', async () => {
        await put('fox');
        const job = await claim();
        await clock.advance(1_000);
        await put('fox');
        expect(await due()).toEqual([]);
        expect(await finish(job)).toBe(true);
        expect(await claim()).toMatchObject({ subject: 'fox', revision: 2, attempts: 1 });
      });

      it('that is put again after a failure is due at once, unless it keeps its pause', async () => {
        await put('fox');
        await release(await claim(), { dueAt: clock.now() + 60_000 });
        await add({ kind: 'rig', subject: 'fox', groupId: 'fox', keepsPause: true });
        expect(await due()).toEqual([]);
        await put('fox');
        expect(await claim()).toMatchObject({ attempts: 1 });
      });
    });

    describe('the order', () => {
      it('is that of arrival, and a failed job comes after those that wait', async () => {
        await put('fox', 'owl');
        await release(await claim(), { dueAt: clock.now() + 1 });
        await clock.advance(1);
        await put('cat');
        expect(subjectsOf(await due())).toEqual(['owl', 'fox', 'cat']);
      });

      it('leaves out other kinds, and groups that have their share', async () => {
        await put('fox1', 'fox2', 'owl1');
        await add({ kind: 'film', subject: 'cat1', groupId: 'cat' });
        expect(subjectsOf(await due(queue, { kinds: ['film'] }))).toEqual(['cat1']);
        expect(await claim(queue, { kinds: ['rig'] })).toMatchObject({ subject: 'fox1' });
        expect(subjectsOf(await due(queue, { kinds: ['rig'], perGroup: 1 }))).toEqual(['owl1']);
      });

      it('by turns serves each group once before it serves one again, and remembers that', async () => {
        const served: string[] = [];
        const serve = async () => {
          const job = await claim(createQueue({ db, table: 'job', clock, order: 'turns' }));
          served.push(job.subject);
          await finish(job);
        };
        await put('fox1', 'fox2', 'fox3', 'owl1', 'owl2', 'cat1');
        for (let nth = 0; nth < 6; nth += 1) {
          await serve();
          await clock.advance(1);
        }
        expect(served).toEqual(['fox1', 'owl1', 'cat1', 'fox2', 'owl2', 'fox3']);
      });

      it('by turns takes started jobs first', async () => {
        const fair = createQueue({ db, table: 'job', clock, order: 'turns' });
        await put('fox1', 'fox2', 'owl1');
        await add({ kind: 'film', subject: 'cat2', groupId: 'cat' });
        await release(await claim(fair, { kinds: ['film'] }));
        expect(await claim(fair)).toMatchObject({ subject: 'cat2' });
      });

      it('by turns tells how many jobs are before one, and how long they take', async () => {
        const ahead = createReadAhead('job');
        await put('fox1', 'fox2', 'owl1');
        const aheadOf = (subject: string) => ahead(db, { kind: 'rig', subject }, ['rig']);
        expect(await aheadOf('fox1')).toEqual({ count: 0, seconds: 0 });
        expect(await aheadOf('fox2')).toEqual({ count: 2, seconds: 20 });
        await claim();
        expect(await aheadOf('fox1')).toBeNull();
      });
    });
  });
