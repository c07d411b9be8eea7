import { encodeCustomId } from '../custom-id.js';
import { received } from '../purchase/amounts.js';
import type { Purchase } from '../purchase/store.js';
import { type Card, card, finePrint, heading } from './card.js';
import { type Form, textForm } from './form.js';
import { lookedAt, looks } from './standing.js';

/** Asks for the transaction of a payment that was not seen. */
export const claimForm = (owner: string, intentId: string): Form =>
  textForm('Which transaction was it?', {
    id: encodeCustomId({ command: 'buy', action: 'claimed', owner, argument: intentId }),
    name: 'signature',
    label: 'Signature, or its page in an explorer',
    placeholder: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb…',
    min_length: 40,
    max_length: 400,
  });

/** What became of the transaction a member named. */
export function claimCard({ intent }: Purchase): Card {
  if (intent.status === 'requires_payment' || intent.status === 'expired' || intent.status === 'canceled')
    return card('waiting', [
      heading('Not seen yet', `No node of ${intent.network} shows that payment so far.`, lookedAt(intent)),
      finePrint('If it was sent just now, try again in a minute. On another network it does not count.'),
    ]);
  return card(looks[intent.status].accent, [
    heading(
      looks[intent.status].title(intent),
      `**${received(intent)}** is counted. The card of the purchase tells how it goes on.`,
    ),
  ]);
}
