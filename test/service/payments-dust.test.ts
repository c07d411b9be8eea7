import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { newReference } from '../../src/chain/pay-url.js';
import type { Intent } from '../../src/contract/payments.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { manualClock } from '../support/clock.js';
import { createCrowdedChain } from './crowded-chain.js';
import { isOnPostgres, openWorld, type Person } from './http-world.js';

/** Anyone who sees a payment code can send one lamport with its reference, thousands of times. */

const address = () => newReference(randomBytes);
const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openShop() {
  const clock = manualClock();
  const chain = createCrowdedChain(clock);
  const merchant = address();
  const stranger = address();
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-dust-'));
  const dbPath = join(folder, 'service.db');
  const world = await openWorld({
    clock,
    rpc: chain.rpc,
    plug: async (context) => [await createPaymentsFeature(context)],
    config: { merchantAddress: merchant, requiredCommitment: 'finalized', dbPath },
  });
  closing.push(
    () => rmSync(folder, { recursive: true }),
    () => world.close(),
  );
  const { db, hub } = world.context;
  const pushes = vi.spyOn(hub, 'tellUser');
  /** On the writing connection. */
  const onWriter = <Row>(sql: string) => db.transaction((t) => t.get<Row>(sql));
  // So that the WAL grows by every byte that is written.
  if (!isOnPostgres) await onWriter('PRAGMA wal_autocheckpoint = 0');
  const read = async (person: Person, { id }: Intent): Promise<Intent> =>
    (await person.get(`/api/payments/intents/${id}`)).json();
  const dust = 'SELECT coalesce(sum(transfers), 0) AS count FROM dust';
  return {
    chain,
    db,
    context: world.context,
    read,
    listen: () => world.listen(),
    dust: async () => (await db.get<{ count: number }>(dust))!.count,
    async buyer(name: string) {
      const person = world.person(name);
      await person.signIn();
      const intent: Intent = (
        await person.post('/api/payments/intents', { pack_id: 'starter', currency: 'SOL' })
      ).json();
      const pay = (amount = BigInt(intent.amount_base_units), ...references: string[]) =>
        chain.send(person.wallet.address, merchant, amount, ...references);
      return { person, intent, pay };
    },
    sendDust(count: number, intent: Intent, lamports = 1n) {
      for (let sent = 0; sent < count; sent += 1) chain.send(stranger, merchant, lamports, intent.reference);
    },
    work: async () => ({
      rows: (await onWriter<{ rows: number }>('SELECT total_changes() AS rows'))!.rows,
      bytes: statSync(`${dbPath}-wal`).size,
      pushes: pushes.mock.calls.length,
      transactions: chain.asked.batches.flat().length,
      requests: chain.asked.lists + chain.asked.batches.length,
    }),
    async until(condition: () => boolean | Promise<boolean>) {
      for (let turn = 0; turn < 200; turn += 1) {
        if (await condition()) return;
        await clock.advance(100);
      }
      throw new Error('it did not happen');
    },
  };
}

const costOf = async (count: number) => {
  const shop = await openShop();
  const { intent } = await shop.buyer('alice');
  await shop.listen();
  await shop.until(() => shop.chain.asked.lists > 0);
  const before = await shop.work();
  shop.sendDust(count, intent);
  await shop.until(async () => (await shop.dust()) === count);
  const after = await shop.work();
  return Object.fromEntries(
    Object.entries(after).map(([kind, done]) => [kind, done - before[kind as keyof typeof before]]),
  ) as typeof after;
};

test.skipIf(isOnPostgres)(
  'dust costs about the same per transfer for 1,500 as for 300, and sends no push',
  { tags: 'slow' },
  async () => {
    const [few, many] = [await costOf(300), await costOf(1_500)];
    expect(few.transactions).toBe(300);
    expect(many.transactions).toBe(1_500);
    expect([few.pushes, many.pushes]).toEqual([0, 0]);
    // Work that grows with the number of earlier transfers would cost five times as much for each.
    for (const kind of ['rows', 'bytes', 'requests'] as const)
      expect([kind, many[kind] <= few[kind] * 5 * 1.5]).toEqual([kind, true]);
  },
);

