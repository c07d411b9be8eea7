import { defineMachine } from '../../base/machine.js';
import type { Finality } from '../../chain/rpc.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';

const unsettled = [
  'requires_payment',
  'processing',
  'partially_paid',
  'requires_review',
  'succeeded',
  'expired',
  'canceled',
] as const;

/**
 * `expired` and `canceled` end the wait, not the claim: money that arrives later still counts. It also counts after
 * a refund, unless the refunded money had been credited.
 */
export const intentMachine = defineMachine({
  requires_payment: unsettled,
  processing: unsettled,
  partially_paid: [...unsettled, 'refunded'],
  requires_review: [...unsettled, 'refunded'],
  expired: ['processing', 'partially_paid', 'requires_review', 'succeeded'],
  canceled: ['processing', 'partially_paid', 'requires_review', 'succeeded'],
  refunded: ['processing', 'partially_paid', 'requires_review', 'succeeded'],
  succeeded: ['refunded'],
} satisfies Record<IntentStatus, readonly IntentStatus[]>);

/**
 * How a payment relates to its intent. `counts` adds to the price. `wrong_asset` and `unmatched` (no reference,
 * another amount) wait for an operator, who sets `accepted` (taken in place of the price) or `returned` (paid
 * back).
 */
export type PaymentStanding = 'counts' | 'wrong_asset' | 'unmatched' | 'accepted' | 'returned';

/** One payment for an intent as the verifier judged it; a part of a transaction. Times in ms. */
export type Payment = {
  signature: string;
  /** Which part of the transaction: see `paymentPartsOf`. */
  part: string;
  standing: PaymentStanding;
  payer: string | null;
  amountBaseUnits: bigint;
  /** The amount an operator has sent back. */
  returnedBaseUnits: bigint;
  mint: string | null;
  slot: number;
  commitment: Finality;
  paidAt: number;
  /** When a fork dropped it after it was credited; null or missing otherwise. */
  droppedAt?: number | null;
  /** Slots the network has confirmed since its own, 0 to 31, while it is not final. */
  confirmations?: number;
};

/** A payment as read from the chain; refunds are recorded only in the database. */
export type SeenPayment = Omit<Payment, 'returnedBaseUnits' | 'droppedAt'>;

export type ClaimedIntent = {
  status: IntentStatus;
  exception: Intent['exception'];
  amountBaseUnits: bigint;
  /** The buyer's wallet. */
  buyer: string;
  requiredCommitment: Finality;
  expiresAt: number;
  canceledAt: number | null;
  /** When it was credited. Null before. */
  settledAt: number | null;
};

export type Verdict = Pick<ClaimedIntent, 'status' | 'exception'>;

export const isDropped = ({ droppedAt = null }: Payment): boolean => droppedAt !== null;

/** Amount left after refunds; 0 for a payment the network dropped. */
export const keptOf = (payment: Payment): bigint =>
  isDropped(payment) ? 0n : payment.amountBaseUnits - payment.returnedBaseUnits;

const sum = (payments: readonly Payment[]) => payments.reduce((total, each) => total + keptOf(each), 0n);

const isStray = ({ standing }: Payment) => standing === 'wrong_asset' || standing === 'unmatched';

/** Whether the payments have the commitment the intent requires. */
const firm = ({ requiredCommitment }: ClaimedIntent, payments: readonly Payment[]) =>
  payments.filter(({ commitment }) => commitment === 'finalized' || requiredCommitment === 'confirmed');

/**
 * Derives the state of an intent from all its payments. The same payments always give the same verdict, in any
 * order and with repetitions.
 * Sums under 1% of the price are dust: anyone who sees the QR code can send one lamport with its reference, and
 * that must neither move an intent nor flag an honest payment. For the same reason an unmatched payment moves the
 * intent only when it came from the buyer's own wallet; others open a review case.
 * @param checked whether the chain was read just now; without it nothing expires
 * @param decided whether an operator decided just now; without it no credited purchase loses its credits
 */
