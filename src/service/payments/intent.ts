import { iso } from '../../base/clock.js';
import { type Currency, currencies, toDecimal } from '../../base/money.js';
import { encodePayUrl } from '../../chain/pay-url.js';
import type { Finality } from '../../chain/rpc.js';
import type { Intent } from '../../contract/payments.js';
import { type ClaimedIntent, droppedOf, isDropped, keptOf, type Payment } from './machine.js';

/** An intent with its payments. Times in ms. */
export type IntentRow = ClaimedIntent & {
  row: number;
  id: string;
  userId: string;
  packId: string;
  credits: number;
  currency: Currency;
  recipient: string;
  mint: string | null;
  reference: string;
  requiredCommitment: Finality;
  createdAt: number;
  /** Signature that completed the price. */
  settledBy: string | null;
  receiptNumber: number | null;
  lastCheckedAt: number | null;
  payments: Payment[];
};

/** Base units kept for it in the requested asset. */
const receivedOf = ({ payments, mint }: IntentRow): bigint =>
  payments
    .filter(
      ({ standing, mint: paidIn }) => standing === 'counts' || (standing === 'accepted' && paidIn === mint),
    )
    .reduce((total, payment) => total + keptOf(payment), 0n);

/** The amount its buyer is asked to pay now: the price, or the rest after a part payment. */
export const askedOf = (row: IntentRow): bigint =>
  row.status === 'partially_paid' ? row.amountBaseUnits - receivedOf(row) : row.amountBaseUnits;

/**
 * An intent on the wire.
 * @param seen `label`: the seller's name as wallets show it
 */
export function viewIntent(row: IntentRow, seen: { label: string; network: string }): Intent {
  const { label, network } = seen;
  const { amountBaseUnits, currency, recipient, mint, reference, credits, payments } = row;
  const message = `${credits} credits`;
  const received = receivedOf(row);
  return {
    id: row.id,
    status: row.status,
    exception: exceptionOf(row),
    pack_id: row.packId,
    credits,
    currency,
    recipient,
    mint,
    reference,
    label,
    message,
    network,
    amount: toDecimal(amountBaseUnits, currency),
    amount_base_units: amountBaseUnits.toString(),
    memo: null,
    solana_pay_url: encodePayUrl({
      // A code scanned after a part payment asks only for the rest.
      amountBaseUnits: askedOf(row),
      recipient,
      mint,
      reference,
      label,
      message,
      decimals: currencies[currency].decimals,
    }),
    pay_url: null,
    amount_received_base_units: received.toString(),
    transactions: payments.map(viewPayment),
    required_commitment: row.requiredCommitment,
    created_at: iso(row.createdAt),
    expires_at: iso(row.expiresAt),
    settled_at: isoOrNull(row.settledAt),
    receipt: viewReceipt(row),
    last_checked_at: isoOrNull(row.lastCheckedAt),
  };
}

/** A dropped payment on a credited purchase takes precedence over every other exception. */
const exceptionOf = (row: IntentRow): Intent['exception'] => {
  const isRevoked = row.payments.some((payment) => isDropped(payment) && payment.standing === 'returned');
  return isRevoked || droppedOf(row, row.payments).length > 0 ? 'dropped' : row.exception;
};

function viewPayment(payment: Payment): Intent['transactions'][number] {
  const { signature, payer, slot, amountBaseUnits, returnedBaseUnits, commitment, mint, standing } = payment;
  const { confirmations = 0 } = payment;
  const isGone = isDropped(payment);
  return {
    signature,
    payer,
    slot,
    amount_base_units: amountBaseUnits.toString(),
    commitment,
    mint,
    standing: isGone ? 'dropped' : standing,
    ...(returnedBaseUnits > 0n && !isGone && { returned_base_units: returnedBaseUnits.toString() }),
    confirmations: commitment === 'finalized' || isGone ? null : confirmations,
  };
}

const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

const viewReceipt = ({ receiptNumber, settledBy, credits }: IntentRow): Intent['receipt'] =>
  receiptNumber === null || settledBy === null
    ? null
    : { number: `R-${String(receiptNumber).padStart(6, '0')}`, signature: settledBy, credits };

/** The member-visible state as text, to detect changes. */
export const visible = ({ status, exception, payments }: IntentRow): string =>
  JSON.stringify([
    status,
    exception,
    payments.map((payment) => [
      payment.signature,
      payment.part,
      payment.standing,
      payment.commitment,
      isDropped(payment),
    ]),
  ]);
