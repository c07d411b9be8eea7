import { PublicKey, SystemProgram } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import type { Intent } from '../../src/contract/payments.js';
import { holdCredits, type Person } from './http-world.js';
import { carrying, reference } from './local-chain/world.js';
import { openStreet, price, type Shop, type Street } from './payments-world.js';

let street: Street;
let shop: Shop;
let alice: Person;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  shop = await street.openShop();
  street.chain.controls.advance(10);
  await street.clock.advance(120_000); // earlier tests' payments are older than anything bought from now on
  alice = await shop.signedIn('alice');
});
afterEach(async () => {
  expect(await shop.ledgerDifferences()).toEqual([]);
  await shop.close();
});

const operator = { by: 'olga', note: 'talked to the member' };
/** The entry of an operator who has refunded the whole amount. */
const sentBack = (signature: string, { amountBaseUnits }: { amountBaseUnits: bigint }) => ({
  ...operator,
  refund: { signature, amountBaseUnits },
});
const transfer = (intent: Intent, lamports: bigint, ...references: string[]) =>
  carrying(
    SystemProgram.transfer({
      fromPubkey: street.passerBy.publicKey,
      toPubkey: new PublicKey(intent.recipient),
      lamports,
    }),
    ...references,
  );
/** The open cases of exactly one payment. */
const caseOf = async (signature: string) =>
  (await shop.store.reviews.listOpen()).filter((review) => review.signature === signature);
const payInWrongAsset = async () => {
  const intent = await shop.buy(alice);
  const inUsdc = await shop.buy(alice, 'USDC');
  await alice.post(`/api/payments/intents/${inUsdc.id}/cancel`);
  const url = inUsdc.solana_pay_url.replace(inUsdc.reference, intent.reference);
  const { signature } = await alice.wallet.pay(url);
  shop.finalise();
  return { intent, signature };
};
const payTwice = async () => {
  const intent = await shop.buy(alice);
  const paid = await shop.pay(alice, intent);
  await street.clock.advance(2_000);
  const again = await shop.pay(alice, intent, { withGuards: true });
  shop.finalise();
  await shop.confirm(alice, intent);
  return { intent, paid, again };
};

test('one transaction that pays two purchases of two members credits each its own part', async () => {
  const bob = await shop.signedIn('bob');
  const [mine, his] = [await shop.buy(alice), await shop.buy(bob)];
  const signature = await street.send(
    street.passerBy,
    transfer(mine, price(mine), mine.reference),
    transfer(his, price(his), his.reference),
  );
  shop.finalise();
  for (const [person, intent] of [
    [alice, mine],
    [bob, his],
  ] as const) {
    expect((await shop.confirm(person, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: null,
      receipt: { signature },
      amount_received_base_units: intent.amount_base_units,
    });
    expect(await shop.credits(person)).toBe(100);
  }
});

describe('every amount that arrives is recorded:', () => {
  const stands = (signature: string) =>
    shop.context.db.all(
      'SELECT intent_id AS intent, standing, amount FROM payment WHERE signature = @signature ORDER BY amount',
      { signature },
    );

  test('money with an unknown reference, or with two, opens a case', async () => {
    await shop.listen();
    const intent = await shop.buy(alice);
    const foreign = await street.send(street.passerBy, transfer(intent, 20_000_000n, reference()));
    const both = await street.send(
      street.passerBy,
      transfer(intent, price(intent), intent.reference, reference()),
    );
    shop.finalise();
    await shop.until(async () => (await caseOf(both)).length > 0);
    expect(await stands(foreign)).toEqual([{ intent: null, standing: 'unmatched', amount: '20000000' }]);
    expect(await stands(both)).toEqual([
      { intent: null, standing: 'unmatched', amount: intent.amount_base_units },
    ]);
    expect([...(await caseOf(foreign)), ...(await caseOf(both))].map(({ reason }) => reason)).toEqual([
      'unmatched',
      'unmatched',
    ]);
    expect((await shop.read(alice, intent)).status).toBe('requires_payment');
  });

  test('dust is summed for its day, without a case', async () => {
    await shop.listen();
    const intent = await shop.buy(alice);
    const dust = () => shop.context.db.all('SELECT subject, asset, transfers, amount FROM dust');
    await street.send(street.passerBy, transfer(intent, 1_000n));
    const second = await street.send(street.passerBy, transfer(intent, 1_500n));
    await street.send(street.passerBy, transfer(intent, 7n, intent.reference));
    shop.finalise();
    await shop.until(async () => (await dust()).length === 2);
    expect(await dust()).toEqual([
      { subject: '', asset: 'SOL', transfers: 2, amount: '2500' },
      { subject: intent.id, asset: 'SOL', transfers: 1, amount: '7' },
    ]);
    expect(await caseOf(second)).toEqual([]);
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'requires_payment',
      amount_received_base_units: '0',
      transactions: [],
    });
  });
});