export function judge(
  claim: ClaimedIntent,
  payments: readonly Payment[],
  { now, checked, decided = false }: { now: number; checked: boolean; decided?: boolean },
): Verdict {
  const { status, exception, amountBaseUnits: price } = claim;
  const counting = payments.filter(({ standing }) => standing === 'counts');
  const counted = firm(claim, counting);
  const [paid, seen] = [sum(counted), sum(counting)];
  const matters = (amount: bigint) => amount * 100n >= price;
  const isOwn = ({ payer }: Payment) => payer === claim.buyer;
  const strays = payments.filter((payment) => isStray(payment) && isOwn(payment));
  const [stray] = firm(claim, strays);
  const accepted = payments.some(({ standing }) => standing === 'accepted');
  const returned = payments.filter(({ returnedBaseUnits }) => returnedBaseUnits > 0n);
  const whole = counted.filter((payment) => matters(keptOf(payment)));
  const besides = surplusOf(price, paid, whole.length) ?? strayOf(stray);

  if (isClosed(claim)) return { status, exception };
  if (status === 'succeeded' && decided && returned.length > 0 && !accepted && paid < price)
    return { status: 'refunded', exception };
  if (accepted)
    return { status: 'succeeded', exception: besides ?? (isSurplus(exception) ? null : exception) };
  if (status === 'succeeded' && paid < price) return { status, exception: besides ?? exception };
  if (paid >= price) return { status: 'succeeded', exception: besides ?? lateness(claim, counted) };
  if (stray) return { status: 'requires_review', exception: strayOf(stray) };
  if (seen >= price || (matters(seen) && seen > paid) || strays.length > 0)
    return { status: 'processing', exception: null };
  if (matters(paid)) return { status: 'partially_paid', exception: 'underpaid' };
  const isReturned = returned.some(isOwn) && intentMachine.allows(status, 'refunded');
  if (status === 'refunded' || isReturned) return { status: 'refunded', exception };
  return { status: unpaidStatus(claim, now, checked), exception: null };
}

const isSurplus = (exception: Verdict['exception']) => exception === 'overpaid' || exception === 'duplicate';

/** Credited and then refunded: any later payment opens a review case. */
const isClosed = ({ status, settledAt }: ClaimedIntent) => status === 'refunded' && settledAt !== null;

const strayOf = (payment: Payment | undefined) =>
  payment ? (payment.standing as 'wrong_asset' | 'unmatched') : null;

function surplusOf(price: bigint, paid: bigint, payments: number): 'duplicate' | 'overpaid' | null {
  const surplus = paid - price;
  if (surplus >= price && payments > 1) return 'duplicate';
  return surplus * 100n >= price ? 'overpaid' : null;
}

/** Late when the payment that completed the price came after the intent had expired or was cancelled. */
function lateness({ amountBaseUnits, expiresAt, canceledAt }: ClaimedIntent, payments: readonly Payment[]) {
  const inTime = payments.filter(({ paidAt }) => paidAt <= (canceledAt ?? expiresAt));
  return sum(inTime) >= amountBaseUnits ? null : 'paid_late';
}

function unpaidStatus({ status, canceledAt, expiresAt }: ClaimedIntent, now: number, checked: boolean) {
  if (canceledAt !== null) return 'canceled';
  if (status === 'expired' || (checked && now >= expiresAt)) return 'expired';
  return 'requires_payment';
}

/** A review case: money an operator has to decide about. */
export type Case = {
  payment: Payment;
  reason: 'overpaid' | 'duplicate' | 'wrong_asset' | 'unmatched' | 'dropped';
  /** Base units in question: the whole payment, or the surplus over the price. */
  amountBaseUnits: bigint;
};

/**
 * Credited payments that the network dropped, while the price is not covered without them and no operator has
 * decided. The credits stay until then, because the ledger is append-only and the buyer did nothing wrong.
 */
export function droppedOf(claim: ClaimedIntent, payments: readonly Payment[]): Payment[] {
  if (claim.status !== 'succeeded' || payments.some(({ standing }) => standing === 'accepted')) return [];
  const counting = payments.filter(({ standing }) => standing === 'counts');
  return sum(firm(claim, counting)) >= claim.amountBaseUnits ? [] : counting.filter(isDropped);
}

/**
 * Review cases of a judged intent: unmatched payments, dropped payments of a credited price, and any surplus over a
 * settled price that is not dust.
 */
export function casesOf(claim: ClaimedIntent, payments: readonly Payment[]): Case[] {
  const { status, amountBaseUnits: price } = claim;
  const firmly = firm(claim, payments);
  const strays = firmly.filter(isStray).map((payment) => ({
    payment,
    reason: payment.standing as 'wrong_asset' | 'unmatched',
    amountBaseUnits: payment.amountBaseUnits,
  }));
  if (status !== 'succeeded' && !isClosed(claim)) return strays;
  const isSettled = isClosed(claim) || payments.some(({ standing }) => standing === 'accepted');
  let owed = isSettled ? 0n : price;
  const surplus = firmly.flatMap((payment): Case[] => {
    if (payment.standing !== 'counts') return [];
    const amount = keptOf(payment);
    const used = amount < owed ? amount : owed;
    owed -= used;
    if ((amount - used) * 100n < price) return [];
    return [{ payment, reason: used > 0n ? 'overpaid' : 'duplicate', amountBaseUnits: amount - used }];
  });
  const dropped = droppedOf(claim, payments).map((payment) => ({
    payment,
    reason: 'dropped' as const,
    amountBaseUnits: payment.amountBaseUnits,
  }));
  return [...strays, ...dropped, ...surplus];
}
