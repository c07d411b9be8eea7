import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { compareLedger } from '../../src/service/payments/reconcile/ledger.js';
import { credits, newFolder, openRigWorld, type RigWorld, remove } from './rig-world.js';

let folder: string;
let world: RigWorld;
beforeEach(async () => {
  folder = newFolder();
  world = await openRigWorld(folder, { welcome: 30 });
  const { db, ledger } = world.context;
  const userId = await world.userId(world.alice);
  await db.transaction((t) => ledger.credit(t, { userId, credits: 50, subject: 'bought' }));
});
afterEach(async () => {
  expect(await compareLedger(world.context.db)).toEqual([]);
  await world.close();
  remove(folder);
});

const addressOf = async (person = world.alice) =>
  (await person.get('/api/users/me')).json().address as string;
const give = async (to: string, amount: number, key = 'press', from = world.alice) =>
  (await from.post('/api/users/credits/gifts', { to, credits: amount }, { 'idempotency-key': key })).json();

describe('a gift', () => {
  test('moves credits to the other user, and both read it in their entries', async () => {
    const bob = await world.member('bob', 0);
    expect(await give(await addressOf(bob), 20)).toMatchObject({ credits: 20, available: 60 });
    expect(await credits(bob)).toEqual({ available: 20, held: 0 });
    const entries = async (person = bob) => (await person.get('/api/users/credits/entries')).json().data;
    expect(await entries()).toMatchObject([
      { kind: 'gift_received', credits: 20, note: `from ${await addressOf()}` },
    ]);
    expect((await entries(world.alice))[0]).toMatchObject({ kind: 'gift_sent', credits: -20, balance: 60 });
  });

  test('is given once for each key, however often it is requested', async () => {
    const bob = await world.member('bob', 0);
    const to = await addressOf(bob);
    const replies = await Promise.all([1, 2, 3].map(() => give(to, 20)));
    const again = await give(to, 20);
    expect(replies.filter(({ id }) => id === again.id).length).toBeGreaterThan(0);
    expect(await credits(bob)).toMatchObject({ available: 20 });
    expect(await give(to, 5)).toMatchObject({ code: 'idempotency_conflict' });
  });

  test('never exceeds the balance, nor what was paid for', async () => {
    const bob = await world.member('bob', 0);
    const to = await addressOf(bob);
    expect(await give(to, 81, 'a')).toMatchObject({ status: 402, code: 'insufficient_credits' });
    expect(await give(to, 51, 'b')).toMatchObject({
      status: 403,
      detail: expect.stringContaining('up to 50'),
    });
    expect(await give(to, 50, 'c')).toMatchObject({ available: 30 });
    expect(await give(to, 1, 'd')).toMatchObject({ status: 403, detail: expect.stringContaining('up to 0') });
    expect(await give(await addressOf(), 50, 'e', bob)).toMatchObject({ available: 0 });
  });

  test('of two at once that are more than the balance, one is refused', async () => {
    const bob = await world.member('bob', 0);
    const to = await addressOf(bob);
    const replies = await Promise.all([give(to, 40, 'a'), give(to, 40, 'b')]);
    expect(replies.filter(({ id }) => id !== undefined)).toHaveLength(1);
    expect(await credits(bob)).toMatchObject({ available: 40 });
  });

  test('is refused to oneself, to unknown wallets, and with an amount that is none', async () => {
    expect(await give(await addressOf(), 5, 'a')).toMatchObject({ status: 403 });
    const unknown = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
    expect(await give(unknown, 5, 'b')).toMatchObject({ status: 404 });
    const bob = await world.member('bob', 0);
    for (const amount of [0, -5, 1.5])
      expect(await give(await addressOf(bob), amount, `c${amount}`)).toMatchObject({ status: 400 });
    expect(await credits(world.alice)).toEqual({ available: 80, held: 0 });
  });

  test('is refused to and from someone who is blocked', async () => {
    const bob = await world.member('bob', 0);
    const { db, clock } = world.context;
    const block = async (person: typeof bob) => {
      const userId = await world.userId(person);
      await db.run('INSERT INTO person_user (user_id, person) VALUES (@userId, @userId)', { userId });
      await db.run(
        `INSERT INTO member_block (server, person, reason, actor, since) VALUES ('s', @userId, 'r', 'a', @now)`,
        { userId, now: clock.now() },
      );
    };
    await block(bob);
    expect(await give(await addressOf(bob), 5, 'a')).toMatchObject({ status: 403, code: 'forbidden' });
    await block(world.alice);
    expect(await give(await addressOf(bob), 5, 'b')).toMatchObject({ status: 403, code: 'blocked' });
    expect(await credits(bob)).toMatchObject({ available: 0 });
  });
});
