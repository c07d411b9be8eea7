import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Keypair } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runReconcile } from '../../src/cli/reconcile.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { databaseUrlFor } from '../support/engines.js';
import type { Person } from './http-world.js';
import { openStreet, type Shop, type Street } from './payments-world.js';

/** `rigsmith reconcile` on records older than today's set of assets. */

let street: Street;
let merchant: Keypair;
let folder: string;
const shops: Shop[] = [];
beforeAll(async () => {
  street = await openStreet(Date.now() - 600_000); // the command reads the real clock
});
afterAll(() => street.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-'));
  merchant = street.openMerchant();
  const environment = {
    DATA_DIR: folder,
    SOLANA_RPC_URL: street.chain.rpcUrl,
    SOLANA_NETWORK: 'localnet',
    MERCHANT_ADDRESS: merchant.publicKey.toBase58(),
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  vi.stubEnv('DATABASE_URL', await databaseUrlFor(join(folder, 'service.db')));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const shop of shops.splice(0)) await shop.close();
  rmSync(folder, { recursive: true });
});

const openShop = async (config: { usdcMint?: string } = {}) => {
  const shop = await street.openShop({
    dbPath: join(folder, 'service.db'),
    masterKeys: ['7'.repeat(64)],
    merchantAddress: merchant.publicKey.toBase58(),
    ...config,
  });
  shops.push(shop);
  return shop;
};
const closeShop = async (shop: Shop) => {
  shops.splice(shops.indexOf(shop), 1);
  await shop.close();
};

const reconcile = async () => {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { code: await runReconcile([], { stdout, stderr: stdout }), text };
};
/** Rows seen in the last minutes are skipped: this makes them older. */
const age = (shop: Shop) => shop.context.db.run('UPDATE payment SET seen_at = seen_at - 600000');
const agrees = async (shop: Shop) => {
  await shop.until(async () => {
    await age(shop);
    return (await reconcile()).code === 0;
  });
  expect((await reconcile()).text).toContain('No differences');
};
const linkByTransfer = async (person: Person, how: { omitReference?: boolean } = {}) => {
  const { address } = person.wallet;
  const asked = (await person.post('/api/auth/nonce', { address, purpose: 'transfer_proof' })).json();
  const { signature } = await person.wallet.pay(asked.transfer.solana_pay_url, how);
  street.chain.controls.advance(1);
  const handedIn = { address, nonce: asked.nonce, encoding: 'transfer', signature };
  expect((await person.post('/api/auth/wallet', handedIn)).statusCode).toBe(200);
  return signature;
};

describe('reconcile after a member linked by transfer', () => {
  test.each([
    ['with', false],
    ['without', true],
  ])('agrees when the transfer came %s its reference', async (_, omitReference) => {
    const shop = await openShop();
    await shop.listen();
    await linkByTransfer(shop.person('alice'), { omitReference });
    shop.finalise();
    await agrees(shop);
  });

  test('agrees when the watcher never recorded the transfer', async () => {
    const shop = await openShop();
    const signature = await linkByTransfer(shop.person('alice'));
    shop.finalise();
    const find = 'SELECT part FROM payment WHERE signature = @signature';
    expect(await shop.context.db.all(find, { signature })).toEqual([]);
    await shop.listen();
    await agrees(shop);
    await shop.context.db.run('DELETE FROM payment WHERE signature = @signature', { signature });
    expect((await reconcile()).code).toBe(0);
  });

  test.each([
    [
      'has other credits in the ledger',
      'UPDATE transfer_proof SET credits = 500',
      /proof of \w+ gave 500 credits, the ledger says 5/,
    ],
    [
      'is gone while its credits are not',
      'DELETE FROM transfer_proof',
      /proof:\w+ gave credits but proved no wallet/,
    ],
    [
      'brought another amount',
      'DELETE FROM payment; UPDATE transfer_proof SET lamports = 7',
      /brought \d+ base units of SOL, the books say 7/,
    ],
  ])('reports a proof that %s', async (_, tamper, sentence) => {
    const shop = await openShop();
    await shop.listen();
    const alice = shop.person('alice');
    await linkByTransfer(alice);
    await shop.buy(alice); // a price is set, so that the proof's value is not dust
    shop.finalise();
    await agrees(shop);
    for (const change of tamper.split('; ')) await shop.context.db.run(change);
    const { code, text } = await reconcile();
    expect(text).toMatch(sentence);
    expect(code).toBe(1);
  });
});

describe('after USDC_MINT was changed', () => {
  test('a purchase that is still open is credited in the mint it named, and reconcile agrees', async () => {
    const { address } = createTestWallet({ rpcUrl: street.chain.rpcUrl, name: 'alice' });
    const holders = [merchant.publicKey.toBase58(), address];
    const former = street.chain.controls.airdropLookalike(holders, 1_000_000_000n);
    street.chain.controls.advance(1);
    const before = await openShop({ usdcMint: former });
    const alice = await before.signedIn('alice');
    const [paid, open] = [await before.buy(alice, 'USDC'), await before.buy(alice, 'USDC')];
    await before.listen();
    await before.pay(alice, paid);
    before.finalise();
    await before.untilStatus(alice, paid, 'succeeded');
    await closeShop(before);

    const shop = await openShop();
    const again = await shop.signedIn('alice');
    await shop.listen();
    await shop.pay(again, open);
    shop.finalise();
    await shop.untilStatus(again, open, 'succeeded');
    expect(await shop.credits(again)).toBe(200);
    await agrees(shop);
  });
});
