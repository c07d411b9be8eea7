import type { PayHow } from '../../../actor/client.js';

/** How an owner may pay what the wallet asks for. */
export type Way = {
  label: string;
  hint: string;
  how?: PayHow;
  /** Pays another amount: times, over. */
  factor?: readonly [bigint, bigint];
  isLate?: boolean;
  /** Pays in the currency that was not asked for. */
  isOtherAsset?: boolean;
  /** Pays whoever is chosen, instead of the one who asks. */
  isElsewhere?: boolean;
  /** Pays every other request that waits in the same transaction. */
  isTogether?: boolean;
};

export const ways: readonly Way[] = [
  { label: 'As asked', hint: 'The whole amount, at once.' },
  { label: 'Under: half of it', hint: 'The rest stays open.', factor: [1n, 2n] },
  { label: 'In two halves', hint: 'Two payments that make the price together.', how: { in_halves: true } },
  { label: 'Over: twice as much', hint: 'More than was asked for.', factor: [2n, 1n] },
  { label: 'Twice', hint: 'Two payments, as after a second press.', how: { times: 2 } },
  { label: 'Late', hint: 'Approved now, sent when the time is up.', isLate: true },
  {
    label: 'With guard instructions',
    hint: 'As wallets that watch over a payment send it.',
    how: { with_guards: true },
  },
  { label: 'As a v0 transaction', hint: 'The newer format.', how: { as_v0: true } },
  { label: 'Without the reference', hint: 'Nobody can tell what it was for.', how: { omit_reference: true } },
  {
    label: 'A stray lamport first',
    hint: 'The reference is used before the payment, as any onlooker could.',
    how: { junk_first: true },
  },
  { label: 'In the other currency', hint: 'About its worth, with the reference.', isOtherAsset: true },
  {
    label: 'In a fake token',
    hint: 'It looks like USDC and is worth nothing.',
    how: { asset: 'lookalike' },
  },
  { label: 'To somebody else', hint: 'The reference is right, the address is not.', isElsewhere: true },
  { label: 'Together with the others', hint: 'All that waits, in one transaction.', isTogether: true },
  {
    label: 'A transaction that fails',
    hint: 'It lands on the chain, and moves nothing.',
    how: { fail: true },
  },
];

export const delays = [
  { label: '1 minute', ms: 60_000 },
  { label: '5 minutes', ms: 300_000 },
  { label: '16 minutes', ms: 960_000 },
  { label: '1 hour', ms: 3_600_000 },
];
