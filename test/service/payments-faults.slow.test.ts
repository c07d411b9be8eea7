import { Keypair, PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toDecimal } from '../../src/base/money.js';
import type { Rpc } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import type { RpcMood } from '../../src/playground/chain/server.js';
import { eachOf } from '../support/slice.js';
import type { Person } from './http-world.js';
import { carrying } from './local-chain/world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

/** Failures between a wallet and its credits, on the local chain: nothing is lost, and nothing counts twice. */

let street: Street;
let rpc: Rpc;
let shop: Shop;
let alice: Person;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  street.chain.controls.advance(10);
  await street.clock.advance(120_000);
  rpc = street.openRpc({ timeoutMs: 500, random: () => 0 });
  shop = await street.openShop({}, rpc);
  alice = await shop.signedIn('alice');
});
afterEach(async () => {
  street.chain.controls.setRpc('healthy');
  street.chain.controls.setView({ lagSlots: 0, transactionsHidden: false });
  street.chain.controls.resumeFinality();
  expect(await shop.ledgerDifferences()).toEqual([]);
  await shop.close();
  await rpc.close();
});

const controls = () => street.chain.controls;
const isCredited = async (intent: Intent, exception: string | null = null) => {
  const { status, exception: found } = (await shop.confirm(alice, intent)).json();
  expect({ status, found, credits: await shop.credits(alice) }).toEqual({
    status: 'succeeded',
    found: exception,
    credits: 100,
  });
};
const hasNothing = async (intent: Intent) => {
  expect((await shop.confirm(alice, intent)).json()).toMatchObject({ status: 'requires_payment' });
  expect(await shop.credits(alice)).toBe(0);
};
const transfer = (from: Keypair, to: string, lamports: bigint, ...references: string[]) =>
  carrying(
    SystemProgram.transfer({ fromPubkey: from.publicKey, toPubkey: new PublicKey(to), lamports }),
    ...references,
  );

describe('a node that cannot be read', () => {
  eachOf<RpcMood>(2, ['down', 'rate_limited', 'silent', 'garbled'])(
    '(%s) never gives the answer "not paid", and afterwards the payment is credited',
    async (mood) => {
      const intent = await shop.buy(alice);
      await shop.confirm(alice, intent);
      await shop.pay(alice, intent);
      shop.finalise();
      controls().setRpc(mood);
      const reply = await shop.confirm(alice, intent);
      expect(reply.json()).toMatchObject({ status: 502, code: 'rpc_unavailable' });
      expect(reply.headers['retry-after']).toBe('5');
      expect((await shop.read(alice, intent)).status).toBe('requires_payment');
      controls().setRpc('healthy');
      await isCredited(intent);
    },
  );

  test('for an hour expires nothing, and the watcher finds the payments made meanwhile', {
    tags: 'slow',
  }, async () => {
    await shop.listen();
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent);
    shop.finalise();
    controls().setRpc('down');
    for (let minute = 0; minute < 14; minute += 1) await street.clock.advance(60_000);
    expect((await shop.read(alice, intent)).status).toBe('requires_payment');
    controls().setRpc('healthy');
    await shop.untilStatus(alice, intent, 'succeeded');
  });
});

describe('a node that is behind', () => {
  test('does not know the payment yet: it stays pending, then is credited', async () => {
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent);
    controls().setView({ lagSlots: 20 });
    const early = await shop.confirm(alice, intent);
    expect([early.statusCode, early.json().checked.nodes]).toEqual([202, 1]);
    shop.finalise();
    controls().setView({ lagSlots: 0 });
    await isCredited(intent);
  });

  test('lists the signature without its transaction: null, then present', async () => {
    const intent = await shop.buy(alice);
    const signature = await shop.pay(alice, intent);
    shop.finalise();
    controls().setView({ transactionsHidden: true });
    expect((await shop.confirm(alice, intent)).statusCode).toBe(202);
    expect((await shop.confirm(alice, intent, signature)).statusCode).toBe(202);
    controls().setView({ transactionsHidden: false });
    await isCredited(intent);
  });
});

describe('a losing fork', () => {
  test('drops a confirmed payment, and the resent one is credited once', async () => {
    controls().pauseFinality();
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent);
    expect((await shop.confirm(alice, intent)).json().status).toBe('processing');
    expect(controls().rollback()).toHaveLength(1);
    expect((await shop.confirm(alice, intent)).json().status).toBe('processing'); // it may still come back
    await street.clock.advance(100_000);
    await hasNothing(intent);
    controls().resumeFinality();
    await shop.pay(alice, intent, { withGuards: true });
    shop.finalise();
    await isCredited(intent);
  });

  test('drops unmatched money and a second payment without opening a case', async () => {
    await shop.listen();
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent);
    shop.finalise();
    await shop.untilStatus(alice, intent, 'succeeded');
    controls().pauseFinality();
    await shop.pay(alice, intent, { withGuards: true });
    await street.send(street.passerBy, transfer(street.passerBy, intent.recipient, 30_000_000n));
    const kept = async () =>
      (await shop.context.db.all(`SELECT part FROM payment WHERE commitment = 'confirmed'`)).length;
    await shop.until(async () => (await kept()) === 2);
    expect(controls().rollback()).toHaveLength(2);
    await shop.until(async () => (await kept()) === 0);
    expect((await shop.read(alice, intent)).transactions).toHaveLength(1);
    expect(
      (await shop.store.reviews.listOpen()).filter(({ amountBaseUnits: amount }) => amount === 30_000_000n),
    ).toEqual([]);
  });

  test('moves a payment to a later slot: it counts as one payment', async () => {
    controls().pauseFinality();
    const intent = await shop.buy(alice);
    const instruction = transfer(street.passerBy, intent.recipient, price(intent), intent.reference);
    const signed = await street.sign(street.passerBy, instruction);
    await signed.send();
    await shop.confirm(alice, intent);
    controls().rollback();
    await signed.send();
    controls().resumeFinality();
    shop.finalise();
    await isCredited(intent);
    expect((await shop.read(alice, intent)).transactions).toHaveLength(1);
  });
});

