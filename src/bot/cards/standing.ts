import { toDecimal } from '../../base/money.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';
import { dropped, received, sentBack } from '../purchase/amounts.js';
import { progressOf } from '../purchase/progress.js';
import type { Purchase } from '../purchase/store.js';
import { clockTime, creditsText, relativeTime } from '../text.js';
import type { Accent } from './card.js';

/** The status texts of a purchase, shared by its card, messages, the pay page and the history. */

export const isPayable = ({ status }: Intent): boolean =>
  status === 'requires_payment' || status === 'partially_paid';
export const isWatched = (intent: Intent): boolean => isPayable(intent) || intent.status === 'expired';

/** Whether an unseen payment may still arrive. */
export const isClaimable = (intent: Intent): boolean => isWatched(intent) || intent.status === 'canceled';

/** The amount still to pay as decimal text. */
export const remaining = (intent: Intent): string => {
  if (intent.status !== 'partially_paid') return intent.amount;
  const rest = BigInt(intent.amount_base_units) - BigInt(intent.amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, intent.currency);
};

/**
 * Explains a payment that was credited and then dropped by a fork: where the money is and what happens to the
 * credits. Null when no payment was dropped, or the purchase was paid again since.
 */
function saysDropped(intent: Intent): string | null {
  const lost = dropped(intent);
  const isPaid = BigInt(intent.amount_received_base_units) >= BigInt(intent.amount_base_units);
  if (lost === '' || isPaid) return null;
  const credits = creditsText(intent.credits);
  const happened = `The Solana network dropped your payment of **${lost}** after we credited it, so that money is still in your wallet.`;
  if (intent.status === 'refunded') return `${happened} The ${credits} were removed.`;
  if (intent.exception !== 'dropped') return `${happened} You keep the ${credits}.`;
  return `${happened} You have the ${credits} for now. The operator will decide whether you keep them, and we'll tell you here.`;
}

type Look = { accent: Accent; title(intent: Intent): string; says(purchase: Purchase): string };

/** By status; for the card and for messages. */
export const looks: Record<IntentStatus, Look> = {
  requires_payment: {
    accent: 'neutral',
    title: ({ credits }) => `Pay for ${creditsText(credits)}`,
    says: ({ intent }) =>
      `Scan the code with your wallet and send **${intent.amount} ${intent.currency}**. The offer expires ${relativeTime(intent.expires_at)}.`,
  },
  processing: {
    accent: 'waiting',
    title: () => 'Payment seen',
    says: ({ intent }) =>
      `We saw **${received(intent)}** and are waiting for confirmation. Your credits follow in a moment.`,
  },
  partially_paid: {
    accent: 'waiting',
    title: () => 'Partial payment received',
    says: ({ intent }) =>
      `We received **${received(intent)}** of **${intent.amount} ${intent.currency}**. The code now asks for the remaining **${remaining(intent)} ${intent.currency}**.`,
  },
  succeeded: {
    accent: 'good',
    title: (intent) =>
      intent.exception === 'dropped'
        ? 'Payment dropped by the network'
        : `${creditsText(intent.credits)} arrived`,
    says: ({ intent, balance }) =>
      saysDropped(intent) ??
      `Paid **${received(intent)}**.${balance === null ? '' : ` You now have **${creditsText(balance)}**.`}`,
  },
  expired: {
    accent: 'over',
    title: () => 'This offer expired',
    says: () =>
      "We didn't see a payment in time. Don't pay this code; get a new code. If you already paid, we'll still count it and update this card.",
  },
  requires_review: {
    accent: 'waiting',
    title: () => 'Payment under review',
    // `remark` explains an exception and says that it is under review.
    says: ({ intent }) =>
      intent.exception ? '' : 'This payment needs a manual check. We told the operator.',
  },
  canceled: {
    accent: 'over',
    title: () => 'Purchase cancelled',
    says: () => "Don't pay this code. If you already paid, we'll still count it and update this card.",
  },
  refunded: {
    accent: 'over',
    title: ({ exception }) => (exception === 'dropped' ? 'Purchase reversed' : 'Payment refunded'),
    says: ({ intent }) =>
      saysDropped(intent) ??
      `${sentBack(intent) === '' ? 'The payment' : `**${sentBack(intent)}**`} was refunded.${intent.settled_at ? ` The ${creditsText(intent.credits)} from it were removed.` : ''}`,
  },
};

