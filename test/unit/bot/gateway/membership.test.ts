import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { silentLog } from '../../../../src/base/log.js';
import { createLeases } from '../../../../src/base/shared/leases.js';
import {
  liveMembers,
  type Membership,
  replaceMember,
  startMembership,
} from '../../../../src/bot/gateway/membership.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock, mortalClock } from '../../../support/clock.js';

/** Bots that share a database: who is one of them, and how a paused one learns that it was replaced. */
onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let started: Membership[];
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    started = [];
  });
  afterEach(async () => {
    await Promise.all(started.map((one) => one.stop()));
    await db.close();
  });

  const join = async () => {
    const time = mortalClock(clock);
    let losses = 0;
    const membership = startMembership({
      leases: createLeases({ db, clock: time, owner: 'test' }),
      clock: time,
      log: silentLog,
      onLost: () => {
        losses += 1;
      },
    });
    started.push(membership);
    await membership.joined;
    return { ...membership, time, losses: () => losses };
  };
  const members = async () =>
    (await db.all<{ id: string }>(liveMembers, { now: clock.now() })).map(({ id }) => id).sort();
  /** As another process does that takes over the work of a member. */
  const replace = (member: string | null) => db.run(replaceMember, { member, now: clock.now() });

  it('lists those that renew their lease, until they stop or die', async () => {
    const [one, two] = [await join(), await join()];
    const ids = [one.id(), two.id()].sort();
    expect(await members()).toEqual(ids);
    await clock.advance(60_000);
    expect(await members()).toEqual(ids);
    await one.stop();
    expect(one.id()).toBeNull();
    expect(await members()).toEqual([two.id()]);
    two.time.stop();
    await clock.advance(20_000);
    expect(await members()).toEqual([]);
  });

  it('does not list other work under a lease', async () => {
    await createLeases({ db, clock, owner: 'test' }).take('watcher');
    expect(await members()).toEqual([]);
  });

  it('does not replace a member whose lease lasts', async () => {
    const bot = await join();
    expect(await replace(bot.id())).toBe(0);
    expect(await bot.isHeld()).toBe(true);
  });

  it('goes on after a pause in which no other process took over', async () => {
    const bot = await join();
    const id = bot.id();
    bot.time.stop();
    await clock.advance(20_000);
    expect(bot.isSurelyHeld()).toBe(false);
    expect(await Promise.all([bot.isHeld(), bot.isHeld()])).toEqual([true, true]);
    expect(bot.isSurelyHeld()).toBe(true);
    expect([bot.id(), bot.losses()]).toEqual([id, 0]);
    expect(await members()).toEqual([id]);
  });

  it('is lost at once by a process that was replaced during a pause, which joins as a new member', async () => {
    const bot = await join();
    const former = bot.id();
    bot.time.stop();
    await clock.advance(20_000);
    expect([await replace(former), await replace(former)]).toEqual([1, 0]);
    expect(await bot.isHeld()).toBe(false);
    expect([bot.id(), bot.losses()]).toEqual([null, 1]);
    bot.time.resume();
    await clock.advance(10_000);
    expect(bot.id()).not.toBeNull();
    expect(bot.id()).not.toBe(former);
    expect(await members()).toEqual([bot.id()]);
  });
});
