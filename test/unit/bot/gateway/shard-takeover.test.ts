import { expect, it } from 'vitest';
import { createLeases, type HeldLease } from '../../../../src/base/shared/leases.js';
import { createShardStore } from '../../../../src/bot/gateway/shard-store.js';
import { createDice } from '../../../fault/schedule/dice.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

/**
 * Three bots of which one or two are always dead, paused or starting, by the rules of the storm in `test/fault/cluster`,
 * in steps of a second.
 */

const shards = 3;
const longestMs = 20_000;
const [renewMs, blowMs, pausedMs, startMs] = [4_000, 3_000, 30_000, 2_000];

it.each([1, 2])('each shard is taken over within 20 s while a bot runs, in storm %i', async (seed) => {
  const clock = manualClock();
  const dice = createDice(seed);
  const db = await openBotDatabase();
  const leases = createLeases({ db, clock, owner: 'test' });
  let joined = 0;

  const createBot = () => {
    let held: HeldLease | null = null;
    let store = createShardStore({ db, clock });
    let renewedAt = 0;
    const bot = {
      wellSince: clock.now(),
      backAt: 0,
      isWell: () => clock.now() >= bot.backAt,
      me: () => held && `${held.name}/${held.fence}`,
      join: async () => {
        joined += 1;
        held = await leases.take(`bot/${joined}`);
        store = createShardStore({ db, clock });
        renewedAt = clock.now();
      },
      /** What it does in a second. */
      async step(): Promise<void> {
        if (!held || (clock.now() - renewedAt >= renewMs && !(await held.renew()))) return bot.join();
        if (clock.now() - renewedAt >= renewMs) renewedAt = clock.now();
        const me = bot.me()!;
        const found = await store.balance(me);
        for (const shard of found?.mine.slice(0, found.surplus) ?? []) await store.release(me, shard);
      },
      hit(): void {
        const isPause = dice.chance(0.3);
        if (!isPause) held = null;
        bot.backAt = clock.now() + (isPause ? pausedMs : startMs + dice.int(8_000));
        bot.wellSince = bot.backAt;
      },
      servedAt: () => renewedAt,
    };
    return bot;
  };

  const bots = [createBot(), createBot(), createBot()];
  for (const bot of bots) await bot.join();
  await createShardStore({ db, clock }).agreeOn(shards, bots[0]!.me()!);
  /** When each shard was last known to be served. */
  const servedAt = new Map<number, number>();
  let longest = 0;
  for (let second = 1; second <= 600; second += 1) {
    await clock.advance(1_000);
    const well = bots.filter((bot) => bot.isWell());
    for (const bot of well) await bot.step();
    const rows = await db.all<{ shard: number; owner: string | null }>(
      'SELECT shard, owner FROM gateway_shard',
    );
    for (const { shard, owner } of rows) {
      const server = bots.find((bot) => bot.me() !== null && bot.me() === owner);
      if (server) servedAt.set(shard, server.isWell() ? clock.now() : server.servedAt());
      const since = servedAt.get(shard) ?? clock.now();
      for (const { wellSince } of well) longest = Math.max(longest, clock.now() - Math.max(since, wellSince));
    }
    if (second % (blowMs / 1_000) === 0 && well.length > 1) dice.pick(well).hit();
  }
  expect(longest).toBeLessThanOrEqual(longestMs);
  expect(longest).toBeGreaterThan(10_000);
  await db.close();
});