const reviewed = "Nothing is lost: the operator will decide, and we'll tell you here.";

/** Whether a payment has that standing; false when the service does not report standings. */
const has = ({ transactions }: Intent, wanted: Intent['transactions'][number]['standing']): boolean =>
  transactions.some(({ standing }) => standing === wanted);
/** A payment that did not match: it is under review, or was accepted as the price. */
const mismatched = (intent: Intent, how: string): string | null => {
  if (has(intent, 'accepted')) return `A payment ${how}; we accepted it anyway.`;
  return intent.status === 'refunded' ? null : `A payment ${how}. ${reviewed}`;
};

/** The part of the payment beyond the price; null when none is left. */
function surplus(intent: Intent): string | null {
  const extra = BigInt(intent.amount_received_base_units) - BigInt(intent.amount_base_units);
  return extra > 0n ? `${toDecimal(extra, intent.currency)} ${intent.currency}` : null;
}

/** What was unusual about a payment. Credited purchases stay credited. */
const remarks: Record<NonNullable<Intent['exception']>, (intent: Intent) => string | null> = {
  underpaid: () => null, // `looks` explains it
  overpaid: (intent) =>
    `That was more than the price. We told the operator about the extra ${surplus(intent) ?? 'amount'}.`,
  duplicate: (intent) =>
    `This was paid more than once: **${received(intent)}** for ${intent.amount} ${intent.currency}. ${reviewed}`,
  paid_late: () => 'It arrived late; we counted it anyway.',
  unmatched: (intent) => mismatched(intent, 'arrived without the reference and with a different amount'),
  dropped: () => null, // `looks` explains it
  wrong_asset: (intent) => mismatched(intent, `arrived in a currency other than ${intent.currency}`),
};
/** Money received after a refund. */
const after = (intent: Intent): string | null => {
  const isMoney = BigInt(intent.amount_received_base_units) * 100n >= BigInt(intent.amount_base_units);
  return intent.status === 'refunded' && isMoney
    ? `We received **${received(intent)}** since then. ${reviewed}`
    : null;
};
/** A partial refund of a purchase that is not refunded as a whole. */
const returned = (intent: Intent): string | null =>
  intent.status !== 'refunded' && sentBack(intent) !== '' ? `Refunded: **${sentBack(intent)}**.` : null;
export const remark = (intent: Intent): string | null =>
  [intent.exception && remarks[intent.exception](intent), returned(intent), after(intent)]
    .filter(Boolean)
    .join(' ') || null;

/** The steps of a payment, with completed steps ticked off. */
export const trail = (intent: Intent): string => {
  const progress = progressOf(intent);
  if (!progress) return `${creditsText(intent.credits)} for ${intent.amount} ${intent.currency}`;
  const { steps, at } = progress;
  return steps
    .map((step, index) => (index > at ? `○ ${step}` : index === at ? `**● ${step}**` : `● ${step}`))
    .join(' › ');
};

/** Never says "not paid": a payment that one node does not show may still exist. */
export function lookedAt(intent: Intent): string | null {
  const { checked, last_checked_at } = intent;
  const unseen =
    intent.status === 'partially_paid' ? 'The remaining payment was not seen yet' : 'Not seen yet';
  if (checked)
    return `${unseen} (checked ${checked.nodes} node${checked.nodes === 1 ? '' : 's'} at ${clockTime(checked.at)}).`;
  return last_checked_at && `${unseen} (last checked at ${clockTime(last_checked_at)}).`;
}
