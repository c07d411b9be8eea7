import type { PaymentCase } from '../../contract/payment-cases.js';
import type { Translate } from '../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, text } from '../cards/card.js';
import { explorerUrl } from '../cards/network.js';
import { relativeTime, shortAddress } from '../text.js';
import { decisionsFor } from './decisions.js';
import type { KeptCase } from './store.js';

const review = (action: string): string => `\`rigsmith review ${action}\``;

/** The commands that resolve a case, for the operator's shell. */
function commandsFor({ id, reason, intent_id }: PaymentCase): string[] {
  if (reason === 'spent') return [review(`waive ${id}`)];
  const back = review(`refund ${id} --by SIGNATURE`);
  if (reason === 'dropped') return [review(`revoke ${id}`), review(`credit ${id}`)];
  if (reason === 'overpaid' || reason === 'duplicate') return [back];
  return [review(intent_id ? `credit ${id}` : `credit ${id} --purchase ID`), back];
}

function transactionText(signature: string, network: string): string {
  const page = explorerUrl(signature, network);
  return page ? `[${shortAddress(signature)}](<${page}>)` : `\`${shortAddress(signature)}\``;
}

/**
 * A payment case as moderators see it.
 * @param about.hasButtons whether operators decide cases in Discord, besides the service's CLI
 */
export function caseCard(
  { shown, state }: Pick<KeptCase, 'shown' | 'state'>,
  { network, buyer, hasButtons }: { network: string; buyer: string | null; hasButtons: boolean },
  t: Translate,
): Card {
  const { id, reason, amount, payer, intent_id, signature, opened_at } = shown;
  const isOver = state === 'over';
  const commands = t.list(commandsFor(shown), 'or');
  return card(isOver ? 'over' : 'waiting', [
    heading(
      t(isOver ? 'cases.card.closed.title' : 'cases.card.open.title', { id }),
      t(`cases.reason.${reason}`),
    ),
    text(
      facts([
        [t('cases.card.amount.label'), amount],
        [t('cases.card.member.label'), buyer && `<@${buyer}>`],
        [t('cases.card.purchase.label'), intent_id && `\`${intent_id}\``],
        [t('cases.card.payer.label'), payer && `\`${payer}\``],
        [t('cases.card.transaction.label'), signature && transactionText(signature, network)],
        [t('cases.card.since.label'), relativeTime(opened_at)],
      ]),
    ),
    isOver ? null : finePrint(t('cases.card.resolve', { commands })),
    isOver || !hasButtons
      ? null
      : actions(
          ...decisionsFor(shown).decisions.map((decision) =>
            button(t(`cases.${decision}.button`), 'mod:case', '*', `${decision}:${id}`),
          ),
        ),
  ]);
}
