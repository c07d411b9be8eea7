import type { MessageKey, Translate } from '../../../copy/translate.js';
import type { PayView } from '../view.js';

export type PayPageText = Translate<
  Extract<MessageKey, `purchase.page.${string}` | `purchase.step.${string}` | `page.${string}`>
>;

/** The times on the pay page, in the zone of the browser. What happened is worded by the bot. */

/** No further changes are expected. */
export const isSettled = ({ status }: PayView): boolean => status === 'succeeded' || status === 'refunded';

/** Time left as `4:07`; null when the time is up. */
export function countdown(expiresAt: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(expiresAt) - now) / 1_000);
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Never says "not paid": a payment that one node does not show may still exist. */
export function checkedText({ checked, failed }: PayView, t: PayPageText): string {
  if (failed) return failed;
  if (!checked) return t('purchase.page.unchecked');
  const { nodes } = checked;
  const time = new Date(checked.at);
  return nodes === undefined
    ? t('purchase.page.checked', { time })
    : t('purchase.page.checked.nodes', { nodes, time });
}
