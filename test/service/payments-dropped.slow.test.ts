import { PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Intent } from '../../src/contract/payments.js';
import { reconcile } from '../../src/service/payments/reconcile.js';
import { holdCredits, type Person } from './http-world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** `REQUIRED_COMMITMENT=confirmed`: credits arrive at once, and a losing fork reverts the payment. */

let street: Street;
let shop: Shop;
let alice: Person;
let merchant: string;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  street.chain.controls.advance(10);
  await street.clock.advance(120_000);
  merchant = street.openMerchant().publicKey.toBase58();
  shop = await street.openShop({ merchantAddress: merchant, requiredCommitment: 'confirmed' });
  alice = await shop.signedIn('alice');
  await shop.listen();
  street.chain.controls.advance(10);
  street.chain.controls.pauseFinality();
});
afterEach(async () => {
  street.chain.controls.resumeFinality();
  street.chain.controls.advance(10);
  const { rpc, clock } = street;
  await street.clock.advance(180_000);
  const side = { rpc, recipient: merchant, usdcMint: street.chain.usdcMint, since: 0 };
  expect((await reconcile(shop.context.db, clock, side)).differences).toEqual([]);
  expect(await shop.ledgerDifferences()).toEqual([]);
  await shop.close();
});

const by = { by: 'olga' };
const caseOf = async (intent: Intent) =>
  (await shop.store.reviews.listOpen()).find(({ intentId }) => intentId === intent.id);
/** Credited, then dropped by a fork. */
const dropped = async () => {
  const intent = await shop.buy(alice);
  const signature = await shop.pay(alice, intent);
  await shop.untilStatus(alice, intent, 'succeeded');
  expect(street.chain.controls.rollback()).toContain(signature);
  await shop.until(async () => (await caseOf(intent)) !== undefined);
  return { intent, signature, number: (await caseOf(intent))!.id };
};

describe('a credited payment dropped by a fork', () => {
  test('opens a case, tells the member, and keeps the credits until an operator decides', async () => {
    const { intent } = await dropped();
    expect(await caseOf(intent)).toMatchObject({ reason: 'dropped', amountBaseUnits: price(intent) });
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'succeeded',
      exception: 'dropped',
      amount_received_base_units: '0',
      transactions: [{ standing: 'dropped', amount_base_units: intent.amount_base_units }],
    });
    expect(await shop.credits(alice)).toBe(100);
  });

  test('has its credits taken back by revoke, once', async () => {
    const { intent, number } = await dropped();
    await expect(
      shop.store.reviews.refund(
        { id: number },
        { ...by, refund: { signature: 'x', amountBaseUnits: price(intent) } },
      ),
    ).rejects.toThrow(`Use revoke ${number}`);
    await shop.store.reviews.revoke({ id: number }, by);
    expect(await shop.read(alice, intent)).toMatchObject({ status: 'refunded', exception: 'dropped' });
    expect(await shop.credits(alice)).toBe(0);
    await expect(shop.store.reviews.revoke({ id: number }, by)).rejects.toThrow(
      'is already decided: revoked',
    );
  });

  test('is not revoked while the credits are spent, and the error names the alternative', async () => {
    const { intent, number } = await dropped();
    const me = (await alice.get('/api/users/me')).json();
    await holdCredits(shop.context, { userId: me.id, credits: 30, subject: 'gen_1' });
    await expect(shop.store.reviews.revoke({ id: number }, by)).rejects.toThrow(`credit ${number}`);
    expect((await shop.read(alice, intent)).status).toBe('succeeded');
    expect(await caseOf(intent)).toBeDefined();
  });

  test('keeps its credits after the operator chooses credit', async () => {
    const { intent, number } = await dropped();
    await shop.store.reviews.credit({ id: number }, by);
    expect(await shop.read(alice, intent)).toMatchObject({ status: 'succeeded', exception: null });
    expect([await caseOf(intent), await shop.credits(alice)]).toEqual([undefined, 100]);
  });

  test('is settled automatically when the member pays again, and the receipt names the new payment', async () => {
    const { intent, signature } = await dropped();
    street.chain.controls.resumeFinality();
    const again = await shop.pay(alice, intent, { withGuards: true });
    shop.finalise();
    await shop.until(async () => (await caseOf(intent)) === undefined);
    expect(again).not.toBe(signature);
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'succeeded',
      receipt: { signature: again },
    });
    expect(await shop.credits(alice)).toBe(100);
  });

  test('opens no case if another payment covers the price', { tags: 'slow' }, async () => {
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent);
    await shop.untilStatus(alice, intent, 'succeeded');
    street.chain.controls.resumeFinality();
    street.chain.controls.advance(10);
    street.chain.controls.pauseFinality();
    await shop.pay(alice, intent, { withGuards: true });
    await shop.until(async () => (await caseOf(intent))?.reason === 'duplicate');
    street.chain.controls.rollback();
    await shop.until(async () => (await caseOf(intent)) === undefined);
    expect(await shop.read(alice, intent)).toMatchObject({ status: 'succeeded', exception: null });
  });
});

test('a dropped payment counts again when it lands again, and the case closes', {
  tags: 'slow',
}, async () => {
  const intent = await shop.buy(alice);
  const { passerBy } = street;
  const transfer = SystemProgram.transfer({
    fromPubkey: passerBy.publicKey,
    toPubkey: new PublicKey(intent.recipient),
    lamports: price(intent),
  });
  transfer.keys.push({ pubkey: new PublicKey(intent.reference), isSigner: false, isWritable: false });
  const signed = await street.sign(passerBy, transfer);
  await signed.send();
  await shop.untilStatus(alice, intent, 'succeeded');
  street.chain.controls.rollback();
  await shop.until(async () => (await caseOf(intent)) !== undefined);
  await signed.send();
  await shop.until(async () => (await caseOf(intent)) === undefined);
  expect(await shop.read(alice, intent)).toMatchObject({
    status: 'succeeded',
    exception: null,
    transactions: [{ standing: 'counts' }],
  });
  expect(await shop.credits(alice)).toBe(100);
});
