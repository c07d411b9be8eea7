import type { IntentStatus } from '../../../contract/payments.js';
import type { PayView } from '../view.js';

/** What the page says of a purchase, state by state. */

export const creditsOf = (count: number): string => `${count} credit${count === 1 ? '' : 's'}`;

type Words = { title: string; lead: string };

const byStatus: Record<IntentStatus, (view: PayView) => Words> = {
  requires_payment: ({ credits, memberName }) => ({
    title: `Pay for ${creditsOf(credits)}`,
    lead: memberName ? `They go to ${memberName} in Discord.` : '',
  }),
  processing: () => ({
    title: 'Payment seen',
    lead: 'It is being confirmed. The credits follow in a moment; you may close this page.',
  }),
  partially_paid: ({ amount, currency, price }) => ({
    title: 'Part of the price arrived',
    lead: `${amount} of ${price} ${currency} are still to pay. The code asks for the rest.`,
  }),
  succeeded: ({ credits, balance }) => ({
    title: `${creditsOf(credits)} arrived`,
    lead: `${balance === null ? '' : `The balance is ${creditsOf(balance)}. `}You can go back to Discord.`,
  }),
  expired: () => ({
    title: 'This offer has ended',
    lead: 'Do not pay this code any more: take a new one on the card in Discord. Had you paid already, it is still counted and told there.',
  }),
  requires_review: () => ({
    title: 'Somebody has to look at this payment',
    lead: 'It arrived in a way that needs a person to look. Nothing is lost; you are told in Discord.',
  }),
  canceled: () => ({
    title: 'Purchase cancelled',
    lead: 'Do not pay any more. Had you paid already, it is still counted and told in Discord.',
  }),
  refunded: () => ({ title: 'Payment refunded', lead: 'The payment was sent back.' }),
};

const exceptions: Partial<Record<NonNullable<PayView['exception']>, string>> = {
  overpaid: 'That was more than the price. Whoever runs the bot was asked about the surplus.',
  duplicate: 'It was paid more than once. Whoever runs the bot decides about the rest.',
  dropped:
    'The network dropped your payment after it was credited, so the money is still yours. Your card in Discord says what happens to the credits.',
  paid_late: 'It came after the time was up, and is counted all the same.',
};

export function wordsFor(view: PayView): Words {
  const { title, lead } = byStatus[view.status](view);
  const remark = view.exception && exceptions[view.exception];
  return { title, lead: remark ? `${lead} ${remark}` : lead };
}

export const isPayable = ({ status, isReplaced }: PayView): boolean =>
  !isReplaced && (status === 'requires_payment' || status === 'partially_paid');

/** Nothing will change any more by itself. */
export const isOver = ({ status }: PayView): boolean => status === 'succeeded' || status === 'refunded';

/** `4:07` until then; null when the time is up. */
export function countdown(expiresAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Never "not paid": a node that does not show a payment proves nothing. */
export function checkedText({ checked }: PayView): string {
  if (!checked) return 'Not seen yet.';
  const time = new Date(checked.at).toLocaleTimeString([], {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const nodes =
    checked.nodes === undefined
      ? 'checked'
      : `checked ${checked.nodes} node${checked.nodes === 1 ? '' : 's'}`;
  return `Not seen yet (${nodes} at ${time}).`;
}
