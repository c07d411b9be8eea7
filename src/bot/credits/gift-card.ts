import type { Translate } from '../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, note, text } from '../cards/card.js';

type Asked = { giver: string; to: string; credits: number; balance: number };

/** Asks the giver before credits move. */
export const askGiftCard = ({ giver, to, credits, balance }: Asked, t: Translate): Card =>
  card('waiting', [
    heading(t('gift.ask.title'), t('gift.ask.text', { member: `<@${to}>` })),
    text(
      facts([
        [t('gift.ask.credits.label'), t('credits.count', { credits })],
        [t('rig.offer.balance.label'), t('credits.count', { credits: balance })],
        [t('rig.offer.after.label'), t('credits.count', { credits: Math.max(0, balance - credits) })],
      ]),
    ),
    actions(
      button(t('gift.give.button'), 'gift:give', giver, `${to}/${credits}`, 'primary'),
      button(t('rig.offer.cancel.button'), 'gift:cancel', giver),
    ),
    finePrint(t('gift.ask.note')),
  ]);

export const givenCard = (gift: { to: string; credits: number; left: number }, t: Translate): Card =>
  note(
    t('gift.done.title'),
    t('gift.done.text', {
      member: `<@${gift.to}>`,
      credits: gift.credits,
      left: t('credits.count', { credits: gift.left }),
    }),
    'good',
  );

export const keptCard = (t: Translate): Card =>
  note(t('gift.cancelled.title'), t('rig.offer.dropped.text'), 'over');

/** For the recipient, in the channel. The amount stays between the two. */
export const giftNewsCard = ({ from, to }: { from: string; to: string }, t: Translate): Card =>
  note(t('gift.news.title'), t('gift.news.text', { from: `<@${from}>`, to: `<@${to}>` }), 'good');
