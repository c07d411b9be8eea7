import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReadAhead } from '../../../../src/base/queue/order.js';
import { createQueue, type LeasedJob, type Queue } from '../../../../src/base/queue/queue.js';
import { type Database, openDatabase, write } from '../../../../src/base/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

const schema = `
  CREATE TABLE job (
    kind TEXT NOT NULL, subject TEXT NOT NULL, group_id TEXT NOT NULL, seconds REAL NOT NULL,
    revision INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL, since INTEGER NOT NULL,
    claimed_at INTEGER, lease TEXT, leased_until INTEGER, PRIMARY KEY (kind, subject)) STRICT;
  CREATE TABLE job_turn (group_id TEXT PRIMARY KEY, served_at INTEGER NOT NULL) STRICT;`;

let path: string;
let folder: string;
let db: Database;
let clock: ManualClock;
let queue: Queue;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'queue-'));
  writeFileSync(join(folder, '001-job.sql'), schema);
  path = join(folder, 'queue.db');
  db = await openDatabase(path, folder);
  clock = manualClock();
  queue = createQueue({ db, table: 'job', clock, leaseMs: 15_000 });
});
afterEach(() => db.close());

const put = (...subjects: string[]) => {
  for (const subject of subjects)
    queue.put({ kind: 'rig', subject, groupId: subject.replace(/\d/g, ''), seconds: 10 });
};
const dueOf = (from: Queue) => from.due(99).map(({ subject }) => subject);
const claim = (subject: string, from = queue) => from.claim({ kind: 'rig', subject }) as LeasedJob;

