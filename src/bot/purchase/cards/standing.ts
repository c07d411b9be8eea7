import { toDecimal } from '../../../base/money.js';
import type { Intent, IntentStatus } from '../../../contract/payments.js';
import type { Translate } from '../../../copy/translate.js';
import type { Accent } from '../../cards/card.js';
import { clockTime, relativeTime } from '../../text.js';
import { amountText, dropped, priceText, received, sentBack } from '../amounts.js';
import { progressOf, stepsOf } from '../progress.js';
import type { Purchase } from '../purchase.js';

/** The status texts of a purchase, shared by its card, messages, the pay page and the history. */

export const isPayable = ({ status }: Intent): boolean =>
  status === 'requires_payment' || status === 'partially_paid';
export const isWatched = (intent: Intent): boolean => isPayable(intent) || intent.status === 'expired';

/** Whether an unseen payment may still arrive. */
export const isClaimable = (intent: Intent): boolean => isWatched(intent) || intent.status === 'canceled';

/** The amount still to pay as decimal text, for wallets: the same in every language. */
export const remaining = (intent: Intent): string => {
  if (intent.status !== 'partially_paid') return intent.amount;
  const rest = BigInt(intent.amount_base_units) - BigInt(intent.amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, intent.currency);
};

/**
 * Explains a payment that was credited and then dropped by a fork: where the money is and what happens to the
 * credits. Null when no payment was dropped, or the purchase was paid again since.
 */
function saysDropped(intent: Intent, t: Translate): string | null {
  const amount = dropped(intent, t);
  const isPaid = BigInt(intent.amount_received_base_units) >= BigInt(intent.amount_base_units);
  if (amount === '' || isPaid) return null;
  const { credits } = intent;
  if (intent.status === 'refunded') return t('purchase.card.dropped.removed', { amount, credits });
  if (intent.exception !== 'dropped') return t('purchase.card.dropped.kept', { amount, credits });
  return t('purchase.card.dropped.undecided', { amount, credits });
}

function saysSucceeded({ intent, balance }: Purchase, t: Translate): string {
  const paid = received(intent, t);
  return balance === null
    ? t('purchase.card.succeeded.text', { received: paid })
    : t('purchase.card.succeeded.balance', { received: paid, credits: balance });
}

function saysRefunded({ intent }: Purchase, t: Translate): string {
  const amount = sentBack(intent, t);
  const money =
    amount === '' ? t('purchase.card.refunded.payment') : t('purchase.card.refunded.amount', { amount });
  if (!intent.settled_at) return money;
  return `${money} ${t('purchase.card.refunded.removed', { credits: intent.credits })}`;
}

type Look = {
  accent: Accent;
  title(intent: Intent, t: Translate): string;
  says(purchase: Purchase, t: Translate): string;
};

/** By status; for the card and for messages. */
export const looks: Record<IntentStatus, Look> = {
  requires_payment: {
    accent: 'neutral',
    title: ({ credits }, t) => t('purchase.card.requires_payment.title', { credits }),
    says: ({ intent }, t) =>
      t('purchase.card.requires_payment.text', {
        amount: priceText(intent, t),
        time: relativeTime(intent.expires_at),
      }),
  },
  processing: {
    accent: 'waiting',
    title: (_, t) => t('purchase.card.processing.title'),
    says: ({ intent }, t) => t('purchase.card.processing.text', { received: received(intent, t) }),
  },
  partially_paid: {
    accent: 'waiting',
    title: (_, t) => t('purchase.card.partially_paid.title'),
    says: ({ intent }, t) =>
      t('purchase.card.partially_paid.text', {
        received: received(intent, t),
        amount: priceText(intent, t),
        remaining: t.amount(remaining(intent), intent.currency),
      }),
  },
  succeeded: {
    accent: 'good',
    title: ({ exception, credits }, t) =>
      exception === 'dropped'
        ? t('purchase.card.dropped.title')
        : t('purchase.card.succeeded.title', { credits }),
    says: (purchase, t) => saysDropped(purchase.intent, t) ?? saysSucceeded(purchase, t),
  },
  expired: {
    accent: 'over',
    title: (_, t) => t('purchase.card.expired.title'),
    says: (_, t) => t('purchase.card.expired.text'),
  },
  requires_review: {
    accent: 'waiting',
    title: (_, t) => t('purchase.card.requires_review.title'),
    // `remark` explains an exception and says that it is under review.
    says: ({ intent }, t) => (intent.exception ? '' : t('purchase.card.requires_review.text')),
  },
  canceled: {
    accent: 'over',
    title: (_, t) => t('purchase.card.canceled.title'),
    says: (_, t) => t('purchase.card.canceled.text'),
  },
  refunded: {
    accent: 'over',
    title: ({ exception }, t) =>
      exception === 'dropped' ? t('purchase.card.reversed.title') : t('purchase.card.refunded.title'),
    says: (purchase, t) => saysDropped(purchase.intent, t) ?? saysRefunded(purchase, t),
  },
};

