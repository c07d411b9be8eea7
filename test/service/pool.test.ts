import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeVoucher } from '../../src/contract/voucher.js';
import { poolOwner } from '../../src/service/ledger/pool.js';
import { compareActs } from '../../src/service/payments/reconcile/acts.js';
import { compareLedger } from '../../src/service/payments/reconcile/ledger.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import type { Person } from './http-world.js';
import {
  createWorkshop,
  credits,
  newFolder,
  openRigWorld,
  type RigWorld,
  remove,
  rigOf,
  sees,
  type Workshop,
} from './rig-world.js';

const secret = 'a secret of bot and service, long enough';
let folder: string;
let clock: ManualClock;
let workshop: Workshop;
let world: RigWorld;
/** What the server lets each member use a day. */
let most: number | null;
beforeEach(async () => {
  folder = newFolder();
  clock = manualClock(Date.UTC(2026, 0, 1, 23, 58));
  workshop = createWorkshop();
  most = 20;
  world = await openRigWorld(folder, {
    executor: workshop,
    clock,
    welcome: 0,
    config: { botSecret: secret },
  });
  await buys(world.alice, 100);
});
afterEach(async () => {
  expect([...(await compareLedger(world.context.db)), ...(await compareActs(world.context.db))]).toEqual([]);
  await world.close();
  remove(folder);
});

/** Credits that were paid for. */
async function buys(person: Person, amount: number): Promise<void> {
  const { db, ledger } = world.context;
  const userId = await world.userId(person);
  await db.transaction((t) => ledger.credit(t, { userId, credits: amount, subject: `pay_${userId}` }));
}
async function vouched(person: Person, server: string | null = 's1') {
  const user_id = await world.userId(person);
  const pool = most === null ? {} : { pool: { most } };
  const made_at = new Date(clock.now()).toISOString();
  const given = { user_id, person: `p-${user_id}`, server, groups: [], made_at, ...pool };
  return { 'rigsmith-voucher': writeVoucher(secret, given) };
}
const give = async (amount: number, key: string, person = world.alice, server: string | null = 's1') =>
  person.post(
    '/api/users/credits/pool-gifts',
    { credits: amount },
    { ...(await vouched(person, server)), 'idempotency-key': key },
  );
const start = async (person: Person, body: object = { payer: 'server' }, server: string | null = 's1') =>
  person.post('/api/rig/text-to-rig', { prompt: 'a fox', ...body }, await vouched(person, server));
const pooled = async (server = 's1') => {
  const { available, held } = await world.context.ledger.readBalance(world.context.db, poolOwner(server));
  return { available, held };
};

describe("a server's pool", () => {
  test('gets paid credits of a member once for each key, as both sides of a gift', async () => {
    for (const _ of [1, 2])
      expect((await give(40, 'one')).json()).toMatchObject({ credits: 40, available: 60, pool: 40 });
    expect(await pooled()).toEqual({ available: 40, held: 0 });
    expect(await pooled('s2')).toEqual({ available: 0, held: 0 });
    expect((await give(70, 'two')).json()).toMatchObject({ code: 'insufficient_credits' });
    expect((await give(5, 'three', world.alice, null)).statusCode).toBe(400);
    const free = await world.member('free', 50);
    expect((await give(5, 'four', free)).json()).toMatchObject({ code: 'forbidden' });
    const acts = await world.context.db.all('SELECT server, action, credits FROM moderation_act');
    expect(acts).toEqual([{ server: 's1', action: 'pool', credits: 40 }]);
  });

  test('pays for a rig of a member without credits, and spends it when the rig is made', async () => {
    await give(40, 'one');
    const bob = await world.member('bob', 0);
    const quote = await bob.post('/api/rig/quotes', { type: 'text' }, await vouched(bob));
    expect(quote.json()).toMatchObject({ available: 0, pool: { available: 40, left_today: 20 } });
    const rig = (await start(bob)).json();
    expect(rig).toMatchObject({ paid_by: 'server', credits: { held: 10 } });
    expect([await pooled(), await credits(bob)]).toEqual([
      { available: 30, held: 10 },
      { available: 0, held: 0 },
    ]);
    (await workshop.taken(1)).end({ kind: 'made', rig: rigOf(Buffer.from('1')) });
    await sees(bob, rig.id, 'succeeded');
    expect(await pooled()).toEqual({ available: 30, held: 0 });
  });

  test('gets back what a failed or cancelled rig would have cost, and the day counts it no more', async () => {
    await give(40, 'one');
    const bob = await world.member('bob', 0);
    const { id } = (await start(bob)).json();
    (await workshop.taken(1)).end({ kind: 'refused', code: 'unriggable', detail: 'No.' });
    expect(await sees(bob, id, 'failed')).toMatchObject({ credits: { refunded: 10 } });
    const second = (await start(bob)).json();
    await bob.post(`/api/rig/generations/${second.id}/cancel`, {});
    expect([await pooled(), await credits(bob)]).toEqual([
      { available: 40, held: 0 },
      { available: 0, held: 0 },
    ]);
    for (const _ of [1, 2]) expect((await start(bob)).statusCode).toBe(202);
  });

  test('pays each member only up to the limit of a day, also when they ask at once', async () => {
    await give(100, 'one');
    const bob = await world.member('bob', 0);
    const replies = await Promise.all([1, 2, 3, 4].map(() => start(bob)));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([202, 202, 403, 403]);
    expect((await start(bob)).json()).toMatchObject({ code: 'quota_exceeded' });
    expect(await pooled()).toEqual({ available: 80, held: 20 });
    expect((await start(await world.member('eve', 0))).statusCode).toBe(202);
    await clock.advance(3 * 60_000); // past midnight
    expect((await start(bob)).statusCode).toBe(202);
  });

  test('never pays where the server does not allow it, without the bot, or beyond what it has', async () => {
    await give(5, 'one');
    const bob = await world.member('bob', 0);
    expect((await start(bob)).json()).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('has 5'),
    });
    most = null;
    expect((await start(bob)).json()).toMatchObject({ code: 'forbidden' });
    most = 20;
    expect((await start(bob, { payer: 'server' }, null)).json()).toMatchObject({ code: 'forbidden' });
    const alone = await bob.post('/api/rig/text-to-rig', { prompt: 'a fox', payer: 'server' });
    expect(alone.json()).toMatchObject({ code: 'forbidden' });
    expect(await pooled()).toEqual({ available: 5, held: 0 });
  });
});