describe('among a thousand transfers of dust', () => {
  test('an honest payment of the same purchase is read first, at any position', async () => {
    const shop = await openShop();
    const { person, intent, pay } = await shop.buyer('alice');
    shop.sendDust(500, intent);
    const signature = pay(undefined, intent.reference);
    shop.sendDust(500, intent);
    await shop.listen();
    await shop.until(async () => (await shop.read(person, intent)).status === 'succeeded');
    expect(shop.chain.asked.batches[0]).toContain(signature);
    expect((await shop.read(person, intent)).transactions).toHaveLength(1);
    await shop.until(async () => (await shop.dust()) === 1_000);
    expect((await shop.read(person, intent)).transactions).toHaveLength(1);
  });

  test('the payment of another member, without reference, is read first', { tags: 'slow' }, async () => {
    const shop = await openShop();
    const { intent } = await shop.buyer('alice');
    const bob = await shop.buyer('bob');
    shop.sendDust(500, intent);
    const signature = bob.pay();
    shop.sendDust(500, intent);
    await shop.listen();
    await shop.until(async () => (await shop.read(bob.person, bob.intent)).status === 'succeeded');
    expect(shop.chain.asked.batches[0]).toContain(signature);
  });

  test('every transfer is read and counted once, however often the service restarts', async () => {
    const shop = await openShop();
    const { intent } = await shop.buyer('alice');
    shop.sendDust(300, intent, 199_999n);
    await shop.listen();
    await shop.until(async () => (await shop.dust()) === 300);
    const read = shop.chain.asked.batches.length;
    const again = await createPaymentsFeature({ ...shop.context, rpc: shop.chain.rpc });
    await again.start?.();
    const lists = shop.chain.asked.lists;
    await shop.until(() => shop.chain.asked.lists > lists + 4);
    await again.stop?.();
    expect(shop.chain.asked.batches).toHaveLength(read);
    expect(await shop.dust()).toBe(300);
  });
});

describe('small payments', () => {
  test('of one percent count, of less do not, however many arrive', async () => {
    const shop = await openShop();
    const { person, intent } = await shop.buyer('alice');
    const percent = BigInt(intent.amount_base_units) / 100n;
    await shop.listen();
    shop.sendDust(150, intent, percent - 1n);
    shop.sendDust(3, intent, percent + 1n);
    await shop.until(async () => (await shop.read(person, intent)).status === 'partially_paid');
    await shop.until(async () => (await shop.dust()) === 150);
    const { transactions, amount_received_base_units } = await shop.read(person, intent);
    expect(transactions).toHaveLength(3);
    expect(amount_received_base_units).toBe(String((percent + 1n) * 3n));
  });

  test('complete the price even when the rest is smaller than dust', async () => {
    const shop = await openShop();
    const { person, intent, pay } = await shop.buyer('alice');
    await shop.listen();
    pay(BigInt(intent.amount_base_units) - 5_000n, intent.reference);
    await shop.until(async () => (await shop.read(person, intent)).status === 'partially_paid');
    shop.sendDust(20, intent, 4_999n);
    await shop.until(async () => (await shop.dust()) === 20);
    expect((await shop.read(person, intent)).status).toBe('partially_paid');
    shop.sendDust(1, intent, 5_000n);
    await shop.until(async () => (await shop.read(person, intent)).status === 'succeeded');
    expect(await shop.dust()).toBe(20);
  });

  test('beyond a hundred of a purchase open a case, and the price still counts', {
    tags: 'slow',
  }, async () => {
    const shop = await openShop();
    const { person, intent, pay } = await shop.buyer('alice');
    const percent = BigInt(intent.amount_base_units) / 100n + 1n;
    await shop.listen();
    shop.sendDust(130, intent, percent);
    const open = `SELECT review.id FROM review JOIN payment USING (signature, part) WHERE intent_id IS NULL`;
    await shop.until(async () => (await shop.db.all(open)).length === 30);
    pay(undefined, intent.reference);
    await shop.until(async () => (await shop.read(person, intent)).transactions.length === 101);
    expect((await shop.read(person, intent)).status).toBe('succeeded');
  });
});
