import type { Translate } from '../../../copy/translate.js';
import { type Card, card, finePrint, heading } from '../../cards/card.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { received } from '../amounts.js';
import type { Purchase } from '../purchase.js';
import { lookedAt, looks } from './standing.js';

/** Asks for the transaction of a payment that was not found. */
export const claimForm = (owner: string, intentId: string, t: Translate): Form =>
  textForm(t('purchase.claim.form.title'), {
    id: encodeCustomId({ command: 'buy', action: 'claimed', owner, argument: intentId }),
    name: 'signature',
    label: t('purchase.claim.form.signature.label'),
    placeholder: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb…',
    min_length: 40,
    max_length: 400,
  });

/** The result for the transaction that a member entered. */
export function claimCard({ intent }: Purchase, t: Translate): Card {
  const { status, network } = intent;
  if (status === 'requires_payment' || status === 'expired' || status === 'canceled')
    return card('waiting', [
      heading(
        t('purchase.claim.card.unseen.title'),
        t('purchase.claim.card.unseen.text', { network }),
        lookedAt(intent, t),
      ),
      finePrint(t('purchase.claim.card.unseen.later')),
    ]);
  return card(looks[status].accent, [
    heading(
      looks[status].title(intent, t),
      t('purchase.claim.card.counted', { received: received(intent, t) }),
    ),
  ]);
}
