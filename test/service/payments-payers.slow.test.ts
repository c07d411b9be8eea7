import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDecimal } from '../../src/base/money.js';
import type { Intent } from '../../src/contract/payments.js';
import { reconcile } from '../../src/service/payments/reconcile.js';
import type { Person } from './http-world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** Payments without their reference: matched by the payer's wallet and the exact amount. */

let street: Street;
let shop: Shop;
let merchant: string;
/** One member with two wallets; the bot holds a session of each. */
let alice: Person;
let second: Person;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  street.chain.controls.advance(10);
  await street.clock.advance(120_000);
  merchant = street.openMerchant().publicKey.toBase58();
  shop = await street.openShop({ merchantAddress: merchant });
  [alice, second] = [await shop.signedIn('alice'), await shop.signedIn('bob')];
  await shop.listen();
});
afterEach(async () => {
  await street.clock.advance(180_000);
  const side = { rpc: street.rpc, recipient: merchant, usdcMint: street.chain.usdcMint, since: 0 };
  expect((await reconcile(shop.context.db, street.clock, side)).differences).toEqual([]);
  expect(await shop.ledgerDifferences()).toEqual([]);
  await shop.close();
});

const vouch = ({ id }: Intent, wallet = second) => wallet.post(`/api/payments/intents/${id}/payers`);
const payUnmarked = async (intent: Intent, wallet = second, amount = price(intent)) => {
  const signature = await shop.pay(wallet, intent, { omitReference: true, amountBaseUnits: amount });
  shop.finalise();
  return signature;
};
const caseOf = async (signature: string) =>
  (await shop.store.reviews.listOpen()).find((each) => each.signature === signature);

describe('a payment of the exact amount without reference, from a member’s second wallet,', () => {
  test('is credited automatically once the wallet has declared whose purchases it pays', async () => {
    const intent = await shop.buy(alice);
    expect((await vouch(intent)).statusCode).toBe(204);
    await payUnmarked(intent);
    await shop.untilStatus(alice, intent, 'succeeded');
    expect([await shop.credits(alice), await shop.credits(second)]).toEqual([100, 0]);
  });

  test('is credited also when it was paid before the declaration, and the case closes', async () => {
    const intent = await shop.buy(alice);
    const signature = await payUnmarked(intent);
    await shop.until(async () => (await caseOf(signature)) !== undefined);
    expect((await vouch(intent)).statusCode).toBe(204);
    expect((await shop.read(alice, intent)).status).toBe('succeeded');
    expect(await caseOf(signature)).toBeUndefined();
  });

  test('is credited when its transaction is submitted, and before that refused with the real reason', async () => {
    const intent = await shop.buy(alice);
    const signature = await payUnmarked(intent, second, price(intent) + 5_000n);
    const refused = (await shop.confirm(alice, intent, signature)).json();
    expect(refused.detail).toContain("didn't come from a wallet you linked");
    await vouch(intent);
    expect((await shop.confirm(alice, intent, signature)).json().status).toBe('succeeded');
  });

  test('is not matched with another amount, nor for a stranger’s wallet', { tags: 'slow' }, async () => {
    const intent = await shop.buy(alice);
    await vouch(intent);
    const other = await payUnmarked(intent, second, price(intent) - 1n);
    const mallory = await shop.signedIn('mallory');
    const stranger = await payUnmarked(intent, mallory);
    await shop.until(
      async () => (await caseOf(other)) !== undefined && (await caseOf(stranger)) !== undefined,
    );
    expect(await shop.credits(alice)).toBe(0);
  });

  test('may be declared repeatedly, but only for existing purchases', { tags: 'slow' }, async () => {
    const intent = await shop.buy(alice);
    expect([(await vouch(intent)).statusCode, (await vouch(intent)).statusCode]).toEqual([204, 204]);
    expect((await vouch({ ...intent, id: 'int_nowhere' })).json().code).toBe('not_found');
  });
});

describe('a transfer that proves a wallet, without its reference', () => {
  const ask = async () =>
    (
      await alice.post('/api/auth/nonce', { address: alice.wallet.address, purpose: 'transfer_proof' })
    ).json();
  const handIn = (asked: { nonce: string }, signature: string) =>
    alice.post('/api/auth/wallet', {
      address: alice.wallet.address,
      nonce: asked.nonce,
      encoding: 'transfer',
      signature,
    });
  const prove = async (asked: { transfer: { solana_pay_url: string } }) => {
    const { signature } = await alice.wallet.pay(asked.transfer.solana_pay_url, { omitReference: true });
    street.chain.controls.advance(1);
    shop.finalise();
    return signature;
  };
  const kept = async (signature: string) => {
    const select = 'SELECT intent_id FROM payment WHERE signature = @signature';
    return (await shop.context.db.all<{ intent_id: string | null }>(select, { signature })).map(
      ({ intent_id: id }) => id,
    );
  };

  test('is not counted for an open purchase of that wallet, whichever flow reads it first', async () => {
    const intent = await shop.buy(alice);
    const asked = await ask();
    const signature = await prove(asked);
    await shop.until(async () => (await kept(signature)).length > 0);
    expect(await shop.read(alice, intent)).toMatchObject({ status: 'requires_payment', transactions: [] });
    expect((await handIn(asked, signature)).statusCode).toBe(200);
    expect(await shop.credits(alice)).toBe(5);
    expect(await kept(signature)).toEqual([null]);
    expect((await shop.confirm(alice, intent, signature)).json().code).toBe('signature_already_used');
  });

  test('is refused as a payment while it can still be submitted as a proof', async () => {
    const intent = await shop.buy(alice);
    const asked = await ask();
    const signature = await prove(asked);
    expect((await shop.confirm(alice, intent, signature)).json().detail).toContain('Finish /link first');
    expect((await handIn(asked, signature)).statusCode).toBe(200);
  });

  test('never has the amount of a purchase of that wallet, nor the reverse', { tags: 'slow' }, async () => {
    const intent = await shop.buy(alice);
    const { db } = shop.context;
    const asked = await ask();
    const lamports = asked.transfer.amount_base_units;
    const copy = (change: string, params = {}) => db.run(change, params);
    const hash = Buffer.of(0);
    const nonce = `INSERT INTO nonce (hash, address, purpose, domain, input, reference, lamports, issued_at, expires_at)
      SELECT @hash, address, purpose, domain, input, 'another', LAMPORTS, issued_at, expires_at FROM nonce WHERE reference IS NOT NULL`;
    expect(await copy(nonce.replace('LAMPORTS', intent.amount_base_units), { hash })).toBe(0);
    expect(await copy(nonce.replace('LAMPORTS', '7'), { hash })).toBe(1);
    const order = (
      amount: string,
    ) => `INSERT INTO intent (id, user_id, status, pack_id, credits, currency, amount, recipient,
      reference, required_commitment, created_at, expires_at) SELECT 'int_${amount}', user_id, status, pack_id, credits,
      currency, '${amount}', recipient, 'ref${amount}', required_commitment, created_at, expires_at FROM intent LIMIT 1`;
    expect(await copy(order(lamports))).toBe(0);
    expect(await copy(order('8'))).toBe(1);
    expect(toDecimal(BigInt(lamports), 'SOL')).toMatch(/^0\.000/);
    await db.run(`DELETE FROM intent WHERE id = 'int_8'`);
  });
});
