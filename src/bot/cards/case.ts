import type { PaymentCase } from '../../contract/payments.js';
import type { KeptCase } from '../cases/store.js';
import { relativeTime, shortAddress } from '../text.js';
import { type Card, card, facts, finePrint, heading, text } from './card.js';
import { explorerUrl } from './network.js';

const happened: Record<PaymentCase['reason'], string> = {
  overpaid: 'The payment was more than the price. The credits were granted; the surplus is undecided.',
  duplicate: 'The purchase was paid again after it was settled. The credits were granted once.',
  wrong_asset: 'The payment is not in the currency of the purchase.',
  unmatched: 'The payment has no reference, and its amount does not match exactly one purchase.',
  dropped:
    'The network dropped a payment that had been credited. The sender has the money back; the member still has the credits.',
  spent: 'Discord refunded credits that were already used.',
};

const command = ({ id, reason, intent_id }: PaymentCase): string => {
  if (reason === 'spent') return `\`rigsmith review waive ${id}\``;
  const back = `\`rigsmith review refund ${id} --by SIGNATURE\``;
  if (reason === 'dropped') return `\`rigsmith review revoke ${id}\` or \`rigsmith review credit ${id}\``;
  if (reason === 'overpaid' || reason === 'duplicate') return back;
  return `\`rigsmith review credit ${id}${intent_id ? '' : ' --purchase ID'}\` or ${back}`;
};

/** A payment case as moderators see it. It has no buttons: the operator resolves cases with the service's CLI. */
export function caseCard(
  { shown, state }: Pick<KeptCase, 'shown' | 'state'>,
  { network, buyer }: { network: string; buyer: string | null },
): Card {
  const { id, reason, amount, payer, intent_id, signature, opened_at } = shown;
  const page = signature && explorerUrl(signature, network);
  const isOver = state === 'over';
  return card(isOver ? 'over' : 'waiting', [
    heading(isOver ? `Case ${id} closed` : `Case ${id}: payment under review`, happened[reason]),
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
    isOver ? null : finePrint(`The operator resolves this on the service: ${command(shown)}`),
  ]);
}
