import { toDecimal } from '../../base/money.js';
import type { Intent, IntentStatus } from '../../contract/payments.js';
import { dropped, received, sentBack } from '../purchase/amounts.js';
import { progressOf } from '../purchase/progress.js';
import type { Purchase } from '../purchase/store.js';
import { clockTime, creditsText, relativeTime } from '../text.js';
import type { Accent } from './card.js';

/** How a purchase stands, in words: the same on its card, in messages, on the pay page and in the history. */

export const isPayable = ({ status }: Intent): boolean =>
  status === 'requires_payment' || status === 'partially_paid';
export const isWatched = (intent: Intent): boolean => isPayable(intent) || intent.status === 'expired';

/** Whether a payment may still be on its way that nobody has seen. */
export const isClaimable = (intent: Intent): boolean => isWatched(intent) || intent.status === 'canceled';

/** What is still to pay, in the currency's decimals. */
export const remaining = (intent: Intent): string => {
  if (intent.status !== 'partially_paid') return intent.amount;
  const rest = BigInt(intent.amount_base_units) - BigInt(intent.amount_received_base_units);
  return toDecimal(rest > 0n ? rest : 0n, intent.currency);
};

/**
 * A payment that was credited and then dropped by a fork: what that means for the money and the credits. Null when
 * there is none, or when it was paid again since.
 */
function saysDropped(intent: Intent): string | null {
  const lost = dropped(intent);
  const isPaid = BigInt(intent.amount_received_base_units) >= BigInt(intent.amount_base_units);
  if (lost === '' || isPaid) return null;
  const credits = creditsText(intent.credits);
  const happened = `The Solana network dropped your payment of **${lost}** after we credited it, so that money is still in your wallet.`;
  if (intent.status === 'refunded') return `${happened} The ${credits} were taken back.`;
  if (intent.exception !== 'dropped') return `${happened} You keep the ${credits}.`;
  return `${happened} You have the ${credits} for now. Whoever runs this bot decides whether you keep them, and you'll be told here.`;
}

type Look = { accent: Accent; title(intent: Intent): string; says(purchase: Purchase): string };

/** By state; on the card and, where nobody watches it, in a message. */
export const looks: Record<IntentStatus, Look> = {
  requires_payment: {
    accent: 'neutral',
    title: ({ credits }) => `Pay for ${creditsText(credits)}`,
    says: ({ intent }) =>
      `Scan the code with your wallet and send **${intent.amount} ${intent.currency}**. The offer ends ${relativeTime(intent.expires_at)}.`,
  },
  processing: {
    accent: 'waiting',
    title: () => 'Payment seen',
    says: ({ intent }) =>
      `**${received(intent)}** is on its way and being confirmed. Credits follow in a moment.`,
  },
  partially_paid: {
    accent: 'waiting',
    title: () => 'Part of the price arrived',
    says: ({ intent }) =>
      `**${received(intent)}** of **${intent.amount} ${intent.currency}** arrived. The code asks for the rest: **${remaining(intent)} ${intent.currency}**.`,
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
    title: () => 'This offer has ended',
    says: () =>
      'Nothing was seen in time. Do not pay this code any more; take a new one. Had you paid already, it is still counted and told here.',
  },
  requires_review: {
    accent: 'waiting',
    title: () => 'Somebody has to look at this payment',
    // What was unusual about it stands below, and that somebody was asked.
    says: ({ intent }) =>
      intent.exception ? '' : 'It arrived in a way that needs a person: whoever runs this bot was asked.',
  },
  canceled: {
    accent: 'over',
    title: () => 'Purchase cancelled',
    says: () => 'Do not pay any more. Had you paid already, it is still counted and told here.',
  },
  refunded: {
    accent: 'over',
    title: ({ exception }) => (exception === 'dropped' ? 'Purchase undone' : 'Payment refunded'),
    says: ({ intent }) =>
      saysDropped(intent) ??
      `${sentBack(intent) === '' ? 'The payment' : `**${sentBack(intent)}**`} was sent back.${intent.settled_at ? ` The ${creditsText(intent.credits)} of it were taken back.` : ''}`,
  },
};

const reviewed = 'Nothing is lost: whoever runs this bot decides about it, and you are told here.';

/** Whether a payment of that standing is among them; unknown where a service does not say what they stand for. */
const has = ({ transactions }: Intent, wanted: Intent['transactions'][number]['standing']): boolean =>
  transactions.some(({ standing }) => standing === wanted);
/** Of money that came astray: it waits for a decision, or was taken as the price. */
const astray = (intent: Intent, how: string): string | null => {
  if (has(intent, 'accepted')) return `It came ${how}, and was taken all the same.`;
  return intent.status === 'refunded' ? null : `A payment came ${how}. ${reviewed}`;
};

/** What was unusual about a payment. What is credited stays credited. */
const remarks: Record<NonNullable<Intent['exception']>, (intent: Intent) => string | null> = {
  underpaid: () => null, // the card says it at large
  overpaid: () => 'That was more than the price. Whoever runs this bot was asked about the surplus.',
  duplicate: (intent) =>
    `It was paid more than once: **${received(intent)}** for ${intent.amount} ${intent.currency}. ${reviewed}`,
  paid_late: () => 'It came after the time was up, and is counted all the same.',
  unmatched: (intent) => astray(intent, 'without the reference of the purchase, of another amount'),
  dropped: () => null, // the card says it at large
  wrong_asset: (intent) => astray(intent, `in another currency than ${intent.currency}`),
};
/** What came for a purchase that is over. */
const after = (intent: Intent): string | null => {
  const isMoney = BigInt(intent.amount_received_base_units) * 100n >= BigInt(intent.amount_base_units);
  return intent.status === 'refunded' && isMoney ? `**${received(intent)}** came since. ${reviewed}` : null;
};
/** What was sent back of a purchase that stands. */
const returned = (intent: Intent): string | null =>
  intent.status !== 'refunded' && sentBack(intent) !== '' ? `Sent back: **${sentBack(intent)}**.` : null;
export const remark = (intent: Intent): string | null =>
  [intent.exception && remarks[intent.exception](intent), returned(intent), after(intent)]
    .filter(Boolean)
    .join(' ') || null;

/** The way of a payment, with what is behind it ticked off. */
export const trail = (intent: Intent): string => {
  const progress = progressOf(intent);
  if (!progress) return `${creditsText(intent.credits)} for ${intent.amount} ${intent.currency}`;
  const { steps, at } = progress;
  return steps
    .map((step, index) => (index > at ? `○ ${step}` : index === at ? `**● ${step}**` : `● ${step}`))
    .join(' › ');
};

/** Never "not paid": a node that does not show a payment proves nothing. */
export function lookedAt(intent: Intent): string | null {
  const { checked, last_checked_at } = intent;
  const unseen = intent.status === 'partially_paid' ? 'The rest is not seen yet' : 'Not seen yet';
  if (checked)
    return `${unseen} (checked ${checked.nodes} node${checked.nodes === 1 ? '' : 's'} at ${clockTime(checked.at)}).`;
  return last_checked_at && `${unseen} (last looked at ${clockTime(last_checked_at)}).`;
}
