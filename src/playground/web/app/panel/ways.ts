import type { PayBody } from '../../../actor/client.js';
import type { TextKey } from '../copy/texts.js';

type WayName = TextKey extends infer Key
  ? Key extends `playground.wallet.way.${infer Name}.hint`
    ? Name
    : never
  : never;

/** A variation of a payment. */
export type Way = {
  /** The text of its name; that of its explanation ends with `.hint`. */
  name: WayName;
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
  { name: 'asked', says: 'playground.wallet.pays.asked' },
  {
    name: 'under',
    says: 'playground.wallet.pays.part',
    factor: [1n, 2n],
  },
  {
    name: 'halves',
    says: 'playground.wallet.pays.halves',
    how: { in_halves: true },
  },
  {
    name: 'over',
    says: 'playground.wallet.pays.part',
    factor: [2n, 1n],
  },
  {
    name: 'twice',
    says: 'playground.wallet.pays.twice',
    how: { times: 2 },
  },
  {
    name: 'late',
    says: 'playground.wallet.pays.late',
    isLate: true,
  },
  {
    name: 'guards',
    says: 'playground.wallet.pays.asked',
    how: { with_guards: true },
  },
  {
    name: 'v0',
    says: 'playground.wallet.pays.asked',
    how: { as_v0: true },
  },
  {
    name: 'bare',
    says: 'playground.wallet.pays.bare',
    how: { omit_reference: true },
  },
  {
    name: 'stray',
    says: 'playground.wallet.pays.stray',
    how: { junk_first: true },
  },
  {
    name: 'other',
    says: 'playground.wallet.pays.other',
    isOtherAsset: true,
  },
  {
    name: 'fake',
    says: 'playground.wallet.pays.fake',
    how: { asset: 'lookalike' },
  },
  {
    name: 'elsewhere',
    says: 'playground.wallet.pays.elsewhere',
    isElsewhere: true,
  },
  {
    name: 'together',
    says: 'playground.wallet.pays.together',
    isTogether: true,
  },
  {
    name: 'fails',
    says: 'playground.wallet.pays.fails',
    how: { fail: true },
  },
];

export const delays = [1, 5, 16, 60].map((minutes) => minutes * 60_000);
