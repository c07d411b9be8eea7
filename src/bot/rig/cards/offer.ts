import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, note, text } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import { isPooled, type Offer, type Quote } from '../wish.js';
import { editText } from './edit.js';
import { waitText } from './wait.js';

/** The private card with the price of a rig, before anything is held. */

/** What a wish is made from, quoted. */
const wished = ({ type, prompt }: Offer['subject'], t: Translate): string =>
  prompt === null ? `> *${t(`rig.source.${type}`)}*` : `> ${clip(plain(prompt), 900)}`;

function lines({ credits, balance, queueAhead, etaSeconds, first, pool }: Quote, t: Translate): string {
  const count = (amount: number | null) => amount !== null && t('credits.count', { credits: amount });
  const isKnown = credits !== null && balance !== null;
  const wait = (seconds: number | null, count: number | null) =>
    seconds !== null &&
    waitText(seconds, t) + (count ? ` · ${t('rig.card.queued.place', { ahead: count })}` : '');
  return facts([
    [t('rig.offer.price.label'), count(credits)],
    [t('rig.offer.balance.label'), count(balance)],
    [t('rig.offer.after.label'), isKnown && balance >= credits && count(balance - credits)],
    [
      t('rig.offer.pool.label'),
      pool &&
        t('rig.offer.pool', { credits: pool.available, left: Math.min(pool.leftToday, pool.available) }),
    ],
    [t('rig.offer.wait.label'), wait(etaSeconds, queueAhead)],
    [t('rig.offer.first.label'), first ? wait(first.etaSeconds, first.queueAhead) : null],
  ]);
}

/** Starts before others for a higher price, where the member can pay that. */
function firstButton({ id, memberId, quote }: Offer, to: 'rig:make' | 'rig:make-here', t: Translate) {
  const { first, credits, balance } = quote;
  if (!first || credits === null || (balance !== null && balance < first.credits)) return null;
  const label = t('rig.offer.first.button', { credits: first.credits - credits });
  return button(label, to, memberId, `${id}/first`);
}

export function offerCard(offer: Offer, t: Translate): Card {
  const { id, memberId, isPrivate, wish, subject, quote, suggestions } = offer;
  const make = isPrivate ? 'rig:make-here' : 'rig:make';
  const { credits, balance } = quote;
  const canPay = credits === null || balance === null || balance >= credits;
  const label = t('rig.offer.make.button');
  return card('waiting', [
    heading(t('rig.offer.title'), wished(subject, t)),
    text(editText(wish.kind === 'again' ? wish.edit : undefined, t)),
    text(lines(quote, t)),
    actions(
      canPay &&
        button(
          credits ? `${label} · ${t('credits.count', { credits })}` : label,
          make,
          memberId,
          id,
          'primary',
        ),
      firstButton(offer, make, t),
      suggestions !== null && button(t('rig.improve.button'), 'rig:improve', memberId, id),
      canPay && button(t('rig.offer.always.button'), make, memberId, `${id}/always`),
      button(t('rig.offer.cancel.button'), 'rig:decline', memberId, id),
    ),
    actions(
      isPooled(quote) &&
        button(
          t('rig.offer.pool.button', { credits: credits ?? 0 }),
          make,
          memberId,
          `${id}/pool`,
          canPay ? 'secondary' : 'primary',
        ),
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
