import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/service/payments/reconcile.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** The operator changes packs, prices or the merchant address while purchases are open. */

let street: Street;
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-changed-'));
beforeAll(async () => {
  street = await openStreet();
});
afterAll(async () => {
  await street.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A catalog with one pack. */
function catalog(id: string, sol: string): string {
  const catalogDir = mkdtempSync(join(folder, 'catalog-'));
  cpSync(resolve('data/catalog'), catalogDir, { recursive: true });
  const pack = { id, name: id, description: '', credits: 7, prices: { SOL: sol } };
  writeFileSync(join(catalogDir, 'packs.json'), JSON.stringify([pack]));
  return catalogDir;
}

/** The same database and keys as `before`, reopened under another configuration. */
const masterKeys = ['7'.repeat(64)];
let shops = 0;
async function reopened(
  config: Parameters<Street['openShop']>[0],
  story: (before: Shop) => Promise<void>,
): Promise<Shop> {
  shops += 1;
  const kept = { dbPath: join(folder, `books-${shops}.db`), masterKeys };
  const before = await street.openShop(kept);
  await story(before);
  await before.close();
  const shop = await street.openShop({ ...kept, ...config });
  await shop.listen();
  return shop;
}

test('an open purchase keeps its price and its credits when its pack is removed', async () => {
  let bought: Awaited<ReturnType<Shop['buy']>> | undefined;
  const shop = await reopened({ catalogDir: catalog('other', '5') }, async (before) => {
    bought = await before.buy(await before.signedIn('alice'));
  });
  const alice = await shop.signedIn('alice');
  await shop.pay(alice, bought!);
  shop.finalise();
  const { credits, amount_base_units } = await shop.untilStatus(alice, bought!, 'succeeded');
  expect([credits, BigInt(amount_base_units)]).toEqual([100, price(bought!)]);
  expect(await shop.credits(alice)).toBe(100);
  const refused = await alice.post('/api/payments/intents', { pack_id: 'starter', currency: 'SOL' });
  expect([refused.statusCode, refused.json().code]).toEqual([404, 'not_found']);
  await shop.close();
});

test('a higher price applies only to new purchases', async () => {
  let bought: Awaited<ReturnType<Shop['buy']>> | undefined;
  const shop = await reopened({ catalogDir: catalog('starter', '0.1') }, async (before) => {
    bought = await before.buy(await before.signedIn('alice'));
  });
  const alice = await shop.signedIn('alice');
  const dearer = await shop.buy(alice);
  expect([dearer.credits, price(dearer) >= 100_000_000n]).toEqual([7, true]);
  await shop.pay(alice, bought!);
  shop.finalise();
  await shop.untilStatus(alice, bought!, 'succeeded');
  expect(await shop.credits(alice)).toBe(100);
  await shop.close();
});

test('a purchase is paid to the address it names after the merchant address changed', async () => {
  let bought: Awaited<ReturnType<Shop['buy']>> | undefined;
  const moved = street.openMerchant().publicKey.toBase58();
  const shop = await reopened({ merchantAddress: moved }, async (before) => {
    bought = await before.buy(await before.signedIn('alice'));
  });
  const alice = await shop.signedIn('alice');
  expect((await shop.buy(alice)).recipient).toBe(moved);
  await shop.pay(alice, bought!);
  await shop.confirm(alice, bought!);
  expect((await shop.read(alice, bought!)).status).toBe('processing');
  shop.finalise();
  await shop.untilStatus(alice, bought!, 'succeeded');
  expect(await shop.credits(alice)).toBe(100);
  await street.clock.advance(180_000);
  const { rpc, clock } = street;
  const chain = { rpc, recipient: moved, usdcMint: null, since: 0 };
  expect((await reconcile(shop.context.db, clock, chain)).differences).toEqual([]);
  await shop.close();
});
