import type { WalletAsk } from '../../../actor/client.js';
import type { Translate } from '../copy/texts.js';
import { formatAmount, sumOf } from './amount.js';

type Transfer = WalletAsk['payments'][number]['transfers'][number];

/** An amount with its currency. Another token is named as what it is: it may look like USDC. */
export const shownTransfer = ({ asset, amount }: Pick<Transfer, 'asset' | 'amount'>, t: Translate): string =>
  `${formatAmount(amount)} ${asset === 'token' ? t('playground.wallet.fake') : asset}`;

/** The outcome of a payment request, judged by the transactions sent, not by the amount requested. */
export function activityOf({ state, payment, payments }: WalletAsk, t: Translate): string {
  const asked = `${payment.amount === null ? '?' : formatAmount(payment.amount)} ${payment.mint === null ? 'SOL' : 'USDC'}`;
  if (state === 'scheduled') return t('playground.wallet.activity.scheduled', { amount: asked });
  if (state === 'rejected') return t('playground.wallet.activity.rejected', { amount: asked });
  const landed = payments.filter(({ failed }) => !failed);
  const transfers = landed.flatMap((sent) => sent.transfers);
  if (transfers.length === 0) return t('playground.wallet.activity.failed', { amount: asked });
  const paid = sumOf(transfers)
    .map((each) => shownTransfer(each, t))
    .join(' + ');
  if (
    transfers.some(({ recipient }) => recipient !== payment.recipient) &&
    landed.length === 1 &&
    transfers.length === 1
  )
    return t('playground.wallet.activity.elsewhere', { paid });
  const lacksReference = payment.references.some(
    (key) => !landed.some(({ references }) => references.includes(key)),
  );
  if (lacksReference) return t('playground.wallet.activity.bare', { paid });
  if (landed.length > 1) return t('playground.wallet.activity.several', { paid, count: landed.length });
  return paid === asked
    ? t('playground.wallet.activity.paid', { paid })
    : t('playground.wallet.activity.instead', { paid, amount: asked });
}
