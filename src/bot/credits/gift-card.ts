import type { Translate } from '../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, note, text } from '../cards/card.js';

type Asked = { giver: string; to: string; credits: number; balance: number };

const question = (
  { giver, credits, balance }: Omit<Asked, 'to'>,
  { says, give, note }: { says: string; give: ReturnType<typeof button>; note: string },
  t: Translate,
): Card =>
  card('waiting', [
    heading(t('gift.ask.title'), says),
    text(
      facts([
        [t('gift.ask.credits.label'), t('credits.count', { credits })],
        [t('rig.offer.balance.label'), t('credits.count', { credits: balance })],
        [t('rig.offer.after.label'), t('credits.count', { credits: Math.max(0, balance - credits) })],
      ]),
    ),
    actions(give, button(t('rig.offer.cancel.button'), 'gift:cancel', giver)),
    finePrint(note),
  ]);

/** Asks the giver before credits move. */
export function askGiftCard(asked: Asked, t: Translate): Card {
  const { giver, to, credits } = asked;
  const give = button(t('gift.give.button'), 'gift:give', giver, `${to}/${credits}`, 'primary');
  const says = t('gift.ask.text', { member: `<@${to}>` });
  return question(asked, { says, give, note: t('gift.ask.note') }, t);
}

/** The same for the pool of the server. */
export function askPoolCard(asked: Omit<Asked, 'to'>, t: Translate): Card {
  const { giver, credits } = asked;
  const give = button(t('gift.give.button'), 'gift:pool', giver, String(credits), 'primary');
  return question(asked, { says: t('pool.ask.text'), give, note: t('pool.ask.note') }, t);
}

export const pooledCard = (gift: { credits: number; left: number; pool: number }, t: Translate): Card =>
  note(
    t('gift.done.title'),
    t('pool.done.text', {
      credits: gift.credits,
      left: t('credits.count', { credits: gift.left }),
      pool: t('credits.count', { credits: gift.pool }),
    }),
    'good',
  );

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
