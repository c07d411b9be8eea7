import { encodeCustomId } from '../custom-id.js';
import { received } from '../purchase/amounts.js';
import type { Purchase } from '../purchase/store.js';
import { type Card, card, finePrint, heading } from './card.js';
import { type Form, textForm } from './form.js';
import { lookedAt, looks } from './standing.js';

/** Asks for the transaction of a payment that was not found. */
export const claimForm = (owner: string, intentId: string): Form =>
  textForm('Find my payment', {
    id: encodeCustomId({ command: 'buy', action: 'claimed', owner, argument: intentId }),
    name: 'signature',
    label: 'Transaction signature or explorer link',
    placeholder: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb…',
    min_length: 40,
    max_length: 400,
  });

/** The result for the transaction that a member entered. */
export function claimCard({ intent }: Purchase): Card {
  if (intent.status === 'requires_payment' || intent.status === 'expired' || intent.status === 'canceled')
    return card('waiting', [
      heading('Not seen yet', `No ${intent.network} node shows that payment yet.`, lookedAt(intent)),
      finePrint("If you just sent it, try again in a minute. Payments on other networks don't count."),
    ]);
  return card(looks[intent.status].accent, [
    heading(
      looks[intent.status].title(intent),
      `We counted **${received(intent)}**. Follow the progress on the purchase card.`,
    ),
  ]);
}
