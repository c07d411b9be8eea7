import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createLeases, type HeldLease } from '../../../../src/base/shared/leases.js';
import { createIdentifyThrottler } from '../../../../src/bot/gateway/identify.js';
import { createShardStore } from '../../../../src/bot/gateway/shard-store.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

/** Shards divided among processes, each with a lease of its own. */
onEveryEngine((openDatabase) => {
  const clock = manualClock();
  let db: Database;
  beforeEach(async () => {
    db = await openDatabase();
  });
  afterEach(() => db.close());

  const open = async (count: number) => {
    const leases = createLeases({ db, clock, owner: 'test' });
    const process = async (name: string) => {
      const store = createShardStore({ db, clock });
      const lease = (await leases.take(`bot/${name}`)) as HeldLease;
      const me = `${lease.name}/${lease.fence}`;
      return {
        me,
        lease,
        agree: () => store.agreeOn(count, me),
        /** One round, as the process does it every second. */
        async round(): Promise<number[]> {
          const found = await store.balance(me);
          if (!found) throw new Error('no member');
          const left = found.mine.slice(0, found.surplus);
          for (const shard of left) await store.release(me, shard);
          return found.mine.filter((shard) => !left.includes(shard));
        },
        balance: () => store.balance(me),
        holds: (shard: number) => store.holds(db, me, shard),
      };
    };
    return { process };
  };

  it('divides 16 shards among three processes as 6, 5 and 5, each shard once', async () => {
    const { process } = await open(16);
    const one = await process('a');
    await one.agree();
    expect(await one.round()).toHaveLength(16);
    const all = [one, await process('b'), await process('c')];
    let mine: number[][] = [];
    for (let round = 0; round < 4; round += 1) {
      mine = [];
      for (const each of all) mine.push(await each.round());
    }
    expect(mine.map(({ length }) => length).sort()).toEqual([5, 5, 6]);
    expect(new Set(mine.flat()).size).toBe(16);
    // Nothing changes hands without need.
    for (const [at, each] of all.entries()) expect(await each.round()).toEqual(mine[at]);
  });

  it('gives the shards of a process whose lease ended to the others, and does not renew its lease', async () => {
    const { process } = await open(16);
    const [one, two] = [await process('a'), await process('b')];
    await one.agree();
    await one.round();
    await one.round();
    expect(await two.round()).toHaveLength(8);
    await clock.advance(14_000);
    await two.lease.renew();
    expect(await two.round()).toHaveLength(8); // the lease of the other one lasts 15 s
    await clock.advance(2_000);
    expect(await two.round()).toHaveLength(16);
    expect(await one.lease.renew()).toBe(false); // it was only paused
    expect(await one.balance()).toBeNull();
    expect(await one.holds(0)).toBe(false);
    expect(await two.holds(0)).toBe(true);
  });

  it('gives them to a process that runs although one that started and died has room for them', async () => {
    const { process } = await open(4);
    const [one, dead] = [await process('a'), await process('b')];
    await one.agree();
    await one.round();
    await one.round();
    expect(await dead.round()).toHaveLength(2);
    await clock.advance(14_000);
    await one.lease.renew();
    await process('c'); // it is killed before its first round
    await clock.advance(1_500);
    expect(await one.round()).toHaveLength(2); // first they are left to the process with room
    await clock.advance(2_000);
    expect(await one.round()).toHaveLength(4);
    await clock.advance(1_000);
    expect(await one.round()).toHaveLength(4);
    const late = await process('d');
    expect(await late.round()).toEqual([]);
    expect(await one.round()).toHaveLength(2);
    expect(await late.round()).not.toEqual([]);
  });

  it('lets a process that was slow to start have its share later', async () => {
    const { process } = await open(4);
    const [one, dead] = [await process('a'), await process('b')];
    await one.agree();
    await one.round();
    await one.round();
    await dead.round();
    await clock.advance(14_000);
    await one.lease.renew();
    const slow = await process('c');
    await clock.advance(1_500);
    await one.round();
    await clock.advance(2_000);
    expect(await one.round()).toHaveLength(4);
    for (let passed = 0; passed < 4; passed += 1) {
      await clock.advance(4_000);
      for (const { lease } of [one, slow]) await lease.renew();
    }
    expect(await one.round()).toHaveLength(2);
    expect(await slow.round()).toHaveLength(2);
  });

  it('lets a paused process continue while its shards are still free', async () => {
    const { process } = await open(4);
    const one = await process('a');
    await one.agree();
    await one.round();
    await clock.advance(60_000);
    expect(await one.lease.renew()).toBe(true);
    expect(await one.round()).toHaveLength(4);
  });

  it('keeps the number of shards of processes that run, and takes another one when none does', async () => {
    const first = await open(16);
    const one = await first.process('a');
    await one.agree();
    await one.round();
    const second = await open(32);
    const two = await second.process('b');
    expect(await two.agree()).toBe(16);
    await clock.advance(20_000);
    const three = await second.process('c');
    expect(await three.agree()).toBe(32);
    expect(await three.round()).toHaveLength(32);
  });

  it('starts one session in five seconds for each slot, in all processes together, within the day’s limit', async () => {
    const limit = { total: 1_000, remaining: 4, reset_after: 3_600_000, max_concurrency: 2 };
    const info = async () => ({ shards: 8, session_start_limit: limit });
    const throttlers = [1, 2].map(() => createIdentifyThrottler({ db, clock, info }));
    const from = clock.now();
    const started: [number, number][] = [];
    const signal = new AbortController().signal;
    for (const shard of [0, 1, 2, 3, 4])
      void throttlers[shard % 2]!.waitForIdentify(shard, signal).then(() =>
        started.push([shard % 2, clock.now() - from]),
      );
    const settled = async (count: number) => {
      for (let turn = 0; turn < 200 && started.length < count; turn += 1) {
        await clock.advance(250);
        await db.get('SELECT 1 AS one');
      }
    };
    await settled(4);
    const times = (slot: number) => started.filter(([of]) => of === slot).map(([, at]) => at);
    expect(times(0).length + times(1).length).toBe(4);
    for (const slot of [0, 1])
      for (const [at, time] of times(slot).entries())
        if (at > 0) expect(time - times(slot)[at - 1]!).toBeGreaterThanOrEqual(5_000);
    await clock.advance(3_500_000);
    expect(started).toHaveLength(4);
    await clock.advance(200_000);
    await settled(5);
    expect(started).toHaveLength(5);
  });
});