describe('money in another asset than the price', () => {
  test('moves the purchase to review, tells the buyer and credits nothing', async () => {
    const { intent, signature } = await payInWrongAsset();
    expect((await shop.confirm(alice, intent, signature)).json()).toMatchObject({
      status: 422,
      code: 'wrong_asset',
    });
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'requires_review',
      exception: 'wrong_asset',
      amount_received_base_units: '0',
      transactions: [{ signature, standing: 'wrong_asset', mint: street.chain.usdcMint }],
    });
    expect(await caseOf(signature)).toMatchObject([{ reason: 'wrong_asset', intentId: intent.id }]);
    expect(await shop.credits(alice)).toBe(0);
  });

  test('is credited by an operator, once, and recorded with name and note', async () => {
    const { intent, signature } = await payInWrongAsset();
    await shop.confirm(alice, intent);
    const [open] = await caseOf(signature);
    await shop.store.reviews.credit(open!, operator);
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'succeeded',
      exception: 'wrong_asset',
      receipt: { signature, credits: 100 },
    });
    await expect(shop.store.reviews.credit(open!, operator)).rejects.toThrow('already decided: credited');
    expect(await shop.credits(alice)).toBe(100);
    const { db } = shop.context;
    const { id } = open!;
    const kept = await db.get('SELECT decided_by, note FROM review WHERE id = @id', { id });
    expect(kept).toEqual({ decided_by: 'olga', note: 'talked to the member' });
    const rewrite = db.run(`UPDATE review SET decided_by = 'nobody' WHERE id = @id`, { id });
    await expect(rewrite).rejects.toThrow('a decision is final');
  });

  test('is refunded by an operator: the purchase ends as refunded, without credits', {
    tags: 'slow',
  }, async () => {
    const { intent, signature } = await payInWrongAsset();
    await shop.confirm(alice, intent);
    const [open] = await caseOf(signature);
    await shop.store.reviews.refund(open!, sentBack('back-1', open!));
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({ status: 'refunded' });
    expect(await shop.credits(alice)).toBe(0);
  });

  test('does not block the right payment', async () => {
    const { intent, signature } = await payInWrongAsset();
    await shop.confirm(alice, intent);
    await shop.pay(alice, intent);
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: 'wrong_asset',
    });
    expect(await caseOf(signature)).toHaveLength(1);
  });

  test('worth only dust changes nothing, so that a cent cannot block a purchase', {
    tags: 'slow',
  }, async () => {
    const intent = await shop.buy(alice);
    const inUsdc = await shop.buy(alice, 'USDC');
    const url = inUsdc.solana_pay_url.replace(inUsdc.reference, intent.reference);
    await alice.wallet.pay(url, { amountBaseUnits: 10_000n });
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({ status: 'requires_payment' });
  });
});

describe('a second payment of a settled purchase', () => {
  test('opens a case, and after its refund the purchase looks as if it had been paid once', async () => {
    const { intent, again } = await payTwice();
    const [open] = await caseOf(again);
    expect(open).toMatchObject({ reason: 'duplicate', amountBaseUnits: price(intent), intentId: intent.id });
    await shop.store.reviews.refund(open!, sentBack('back-2', open!));
    expect(await shop.read(alice, intent)).toMatchObject({ status: 'succeeded', exception: null });
    expect(await caseOf(again)).toEqual([]);
    expect(await shop.credits(alice)).toBe(100);
  });

  test('cannot be refunded by the transaction that refunded another', { tags: 'slow' }, async () => {
    const first = await payTwice();
    const second = await payTwice();
    const [one] = await caseOf(first.again);
    const [two] = await caseOf(second.again);
    await shop.store.reviews.refund(one!, sentBack('back-3', one!));
    await expect(shop.store.reviews.refund(two!, sentBack('back-3', two!))).rejects.toMatchObject({
      code: 'signature_already_used',
    });
    expect(await caseOf(second.again)).toHaveLength(1);
  });

  test('opens a case only for the surplus when one payment was too large', { tags: 'slow' }, async () => {
    const intent = await shop.buy(alice);
    const signature = await shop.pay(alice, intent, { amountBaseUnits: price(intent) + 5_000_000n });
    shop.finalise();
    await shop.confirm(alice, intent);
    expect(await caseOf(signature)).toMatchObject([{ reason: 'overpaid', amountBaseUnits: 5_000_000n }]);
  });
});