describe('an unusual payment', () => {
  test('in two halves, minutes apart, completes the price', async () => {
    const intent = await shop.buy(alice);
    const half = price(intent) / 2n;
    await shop.pay(alice, intent, { amountBaseUnits: half });
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({ code: 'payment_underpaid' });
    const again = await shop.read(alice, intent);
    const asked = alice.wallet.scan(again.solana_pay_url).payment.amount;
    expect(asked).toBe(toDecimal(price(intent) - half, 'SOL')); // the code asks for the rest
    await street.clock.advance(10 * 60_000);
    await shop.pay(alice, again);
    shop.finalise();
    await isCredited(intent);
  });

  test('that failed is followed by one that succeeds', async () => {
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent, { fails: true });
    shop.finalise();
    await hasNothing(intent);
    await shop.pay(alice, intent);
    shop.finalise();
    await isCredited(intent);
  });

  test('in a token that looks like USDC counts nothing', async () => {
    const intent = await shop.buy(alice, 'USDC');
    const fake = controls().airdropLookalike([alice.wallet.address, intent.recipient], 10_000_000n);
    const { signature } = await alice.wallet.pay(intent.solana_pay_url.replace(intent.mint ?? '', fake));
    shop.finalise();
    await hasNothing(intent);
    expect((await shop.confirm(alice, intent, signature)).json()).toMatchObject({ code: 'wrong_asset' });
    expect(await shop.store.reviews.listOpen()).toEqual([]); // a worthless token needs no operator
  });

  test('to a third party, with the reference, counts nothing', async () => {
    const intent = await shop.buy(alice);
    const elsewhere = Keypair.generate().publicKey.toBase58();
    await street.send(street.passerBy, transfer(street.passerBy, elsewhere, price(intent), intent.reference));
    shop.finalise();
    await hasNothing(intent);
  });

  test('after a stranger’s lamport and with a guard, as v0, is credited', async () => {
    const intent = await shop.buy(alice);
    await street.send(street.passerBy, transfer(street.passerBy, intent.recipient, 1n, intent.reference));
    await shop.pay(alice, intent, { asV0: true, withGuards: true });
    shop.finalise();
    await isCredited(intent);
  });

  test('sent twice within one slot is credited once and marked', async () => {
    const intent = await shop.buy(alice);
    await shop.pay(alice, intent, { times: 2 });
    shop.finalise();
    await isCredited(intent, 'duplicate');
    const open = await shop.store.reviews.listOpen();
    expect(open.map(({ reason, amountBaseUnits }) => [reason, amountBaseUnits])).toEqual([
      ['duplicate', price(intent)],
    ]);
  });
});

test('a payment of the remaining amount counts without its reference too, by payer and exact amount', async () => {
  await shop.listen();
  const intent = await shop.buy(alice);
  await shop.pay(alice, intent, { amountBaseUnits: price(intent) / 2n });
  controls().advance(10);
  const asked = await shop.untilStatus(alice, intent, 'partially_paid');
  const { signature } = await alice.wallet.pay(asked.solana_pay_url, { omitReference: true });
  controls().advance(10);
  expect(await shop.untilStatus(alice, intent, 'succeeded')).toMatchObject({
    exception: null,
    receipt: { signature },
    amount_received_base_units: intent.amount_base_units,
  });
});

describe('junk with the reference of a purchase', () => {
  const junkFor = async (intent: Intent) => {
    const astray = street.passerBy.publicKey.toBase58();
    for (let turn = 0; turn < 45; turn += 1)
      await street.send(
        street.passerBy,
        transfer(street.passerBy, astray, 1n + BigInt(turn), intent.reference),
      );
    controls().advance(10);
  };
  const openCounting = async () => {
    const reads: number[] = [];
    const counting: Rpc = {
      ...rpc,
      transactions(signatures, commitment) {
        reads.push(signatures.length);
        return rpc.transactions(signatures, commitment);
      },
    };
    const till = await street.openShop({}, counting);
    const readsOf = async (...press: Parameters<Shop['confirm']>) => {
      const before = reads.length;
      const { status } = (await till.confirm(...press)).json();
      return [reads.slice(before).reduce((total, count) => total + count, 0), status];
    };
    return { till, readsOf };
  };

  test('hides no payment of the linked wallet: the first check finds it', async () => {
    const { till, readsOf } = await openCounting();
    const bob = await till.signedIn('bob');
    const intent = await till.buy(bob);
    await till.pay(bob, intent);
    await junkFor(intent);
    expect(await readsOf(bob, intent)).toEqual([20, 'succeeded']);
    await till.close();
  });

  test('is read once, a few transfers at a time', async () => {
    const { till, readsOf } = await openCounting();
    const bob = await till.signedIn('bob');
    const intent = await till.buy(bob);
    await junkFor(intent);
    expect(await readsOf(bob, intent)).toEqual([20, 'requires_payment']);
    expect(await readsOf(bob, intent)).toEqual([20, 'requires_payment']);
    expect(await readsOf(bob, intent)).toEqual([5, 'requires_payment']);
    expect(await readsOf(bob, intent)).toEqual([0, 'requires_payment']);
    await till.close();
  });
});