describe('a lease', () => {
  it('is given to one of two workers', async () => {
    const otherDb = await openDatabase(path, folder);
    const other = createQueue({ db: otherDb, table: 'job', clock });
    put('fox');
    const [seenHere, seenThere] = [queue.due(1), other.due(1)];
    expect(seenHere).toEqual(seenThere);
    expect(claim('fox')).toMatchObject({ subject: 'fox', attempts: 1 });
    expect(claim('fox', other)).toBeNull();
    expect(other.due(1)).toEqual([]);
    otherDb.close();
  });

  it('expires when its process died, and the job is claimed again', async () => {
    put('fox');
    const lost = claim('fox');
    await clock.advance(15_000);
    expect(queue.expired()).toEqual([]);
    await clock.advance(1);
    expect(queue.expired()).toEqual([lost]);
    queue.release(lost);
    expect(claim('fox')).toMatchObject({ attempts: 2 });
  });

  it('lasts as long as it is renewed', async () => {
    put('fox');
    const job = claim('fox');
    await clock.advance(10_000);
    expect(queue.renew(job)).toBe(true);
    await clock.advance(10_000);
    expect(queue.expired()).toEqual([]);
    expect(queue.holds(job)).toBe(true);
  });

  it('that was lost changes nothing any more', () => {
    put('fox');
    const lost = claim('fox');
    queue.release(lost);
    const held = claim('fox');
    expect(queue.holds(lost)).toBe(false);
    expect([queue.renew(lost), queue.finish(lost), queue.release(lost, { dueAt: 0 })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(queue.holds(held)).toBe(true);
    expect(queue.finish(held)).toBe(true);
    expect(queue.finish(held)).toBe(false);
  });

  it('of a cancelled job is lost', () => {
    put('fox');
    const job = claim('fox');
    queue.remove(job);
    expect([queue.renew(job), queue.finish(job), dueOf(queue)]).toEqual([false, false, []]);
  });

  it('is undone with the transaction that claimed it', () => {
    put('fox');
    expect(() =>
      write(db, () => {
        claim('fox');
        throw new Error('full disk');
      }),
    ).toThrow('full disk');
    expect(queue.due(1)).toMatchObject([{ subject: 'fox', attempts: 0 }]);
  });

  it('survives a restart of the process', async () => {
    put('fox', 'owl');
    const job = claim('fox');
    db.close();
    db = await openDatabase(path, folder);
    queue = createQueue({ db, table: 'job', clock });
    expect(dueOf(queue)).toEqual(['owl']);
    expect(queue.expired(Number.POSITIVE_INFINITY)).toEqual([job]);
  });
});

describe('a job', () => {
  it('waits until it is due again, and counts its attempts', async () => {
    put('fox');
    queue.release(claim('fox'), { dueAt: clock.now() + 2_000 });
    expect(dueOf(queue)).toEqual([]);
    await clock.advance(2_000);
    expect(queue.due(1)).toMatchObject([{ attempts: 1 }]);
    queue.release(claim('fox'), { uncounted: true });
    expect(queue.due(1)).toMatchObject([{ attempts: 1 }]);
  });

  it('that is put twice runs once', () => {
    put('fox', 'fox', 'fox');
    expect(queue.due(9)).toMatchObject([{ subject: 'fox', revision: 3 }]);
    expect(queue.finish(claim('fox'))).toBe(true);
    expect(dueOf(queue)).toEqual([]);
  });

  it('that is put again while it runs, runs once more', async () => {
    put('fox');
    const job = claim('fox');
    await clock.advance(1_000);
    put('fox');
    expect(dueOf(queue)).toEqual([]);
    expect(queue.finish(job)).toBe(true);
    expect(queue.due(9)).toMatchObject([{ subject: 'fox', revision: 2, attempts: 0 }]);
  });

  it('that is put again after a failure is due at once, unless it keeps its pause', async () => {
    put('fox');
    queue.release(claim('fox'), { dueAt: clock.now() + 60_000 });
    queue.put({ kind: 'rig', subject: 'fox', groupId: 'fox', keepsPause: true });
    expect(dueOf(queue)).toEqual([]);
    put('fox');
    expect(queue.due(9)).toMatchObject([{ attempts: 0 }]);
  });
});

describe('the order', () => {
  it('is that of arrival, and a failed job comes after those that wait', async () => {
    put('fox', 'owl');
    queue.release(claim('fox'), { dueAt: clock.now() + 1 });
    await clock.advance(1);
    put('cat');
    expect(dueOf(queue)).toEqual(['owl', 'fox', 'cat']);
  });

  it('leaves out other kinds, and groups that have their share', () => {
    put('fox1', 'fox2', 'owl1');
    queue.put({ kind: 'film', subject: 'cat1', groupId: 'cat' });
    expect(queue.due(9, { kinds: ['film'] }).map(({ subject }) => subject)).toEqual(['cat1']);
    claim('fox1');
    const rest = queue.due(9, { kinds: ['rig'], perGroup: 1 }).map(({ subject }) => subject);
    expect(rest).toEqual(['owl1']);
  });

  it('by turns serves each group once before it serves one again, and remembers that', async () => {
    const served: string[] = [];
    const serve = () => {
      const fair = createQueue({ db, table: 'job', clock, order: 'turns' });
      const [next] = fair.due(1);
      const job = fair.claim(next!)!;
      served.push(job.subject);
      fair.finish(job);
    };
    put('fox1', 'fox2', 'fox3', 'owl1', 'owl2', 'cat1');
    for (let nth = 0; nth < 6; nth += 1) {
      serve();
      await clock.advance(1);
    }
    expect(served).toEqual(['fox1', 'owl1', 'cat1', 'fox2', 'owl2', 'fox3']);
  });

  it('by turns takes unfinished jobs first', () => {
    const fair = createQueue({ db, table: 'job', clock, order: 'turns' });
    put('owl1', 'fox1', 'fox2');
    fair.release(claim('fox2', fair));
    expect(dueOf(fair)).toEqual(['fox2', 'owl1', 'fox1']);
  });

  it('by turns tells how many jobs are before one, and how long they take', () => {
    const ahead = createReadAhead(db, 'job');
    put('fox1', 'fox2', 'owl1');
    expect(ahead({ kind: 'rig', subject: 'fox1' }, ['rig'])).toEqual({ count: 0, seconds: 0 });
    expect(ahead({ kind: 'rig', subject: 'fox2' }, ['rig'])).toEqual({ count: 2, seconds: 20 });
    claim('fox1');
    expect(ahead({ kind: 'rig', subject: 'fox1' }, ['rig'])).toBeNull();
  });
});