describe('a payment without reference, of another amount', () => {
  const payUnmarked = async () => {
    await shop.listen();
    const intent = await shop.buy(alice);
    const amountBaseUnits = price(intent) - 7n;
    const signature = await shop.pay(alice, intent, { omitReference: true, amountBaseUnits });
    shop.finalise();
    return { intent, signature };
  };

  test('is assigned for review to the only open purchase of its payer', async () => {
    const { intent, signature } = await payUnmarked();
    expect(await shop.untilStatus(alice, intent, 'requires_review')).toMatchObject({
      exception: 'unmatched',
      transactions: [{ signature, standing: 'unmatched' }],
    });
    const [open] = await caseOf(signature);
    await shop.store.reviews.credit(open!, operator);
    expect(await shop.credits(alice)).toBe(100);
  });

  test('is claimed by its payer, who pastes the signature, and the case closes', async () => {
    const { intent, signature } = await payUnmarked();
    await shop.untilStatus(alice, intent, 'requires_review');
    await shop.confirm(alice, intent, signature);
    expect(await caseOf(signature)).toEqual([]);
    await shop.pay(alice, intent, { amountBaseUnits: 7n });
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({ status: 'succeeded' });
  });

  test('claimed for a purchase that is then paid in full has one case, not two', {
    tags: 'slow',
  }, async () => {
    await shop.listen();
    const [one] = [await shop.buy(alice), await shop.buy(alice)];
    const amountBaseUnits = 777_777n;
    const stray = await shop.pay(alice, one, { omitReference: true, amountBaseUnits });
    shop.finalise();
    await shop.until(async () => (await caseOf(stray)).length > 0);
    await shop.confirm(alice, one, stray);
    await street.clock.advance(2_000);
    await shop.pay(alice, one);
    shop.finalise();
    await shop.confirm(alice, one);
    const asked = (await shop.store.reviews.listOpen()).filter(({ intentId }) => intentId === one.id);
    expect(asked).toMatchObject([{ reason: 'overpaid', amountBaseUnits }]);
    expect(await caseOf(stray)).toEqual([]);
  });

  test('claimed for a purchase that is already paid is surplus and keeps its case open', {
    tags: 'slow',
  }, async () => {
    await shop.listen();
    const [paid] = [await shop.buy(alice), await shop.buy(alice), await shop.buy(alice)];
    await shop.pay(alice, paid);
    shop.finalise();
    await shop.confirm(alice, paid);
    await street.clock.advance(2_000);
    const amountBaseUnits = 19_000_000n;
    const stray = await shop.pay(alice, paid, { omitReference: true, amountBaseUnits });
    shop.finalise();
    await shop.until(async () => (await caseOf(stray)).length > 0);
    await shop.confirm(alice, paid, stray);
    expect(await shop.read(alice, paid)).toMatchObject({ status: 'succeeded', exception: 'overpaid' });
    expect(await caseOf(stray)).toMatchObject([{ reason: 'duplicate', amountBaseUnits, intentId: paid.id }]);
  });

  test('of a payer with two open purchases belongs to neither until an operator decides', {
    tags: 'slow',
  }, async () => {
    await shop.listen();
    const [one, two] = [await shop.buy(alice), await shop.buy(alice)];
    const signature = await shop.pay(alice, one, { omitReference: true, amountBaseUnits: 19_000_000n });
    shop.finalise();
    await shop.until(async () => (await caseOf(signature)).length > 0);
    const [open] = await caseOf(signature);
    expect(open).toMatchObject({ intentId: null, reason: 'unmatched' });
    await expect(shop.store.reviews.credit(open!, operator)).rejects.toThrow('Name the purchase to credit');
    await shop.store.reviews.credit(open!, { ...operator, intentId: two.id });
    expect((await shop.read(alice, two)).status).toBe('succeeded');
    expect((await shop.read(alice, one)).status).toBe('requires_payment');
    expect(await shop.credits(alice)).toBe(100);
  });
});

