import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, note, text } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import type { Offer, Quote } from '../wish.js';
import { waitText } from './wait.js';

/** The private card with the price of a rig, before anything is held. */

/** What a wish is made from, quoted. */
const wished = ({ type, prompt }: Offer['subject'], t: Translate): string =>
  prompt === null ? `> *${t(`rig.source.${type}`)}*` : `> ${clip(plain(prompt), 900)}`;

function lines({ credits, balance, queueAhead, etaSeconds }: Quote, t: Translate): string {
  const count = (amount: number | null) => amount !== null && t('credits.count', { credits: amount });
  const isKnown = credits !== null && balance !== null;
  const ahead = queueAhead ? ` · ${t('rig.card.queued.place', { ahead: queueAhead })}` : '';
  return facts([
    [t('rig.offer.price.label'), count(credits)],
    [t('rig.offer.balance.label'), count(balance)],
    [t('rig.offer.after.label'), isKnown && count(balance - credits)],
    [t('rig.offer.wait.label'), etaSeconds !== null && waitText(etaSeconds, t) + ahead],
  ]);
}

export function offerCard({ id, memberId, isPrivate, subject, quote }: Offer, t: Translate): Card {
  const make = isPrivate ? 'rig:make-here' : 'rig:make';
  const { credits } = quote;
  const label = t('rig.offer.make.button');
  return card('waiting', [
    heading(t('rig.offer.title'), wished(subject, t)),
    text(lines(quote, t)),
    actions(
      button(
        credits ? `${label} · ${t('credits.count', { credits })}` : label,
        make,
        memberId,
        id,
        'primary',
      ),
      button(t('rig.offer.always.button'), make, memberId, `${id}/always`),
      button(t('rig.offer.cancel.button'), 'rig:decline', memberId, id),
    ),
    finePrint(t('rig.offer.note')),
  ]);
}

/** Replaces the offer of a rig that has a card of its own. */
export const acceptedCard = (t: Translate): Card =>
  note(t('rig.offer.made.title'), t('rig.offer.made.text'), 'over');

export const declinedCard = (t: Translate): Card =>
  note(t('rig.offer.dropped.title'), t('rig.offer.dropped.text'), 'over');

export const askingCard = (asks: boolean, t: Translate): Card =>
  note(t('rig.confirm.title'), t(asks ? 'rig.confirm.on' : 'rig.confirm.off'), 'good');
