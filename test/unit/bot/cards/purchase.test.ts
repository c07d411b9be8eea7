import { describe, expect, it } from 'vitest';
import { accents } from '../../../../src/bot/cards/card.js';
import { explorerUrl } from '../../../../src/bot/cards/network.js';
import { claimCard } from '../../../../src/bot/purchase/cards/claim.js';
import { choosePackCard } from '../../../../src/bot/purchase/cards/offer.js';
import { purchaseCard, purchaseNews } from '../../../../src/bot/purchase/cards/purchase.js';
import { type Intent, intentStatus } from '../../../../src/contract/payments.js';
import { t } from '../../../support/copy.js';
import { faultsOf, media, mia, purchase, read } from './sample.js';

const transaction = (commitment: 'processed' | 'confirmed', amount_base_units = '20000123') => ({
  signature: '5'.repeat(88),
  payer: null,
  amount_base_units,
  slot: 1,
  commitment,
});
const accentOf = (changes: Partial<Intent>) => purchaseCard(purchase(changes), t).components[0]?.accent_color;

describe('the card of a purchase', () => {
  it.each(intentStatus.options)('is accepted by Discord when it is %s', (status) => {
    expect(faultsOf(purchaseCard(purchase({ status }), t))).toEqual([]);
  });

  it.each<[string, Partial<Intent>, string]>([
    [
      'waits for a decision',
      { status: 'succeeded', exception: 'dropped' },
      'You have the 100 credits for now.',
    ],
    ['may keep the credits', { status: 'succeeded', exception: null }, 'You keep the 100 credits.'],
    ['lost the credits', { status: 'refunded', exception: 'dropped' }, 'The 100 credits were removed.'],
  ])('never says "Paid 0 SOL" of a payment a fork dropped: the member %s', (_, changes, sentence) => {
    const dropped = { ...transaction('confirmed'), standing: 'dropped' as const };
    const receipt = { number: 'R-000001', signature: dropped.signature, credits: 100 };
    const now = purchase({
      ...changes,
      transactions: [dropped],
      receipt,
      settled_at: '2026-01-01T12:01:00.000Z',
    });
    for (const says of [read(purchaseCard(now, t)), purchaseNews(now, t)]) {
      expect(says).toContain('The Solana network dropped your payment of **0.020000123 SOL**');
      expect(says).toContain(sentence);
      expect(says).not.toMatch(/Paid \*\*0|sent back|explorer/);
    }
  });

  it('has everything a wallet needs, to scan and to copy, and says until when', () => {
    const card = purchaseCard(purchase(), t);
    const { intent } = purchase();
    expect(media(card)).toEqual(['picture pay.png']);
    for (const part of [intent.amount, intent.recipient, intent.reference])
      expect(read(card)).toContain(`\`${part}\``);
    expect(read(card)).toContain(intent.solana_pay_url);
    expect(read(card)).toMatch(/<t:\d+:R>/);
    expect(read(card)).toContain('network: localnet');
    expect(read(purchaseCard(purchase({ network: 'mainnet-beta' }), t))).not.toContain('network');
  });

  it('explains the digits after the price of the pack, where it knows that price', () => {
    const explained = '0.02 SOL + 0.000000123 SOL so we can recognize your payment.';
    expect(read(purchaseCard(purchase(), t))).toContain(explained);
    for (const listPrice of [null, '20000123', '10000000', '30000000'])
      expect(read(purchaseCard({ ...purchase(), listPrice }, t))).not.toContain('recognize');
    expect(read(purchaseCard(purchase({ status: 'partially_paid' }), t))).not.toContain('recognize');
  });

  it('says when the last payment failed on the network', () => {
    const checked = { nodes: 2, at: '2026-01-01T12:01:00.000Z' };
    const words = 'failed on the network and moved no money';
    expect(read(purchaseCard(purchase({ checked: { ...checked, failed: '5'.repeat(88) } }), t))).toContain(
      words,
    );
    expect(read(purchaseCard(purchase({ checked }), t))).not.toContain(words);
  });

  it('offers the next step once the credits arrived', () => {
    const done = JSON.stringify(purchaseCard(purchase({ status: 'succeeded' }), t));
    expect(done).toContain(`rig:new:${mia}:`);
    expect(done).toContain(`buy:share:${mia}:pay_1`);
    expect(
      JSON.stringify(purchaseCard({ ...purchase({ status: 'succeeded' }), shared: 'bought' }, t)),
    ).not.toContain('buy:share');
  });

  it('shows the confirmations of a payment', () => {
    const trail = (changes: Partial<Intent>) =>
      read(purchaseCard(purchase(changes), t))
        .split('\n')
        .find((line) => line.includes('●'));
    expect(trail({})).toBe('-# **● waiting** › ○ seen › ○ confirmed › ○ credited');
    expect(trail({ status: 'processing', transactions: [transaction('processed')] })).toContain('**● seen**');
    expect(trail({ status: 'processing', transactions: [transaction('confirmed')] })).toContain(
      '**● confirmed** › ○ credited',
    );
    const counted = (...confirmations: number[]) =>
      trail({
        status: 'processing',
        transactions: confirmations.map((count) => ({ ...transaction('confirmed'), confirmations: count })),
      });
    expect(counted(0)).toContain('**● seen** › ○ confirmed ›');
    expect(counted(7)).toContain('● seen › **● confirmed 7 of 32** › ○ credited');
    expect(counted(20, 3)).toContain('**● confirmed 3 of 32**');
    expect(trail({ status: 'succeeded' })).toContain('● confirmed › **● credited**');
    expect(trail({ status: 'canceled' })).toBeUndefined();
  });

  it('asks for the rest after a partial payment', () => {
    const card = purchaseCard(
      purchase({ status: 'partially_paid', amount_received_base_units: '10000000' }),
      t,
    );
    expect(read(card)).toContain('**0.01 SOL** of **0.020000123 SOL**.');
    expect(read(card)).toContain('`0.010000123` SOL');
    expect(read(card)).toContain('**● waiting**');
    expect(read(card)).not.toContain('Cancel');
  });

  it('shows its state by color, and has nothing to press or to scan once it is over', () => {
    expect(accentOf({})).toBe(accents.neutral);
    expect(accentOf({ status: 'processing' })).toBe(accents.waiting);
    expect(accentOf({ status: 'canceled' })).toBe(accents.over);
    const receipt = { number: 'R-7', signature: '5'.repeat(88), credits: 100 };
    const done = purchaseCard(purchase({ status: 'succeeded', receipt, exception: 'overpaid' }, 140), t);
    expect(done.components[0]?.accent_color).toBe(accents.good);
    expect(read(done)).toMatch(/You now have \*\*140 credits\*\*[\s\S]*more than the price[\s\S]*R-7/);
    expect(read(done)).not.toMatch(/Check now|Cancel/);
    expect(media(done)).toEqual([]);
  });

  it('links the service’s own page, else ours, only by an address Discord accepts', () => {
    const paid = (pay_url: string | null) => read(purchaseCard(purchase({ pay_url }), t));
    expect(JSON.stringify(purchaseCard(purchase(), t))).toContain('https://rigsmith.example/pay#token');
    expect(paid('https://pay.example/1')).toContain('Pay in the browser');
    expect(paid('solana:abc')).not.toContain('Pay in the browser');
    expect(paid(`https://pay.example/${'x'.repeat(600)}`)).not.toContain('Pay in the browser');
  });
});

