import type { PaymentCase } from '../../contract/payments.js';
import type { KeptCase } from '../cases/store.js';
import { relativeTime, shortAddress } from '../text.js';
import { type Card, card, facts, finePrint, heading, text } from './card.js';
import { explorerUrl } from './network.js';

const happened: Record<PaymentCase['reason'], string> = {
  overpaid: 'More than the price came. The credits were given; the surplus is in question.',
  duplicate: 'The price came once more after it was paid. The credits were given once.',
  wrong_asset: 'It came in another currency than the purchase asks for.',
  unmatched: 'It came without a reference, and is not the exact amount of one purchase.',
  dropped:
    'The network dropped a payment that had been credited. The money is back with whoever sent it; the member still has the credits.',
  spent: 'Discord returned the money for credits that were used already.',
};

const command = ({ id, reason, intent_id }: PaymentCase): string => {
  if (reason === 'spent') return `\`rigsmith review waive ${id}\``;
  const back = `\`rigsmith review refund ${id} --by SIGNATURE\``;
  if (reason === 'dropped') return `\`rigsmith review revoke ${id}\` or \`rigsmith review credit ${id}\``;
  if (reason === 'overpaid' || reason === 'duplicate') return back;
  return `\`rigsmith review credit ${id}${intent_id ? '' : ' --purchase ID'}\` or ${back}`;
};

/** Money that waits for the operator, as moderators see it. Nothing can be pressed: deciding is done at the books. */
export function caseCard(
  { shown, state }: Pick<KeptCase, 'shown' | 'state'>,
  { network, buyer }: { network: string; buyer: string | null },
): Card {
  const { id, reason, amount, payer, intent_id, signature, opened_at } = shown;
  const page = signature && explorerUrl(signature, network);
  const isOver = state === 'over';
  return card(isOver ? 'over' : 'waiting', [
    heading(isOver ? `Case ${id} is over` : `Case ${id}: money waits for a decision`, happened[reason]),
    text(
      facts({
        Amount: amount,
        Member: buyer && `<@${buyer}>`,
        Purchase: intent_id && `\`${intent_id}\``,
        From: payer && `\`${payer}\``,
        Transaction:
          signature && (page ? `[${shortAddress(signature)}](<${page}>)` : `\`${shortAddress(signature)}\``),
        Since: relativeTime(opened_at),
      }),
    ),
    isOver ? null : finePrint(`Whoever runs the service decides there: ${command(shown)}`),
  ]);
}
