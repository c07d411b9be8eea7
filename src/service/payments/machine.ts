import { defineMachine } from '../../base/machine.js';
import type { Finality } from '../../chain/rpc.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';

/** `expired` and `canceled` end the waiting, never the claim: money that arrives later still counts. */
export const intentMachine = defineMachine({
  requires_payment: ['processing', 'partially_paid', 'succeeded', 'expired', 'canceled'],
  processing: ['requires_payment', 'partially_paid', 'succeeded', 'expired', 'canceled'],
  partially_paid: ['requires_payment', 'processing', 'succeeded', 'expired', 'canceled'],
  expired: ['processing', 'partially_paid', 'succeeded'],
  canceled: ['processing', 'partially_paid', 'succeeded'],
  requires_review: ['succeeded', 'refunded'],
  succeeded: [],
  refunded: [],
} satisfies Record<IntentStatus, readonly IntentStatus[]>);

/** One payment for an intent as the verifier judged it. Times in ms. */
export type Payment = {
  signature: string;
  payer: string | null;
  amountBaseUnits: bigint;
  mint: string | null;
  slot: number;
  commitment: Finality;
  paidAt: number;
};

export type Claim = {
  status: IntentStatus;
  exception: Intent['exception'];
  amountBaseUnits: bigint;
  requiredCommitment: Finality;
  expiresAt: number;
  canceledAt: number | null;
};

export type Verdict = Pick<Claim, 'status' | 'exception'>;

const sum = (payments: readonly Payment[]) =>
  payments.reduce((total, { amountBaseUnits }) => total + amountBaseUnits, 0n);

/**
 * What an intent is, given every payment seen for it: the same payments always give the same verdict, in whatever
 * order and however often they are told. Sums under a hundredth of the price are trifles: anybody who sees the QR
 * code can send one lamport with its reference, and that must neither move an intent nor mark an honest payment.
 * @param checked whether the chain was read just now; without it nothing expires
 */
export function judge(
  claim: Claim,
  payments: readonly Payment[],
  { now, checked }: { now: number; checked: boolean },
): Verdict {
  const { status, exception, amountBaseUnits: price, requiredCommitment } = claim;
  const counted = payments.filter(
    ({ commitment }) => commitment === 'finalized' || requiredCommitment === 'confirmed',
  );
  const [paid, seen] = [sum(counted), sum(payments)];
  const matters = (amount: bigint) => amount * 100n >= price;

  if (intentMachine.isFinal(status) || status === 'requires_review')
    return { status, exception: surplusOf(price, paid, counted.length) ?? exception };
  if (paid >= price)
    return {
      status: 'succeeded',
      exception: surplusOf(price, paid, counted.length) ?? lateness(claim, counted),
    };
  if (seen >= price || (matters(seen) && seen > paid)) return { status: 'processing', exception: null };
  if (matters(paid)) return { status: 'partially_paid', exception: 'underpaid' };
  return { status: unpaidStatus(claim, now, checked), exception: null };
}

function surplusOf(price: bigint, paid: bigint, payments: number): 'duplicate' | 'overpaid' | null {
  const surplus = paid - price;
  if (surplus >= price && payments > 1) return 'duplicate';
  return surplus * 100n >= price ? 'overpaid' : null;
}

/** Late when the payment that completed the price came after the intent had ended. */
function lateness({ amountBaseUnits, expiresAt, canceledAt }: Claim, payments: readonly Payment[]) {
  const inTime = payments.filter(({ paidAt }) => paidAt <= (canceledAt ?? expiresAt));
  return sum(inTime) >= amountBaseUnits ? null : 'paid_late';
}

function unpaidStatus({ status, canceledAt, expiresAt }: Claim, now: number, checked: boolean) {
  if (canceledAt !== null) return 'canceled';
  if (status === 'expired' || (checked && now >= expiresAt)) return 'expired';
  return 'requires_payment';
}
