import type { PayBody } from '../../../actor/client.js';
import type { TextKey } from '../copy/texts.js';

/** A variation of a payment. */
export type Way = {
  label: string;
  hint: string;
  /** What happens, in one sentence with the amount and the payee. */
  says: Extract<TextKey, `playground.wallet.pays.${string}`>;
  how?: PayBody;
  /** Multiplies the amount by numerator over denominator. */
  factor?: readonly [bigint, bigint];
  isLate?: boolean;
  /** Pays in the other currency. */
  isOtherAsset?: boolean;
  /** Pays a chosen person instead of the payee. */
  isElsewhere?: boolean;
  /** Pays all other pending requests in the same transaction. */
  isTogether?: boolean;
};

export const ways: readonly Way[] = [
  { label: 'As asked', says: 'playground.wallet.pays.asked', hint: 'The whole amount, at once.' },
  {
    label: 'Under: half of it',
    says: 'playground.wallet.pays.part',
    hint: 'Half of the price stays unpaid.',
    factor: [1n, 2n],
  },
  {
    label: 'In two halves',
    says: 'playground.wallet.pays.halves',
    hint: 'Two payments that add up to the price.',
    how: { in_halves: true },
  },
  {
    label: 'Over: twice as much',
    says: 'playground.wallet.pays.part',
    hint: 'Twice the price.',
    factor: [2n, 1n],
  },
  {
    label: 'Twice',
    says: 'playground.wallet.pays.twice',
    hint: 'Two payments, as after pressing twice.',
    how: { times: 2 },
  },
  {
    label: 'Late',
    says: 'playground.wallet.pays.late',
    hint: 'Approved now, sent after the offer expires.',
    isLate: true,
  },
  {
    label: 'With guard instructions',
    says: 'playground.wallet.pays.asked',
    hint: 'As wallets with transaction guards send it.',
    how: { with_guards: true },
  },
  {
    label: 'As a v0 transaction',
    says: 'playground.wallet.pays.asked',
    hint: 'The newer format.',
    how: { as_v0: true },
  },
  {
    label: 'Without the reference',
    says: 'playground.wallet.pays.bare',
    hint: 'The payment cannot be matched to a purchase.',
    how: { omit_reference: true },
  },
  {
    label: 'A stray lamport first',
    says: 'playground.wallet.pays.stray',
    hint: 'The reference is used before the payment, as any onlooker could.',
    how: { junk_first: true },
  },
  {
    label: 'In the other currency',
    says: 'playground.wallet.pays.other',
    hint: 'About the same value, with the reference.',
    isOtherAsset: true,
  },
  {
    label: 'In a fake token',
    says: 'playground.wallet.pays.fake',
    hint: 'It looks like USDC and is worth nothing.',
    how: { asset: 'lookalike' },
  },
  {
    label: 'To somebody else',
    says: 'playground.wallet.pays.elsewhere',
    hint: 'The reference is right, the address is not.',
    isElsewhere: true,
  },
  {
    label: 'Together with the others',
    says: 'playground.wallet.pays.together',
    hint: 'All pending requests in one transaction.',
    isTogether: true,
  },
  {
    label: 'A transaction that fails',
    says: 'playground.wallet.pays.fails',
    hint: 'It lands on the chain but moves no money.',
    how: { fail: true },
  },
];

export const delays = [
  { label: '1 minute', ms: 60_000 },
  { label: '5 minutes', ms: 300_000 },
  { label: '16 minutes', ms: 960_000 },
  { label: '1 hour', ms: 3_600_000 },
];