describe('unmatched money', () => {
  /** From a payer with two open purchases, so that it matches neither. */
  const payNobody = async () => {
    await shop.listen();
    const [one, two] = [await shop.buy(alice), await shop.buy(alice)];
    const signature = await shop.pay(alice, one, { omitReference: true, amountBaseUnits: 30_000_000n });
    return { one, two, signature };
  };

  test('opens no case while a fork may still drop it', { tags: 'slow' }, async () => {
    const { signature } = await payNobody();
    const find = 'SELECT commitment FROM payment WHERE signature = @signature';
    const read = () => shop.context.db.get<{ commitment: string }>(find, { signature });
    await shop.until(async () => (await read())?.commitment === 'confirmed');
    expect(await caseOf(signature)).toEqual([]);
    shop.finalise();
    await shop.until(async () => (await caseOf(signature)).length > 0);
  });

  test('cannot be claimed after it was refunded', { tags: 'slow' }, async () => {
    const { one, two, signature } = await payNobody();
    shop.finalise();
    await shop.until(async () => (await caseOf(signature)).length > 0);
    const [open] = await caseOf(signature);
    await shop.store.reviews.refund(open!, sentBack('back-nobody', open!));
    for (const intent of [one, two])
      expect((await shop.confirm(alice, intent, signature)).json()).toMatchObject({
        code: 'signature_already_used',
      });
    expect(await shop.credits(alice)).toBe(0);
    await street.clock.advance(60_000); // reading it again opens no case
    expect(await caseOf(signature)).toEqual([]);
  });

  test('is not credited to another purchase than the one it was paid for', { tags: 'slow' }, async () => {
    const { intent, signature } = await payInWrongAsset();
    const other = await shop.buy(alice);
    await shop.confirm(alice, intent);
    const [open] = await caseOf(signature);
    await expect(shop.store.reviews.credit(open!, { ...operator, intentId: other.id })).rejects.toThrow(
      `was paid for ${intent.id}, not for ${other.id}`,
    );
    expect(await shop.credits(alice)).toBe(0);
    expect(await caseOf(signature)).toHaveLength(1);
  });
});

describe('another asset sent by a stranger under the reference of a purchase', { tags: 'slow' }, () => {
  test('opens a case and blocks no payment', async () => {
    const intent = await shop.buy(alice);
    const bob = await shop.signedIn('bob');
    const inUsdc = await shop.buy(bob, 'USDC');
    const { signature } = await bob.wallet.pay(
      inUsdc.solana_pay_url.replace(inUsdc.reference, intent.reference),
    );
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({
      status: 'requires_payment',
      exception: null,
    });
    expect(await caseOf(signature)).toMatchObject([{ reason: 'wrong_asset', intentId: intent.id }]);
    await shop.pay(alice, intent);
    shop.finalise();
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: null,
    });
    expect(await caseOf(signature)).toHaveLength(1);
  });
});

