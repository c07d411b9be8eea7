import type { IntentStatus } from '../../../contract/payments.js';
import type { PayView } from '../view.js';

/** The texts of the pay page by purchase status. */

export const creditsOf = (count: number): string => `${count} credit${count === 1 ? '' : 's'}`;

type Words = { title: string; lead: string };

const byStatus: Record<IntentStatus, (view: PayView) => Words> = {
  requires_payment: ({ credits, memberName }) => ({
    title: `Pay for ${creditsOf(credits)}`,
    lead: memberName ? `They go to ${memberName} in Discord.` : '',
  }),
  processing: () => ({
    title: 'Payment seen',
    lead: "We're waiting for confirmation. The credits follow in a moment; you can close this page.",
  }),
  partially_paid: ({ amount, currency, price }) => ({
    title: 'Partial payment received',
    lead: `${amount} of ${price} ${currency} left to pay. The code now asks for the rest.`,
  }),
  succeeded: ({ credits, balance }) => ({
    title: `${creditsOf(credits)} arrived`,
    lead: `${balance === null ? '' : `Your balance is ${creditsOf(balance)}. `}You can go back to Discord.`,
  }),
  expired: () => ({
    title: 'This offer expired',
    lead: "Don't pay this code; get a new code from the card in Discord. If you already paid, we'll still count it and update the card.",
  }),
  requires_review: () => ({
    title: 'Payment under review',
    lead: "This payment needs a manual check. Nothing is lost; we'll tell you in Discord.",
  }),
  canceled: () => ({
    title: 'Purchase cancelled',
    lead: "Don't pay this code. If you already paid, we'll still count it and tell you in Discord.",
  }),
  refunded: () => ({ title: 'Payment refunded', lead: 'The payment was refunded.' }),
};

const exceptions: Partial<Record<NonNullable<PayView['exception']>, string>> = {
  overpaid: 'That was more than the price. We told the operator about the extra amount.',
  duplicate: 'This was paid more than once. The operator will decide about the rest.',
  dropped:
    'The network dropped your payment after it was credited, so the money is still yours. Your card in Discord says what happens to the credits.',
  paid_late: 'It arrived late; we counted it anyway.',
};

export function wordsFor(view: PayView): Words {
  const { title, lead } = byStatus[view.status](view);
  const remark = view.exception && exceptions[view.exception];
  return { title, lead: remark ? `${lead} ${remark}` : lead };
}

export const isPayable = ({ status, isReplaced }: PayView): boolean =>
  !isReplaced && (status === 'requires_payment' || status === 'partially_paid');

/** No further changes are expected. */
export const isOver = ({ status }: PayView): boolean => status === 'succeeded' || status === 'refunded';

/** Time left as `4:07`; null when the time is up. */
export function countdown(expiresAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Never says "not paid": a payment that one node does not show may still exist. */
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