/** Whether a payment has that standing; false when the service does not report standings. */
const has = ({ transactions }: Intent, wanted: Intent['transactions'][number]['standing']): boolean =>
  transactions.some(({ standing }) => standing === wanted);

/** A payment that did not match: it is under review, or was accepted as the price. */
function mismatched(intent: Intent, how: 'unmatched' | 'wrong_asset', t: Translate): string | null {
  const { currency } = intent;
  const isAccepted = has(intent, 'accepted');
  if (!isAccepted && intent.status === 'refunded') return null;
  if (how === 'unmatched')
    return t(isAccepted ? 'purchase.remark.unmatched.accepted' : 'purchase.remark.unmatched');
  return t(isAccepted ? 'purchase.remark.wrong_asset.accepted' : 'purchase.remark.wrong_asset', {
    currency,
  });
}

/** The part of the payment beyond the price may be refunded by now. */
function overpaid(intent: Intent, t: Translate): string {
  const extra = BigInt(intent.amount_received_base_units) - BigInt(intent.amount_base_units);
  if (extra <= 0n) return t('purchase.remark.overpaid');
  return t('purchase.remark.overpaid.amount', { amount: amountText(extra, intent.currency, t) });
}

/** Remarks about unusual payments. Credited purchases stay credited. */
const remarks: Record<NonNullable<Intent['exception']>, (intent: Intent, t: Translate) => string | null> = {
  underpaid: () => null, // `looks` explains it
  overpaid,
  duplicate: (intent, t) =>
    t('purchase.remark.duplicate', { received: received(intent, t), amount: priceText(intent, t) }),
  paid_late: (_, t) => t('purchase.remark.paid_late'),
  unmatched: (intent, t) => mismatched(intent, 'unmatched', t),
  dropped: () => null, // `looks` explains it
  wrong_asset: (intent, t) => mismatched(intent, 'wrong_asset', t),
};

/** Money received after a refund. */
const after = (intent: Intent, t: Translate): string | null => {
  const isMoney = BigInt(intent.amount_received_base_units) * 100n >= BigInt(intent.amount_base_units);
  return intent.status === 'refunded' && isMoney
    ? t('purchase.remark.after', { received: received(intent, t) })
    : null;
};

/** A partial refund of a purchase that is not refunded as a whole. */
const returned = (intent: Intent, t: Translate): string | null => {
  const amount = sentBack(intent, t);
  return intent.status !== 'refunded' && amount !== '' ? t('purchase.remark.returned', { amount }) : null;
};

export const remark = (intent: Intent, t: Translate): string | null =>
  [intent.exception && remarks[intent.exception](intent, t), returned(intent, t), after(intent, t)]
    .filter(Boolean)
    .join(' ') || null;

/** The steps of a payment, with completed steps ticked off. */
export const trail = (intent: Intent, t: Translate): string => {
  const progress = progressOf(intent);
  if (!progress) return t('purchase.order', { credits: intent.credits, amount: priceText(intent, t) });
  const { at } = progress;
  return stepsOf(progress, t)
    .map((step, index) => (index > at ? `○ ${step}` : index === at ? `**● ${step}**` : `● ${step}`))
    .join(' › ');
};

/** What the last check found. Never says "not paid": a payment that one node does not show may still exist. */
export function lookedAt(intent: Intent, t: Translate): string | null {
  const seen = unseenAt(intent, t);
  return intent.checked?.failed === undefined
    ? seen
    : [t('purchase.card.failed'), seen].filter(Boolean).join(' ');
}

function unseenAt(intent: Intent, t: Translate): string | null {
  const { checked, last_checked_at } = intent;
  const isRest = intent.status === 'partially_paid';
  if (checked)
    return t(isRest ? 'purchase.card.unseen.rest_nodes' : 'purchase.card.unseen.nodes', {
      nodes: checked.nodes,
      time: clockTime(checked.at),
    });
  if (!last_checked_at) return null;
  return t(isRest ? 'purchase.card.unseen.rest' : 'purchase.card.unseen', {
    time: clockTime(last_checked_at),
  });
}