describe('a payment exception', () => {
  it.each([
    ['overpaid', 'more than the price'],
    ['duplicate', 'paid more than once: **0.04 SOL** for 0.020000123 SOL'],
    ['paid_late', 'It arrived late'],
    ['unmatched', 'without the reference'],
    ['wrong_asset', 'a currency other than SOL'],
  ] as const)('is said on the card and in the message of its own when it is %s', (exception, words) => {
    const told = purchase({ status: 'succeeded', exception, amount_received_base_units: '40000000' });
    expect(read(purchaseCard(told, t))).toContain(words);
    expect(purchaseNews(told, t)).toContain(words);
  });

  const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
  const payment = (changes: Partial<Intent['transactions'][number]>) => ({
    signature: 's',
    slot: 1,
    payer: mia,
    commitment: 'finalized' as const,
    mint: null,
    amount_base_units: '20000123',
    standing: 'counts' as const,
    ...changes,
  });
  const paid = { amount_received_base_units: '20000123', settled_at: '2026-01-01T12:02:00.000Z' };

  it('is gone once the payment was accepted as the price', () => {
    const accepted = payment({ mint: usdc, amount_base_units: '3000000', standing: 'accepted' });
    const told = purchase({ status: 'succeeded', exception: 'wrong_asset', transactions: [accepted] }, 140);
    expect(purchaseNews(told, t)).toContain('Paid **3 USDC**.');
    expect(purchaseNews(told, t)).toContain('in a currency other than SOL; we accepted it anyway');
    expect(purchaseNews(told, t)).not.toContain('decides');
  });

  it('that was refunded is shown as refunded, with what stays', () => {
    const back = payment({ mint: usdc, amount_base_units: '3000000', standing: 'returned' });
    const surplus = payment({ amount_base_units: '50000123', returned_base_units: '30000000' });
    const told = purchase({ status: 'succeeded', ...paid, transactions: [surplus, back] }, 140);
    expect(purchaseNews(told, t)).toMatch(
      /^\*\*Refunded: 0.03 SOL and 3 USDC\.\*\* You keep the 100 credits/,
    );
    expect(read(purchaseCard(told, t))).toContain('Paid **0.020000123 SOL**');
    expect(read(purchaseCard(told, t))).toContain('Refunded: **0.03 SOL and 3 USDC**.');
  });

  it('with a refund shows the amount, the credits taken back and later payments', () => {
    const back = payment({ standing: 'returned' });
    const gone = purchase({
      ...paid,
      status: 'refunded',
      amount_received_base_units: '0',
      transactions: [back],
    });
    expect(purchaseNews(gone, t)).toMatch(
      /0.020000123 SOL\*\* was refunded. The 100 credits from it were removed\.$/,
    );
    const again = purchase({
      ...paid,
      status: 'refunded',
      transactions: [back, payment({ signature: 't' })],
    });
    expect(purchaseNews(again, t)).toContain('We received **0.020000123 SOL** since then. Nothing is lost');
  });

  it('never reads as “not paid”', () => {
    const last_checked_at = '2026-01-01T12:01:07.000Z';
    for (const status of intentStatus.options)
      for (const card of [
        purchaseCard(purchase({ status, last_checked_at }), t),
        claimCard(purchase({ status, last_checked_at }), t),
      ])
        expect(read(card)).not.toMatch(/not paid|unpaid|no payment/i);
    expect(read(purchaseCard(purchase({ last_checked_at }), t))).toMatch(/Not seen yet.*<t:1767268867:T>/);
  });
});