describe("an operator's refund of a settled purchase", () => {
  const settled = async () => {
    const intent = await shop.buy(alice);
    const signature = await shop.pay(alice, intent);
    shop.finalise();
    await shop.confirm(alice, intent);
    return { intent, signature, kept: await shop.store.reviews.find({ signature }) };
  };

  test('takes its credits back', async () => {
    const { intent, signature, kept } = await settled();
    await shop.store.reviews.refund({ signature }, sentBack('back-4', kept));
    expect((await shop.read(alice, intent)).status).toBe('refunded');
    expect(await shop.credits(alice)).toBe(0);
    const { data } = (await alice.get('/api/users/credits/entries')).json();
    expect(data.map(({ kind, credits }: { kind: string; credits: number }) => [kind, credits])).toEqual([
      ['refund', -100],
      ['purchase', 100],
    ]);
  });

  test('is refused when the credits have been spent, and nothing changes', async () => {
    const { intent, signature, kept } = await settled();
    const me = (await alice.get('/api/users/me')).json();
    await holdCredits(shop.context, { userId: me.id, credits: 60, subject: 'gen_1' });
    await expect(shop.store.reviews.refund({ signature }, sentBack('back-5', kept))).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
    expect((await shop.read(alice, intent)).status).toBe('succeeded');
    expect(await caseOf(signature)).toEqual([]);
    expect(await shop.credits(alice)).toBe(40);
  });

  const refundKept = async (signature: string, back: string, intentId?: string) => {
    const subject = { signature, ...(intentId !== undefined && { intentId }) };
    return shop.store.reviews.refund(subject, sentBack(back, await shop.store.reviews.find(subject)));
  };

  test('leaves its credits while another payment still covers the price', { tags: 'slow' }, async () => {
    const { intent, paid, again } = await payTwice();
    await refundKept(paid, 'back-first');
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'succeeded',
      amount_received_base_units: intent.amount_base_units,
    });
    expect(await shop.credits(alice)).toBe(100);
    expect(await caseOf(again)).toEqual([]); // this payment now covers the price
  });

  test('takes the credits back with the last of two payments', { tags: 'slow' }, async () => {
    const { intent, paid, again } = await payTwice();
    const [open] = await caseOf(again);
    await shop.store.reviews.refund(open!, sentBack('back-surplus', open!));
    await refundKept(paid, 'back-price');
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'refunded',
      amount_received_base_units: '0',
    });
    expect(await shop.credits(alice)).toBe(0);
  });

  test('returns first the surplus and then the price of the same payment', async () => {
    const intent = await shop.buy(alice);
    const signature = await shop.pay(alice, intent, { amountBaseUnits: price(intent) + 5_000_000n });
    shop.finalise();
    await shop.confirm(alice, intent);
    const [open] = await caseOf(signature);
    await shop.store.reviews.refund(open!, sentBack('back-beyond', open!));
    expect(await shop.read(alice, intent)).toMatchObject({
      status: 'succeeded',
      amount_received_base_units: intent.amount_base_units,
    });
    expect(await refundKept(signature, 'back-rest')).toMatchObject({ amountBaseUnits: price(intent) });
    expect((await shop.read(alice, intent)).status).toBe('refunded');
    await expect(refundKept(signature, 'back-again')).rejects.toThrow('already decided: refunded');
  });

  test('names the purchase when one transaction paid two, and can return both', async () => {
    const bob = await shop.signedIn('bob');
    const [mine, his] = [await shop.buy(alice), await shop.buy(bob)];
    const signature = await street.send(
      street.passerBy,
      transfer(mine, price(mine), mine.reference),
      transfer(his, price(his), his.reference),
    );
    shop.finalise();
    for (const [person, intent] of [
      [alice, mine],
      [bob, his],
    ] as const)
      await shop.confirm(person, intent);
    await expect(refundKept(signature, 'back-both')).rejects.toThrow('several purchases. Name one');
    await refundKept(signature, 'back-his', his.id);
    expect([await shop.credits(alice), await shop.credits(bob)]).toEqual([100, 0]);
    await refundKept(signature, 'back-mine', mine.id);
    expect(await shop.credits(alice)).toBe(0);
  });

  test('of too little, or credit for a credited payment, is refused and opens nothing', async () => {
    const { intent, signature } = await settled();
    const short = { ...operator, refund: { signature: 'back-short', amountBaseUnits: price(intent) - 1n } };
    await expect(shop.store.reviews.refund({ signature }, short)).rejects.toThrow('sends back');
    await expect(shop.store.reviews.credit({ signature }, operator)).rejects.toThrow('needs no review');
    expect(await caseOf(signature)).toEqual([]);
    expect(await shop.credits(alice)).toBe(100);
  });

  test('of an unknown payment is answered as unknown', async () => {
    await expect(shop.store.reviews.find({ signature: '5'.repeat(87) })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the operator', () => {
  const warnings = () => vi.spyOn(silentLog, 'warn');
  afterEach(() => void vi.restoreAllMocks());

  test('gets one log line for each case, with the command to run', async () => {
    const warn = warnings();
    const { intent, again } = await payTwice();
    await shop.confirm(alice, intent);
    expect(warn.mock.calls).toEqual([
      [
        { signature: again, reason: 'duplicate', intentId: intent.id },
        'payment needs review; run "rigsmith review"',
      ],
    ]);
  });

  test('is reminded of open cases at the next start', async () => {
    await payTwice();
    const cases = (await shop.store.reviews.listOpen()).length;
    const warn = warnings();
    await shop.listen();
    await shop.until(() => warn.mock.calls.some(([, text]) => String(text).includes('still need review')));
    expect(warn.mock.calls[0]?.[0]).toEqual({ cases });
  });
});