describe('the network', () => {
  it('is a banner wherever its money is worth nothing', () => {
    expect(read(purchaseCard(purchase({ network: 'devnet' }), t))).toContain('Test money.** Coins on devnet');
    expect(read(purchaseCard(purchase({ network: 'mainnet' }), t))).not.toContain('Test money');
  });

  it('decides which explorer is linked', () => {
    expect(explorerUrl('5sig', 'mainnet')).toBe('https://explorer.solana.com/tx/5sig');
    expect(explorerUrl('5sig', 'devnet')).toBe('https://explorer.solana.com/tx/5sig?cluster=devnet');
    expect(explorerUrl('5sig', 'localnet')).toBeNull();
  });
});

it('the list of packs has every price, cut to the length of a list', () => {
  const prices = [
    { currency: 'SOL' as const, amount: '0.02', amount_base_units: '20000000' },
    { currency: 'USDC' as const, amount: '3', amount_base_units: '3000000' },
  ];
  const pack = (id: number) => ({
    id: `pack-${id}`,
    name: 'Pack '.repeat(40),
    description: 'good '.repeat(50),
    credits: 100,
    prices,
  });
  const card = choosePackCard(
    Array.from({ length: 20 }, (_, id) => pack(id)),
    mia,
    { network: 'devnet', skus: [] },
    t,
  );
  expect(faultsOf(card)).toEqual([]);
  const select = JSON.parse(JSON.stringify(card)).components[0].components[1].components[0];
  expect(select.options).toHaveLength(25);
  for (const { label, description } of select.options)
    expect(Math.max(label.length, description.length)).toBeLessThanOrEqual(100);
});

describe("Discord's own products", () => {
  const offer = (skus: string[]) => choosePackCard([], mia, { network: 'mainnet', skus }, t);

  it('are premium buttons below the packs, with the product and nothing else', () => {
    const card = offer(['11', '22', '33', '44', '55', '66']);
    expect(faultsOf(card)).toEqual([]);
    const { components } = JSON.parse(JSON.stringify(card)).components[0].components.at(-1);
    expect(components).toHaveLength(5);
    expect(components[0]).toEqual({ type: 2, style: 6, sku_id: '11' });
  });

  it('are not mentioned if nothing is sold there', () => {
    expect(read(offer([]))).not.toContain('in Discord');
    expect(read(offer([]))).toContain('Nothing is for sale');
  });
});
