import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, rule, text } from '../../cards/card.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { plain, relativeTime } from '../../text.js';
import { longestPhrase, shortestPhrase } from '../phrases.js';

/** How to tell the real bot from an impostor: its ids, and the phrase that only it knows. */
export function verifyBotCard(
  bot: {
    userId: string;
    name: string;
    applicationId: string;
    since: number;
    linkOrigin: string;
    /** The member and the phrase they chose; null before they chose one. */
    owner: string;
    phrase: string | null;
  },
  t: Translate,
): Card {
  const since = new Date(bot.since).toISOString();
  const { phrase } = bot;
  return card('neutral', [
    heading(t('verify.card.title'), t('verify.card.compare')),
    text(
      facts({
        [t('verify.card.bot')]: `<@${bot.userId}> (${plain(bot.name)})`,
        [t('verify.card.user_id')]: `\`${bot.userId}\``,
        [t('verify.card.application_id')]: `\`${bot.applicationId}\``,
        [t('verify.card.link_page')]: `\`${bot.linkOrigin}\``,
        [t('verify.card.created')]: `<t:${Math.floor(bot.since / 1000)}:D> (${relativeTime(since)})`,
        [t('verify.card.phrase')]: phrase && plain(phrase),
      }),
    ),
    text(t(phrase === null ? 'verify.phrase.none' : 'verify.phrase.kept')),
    actions(
      button(
        t(phrase === null ? 'verify.phrase.choose.button' : 'verify.phrase.change.button'),
        'verify-bot:choose',
        bot.owner,
        '',
        phrase === null ? 'primary' : 'secondary',
      ),
    ),
    rule,
    text(t('verify.card.never', { button: t('link.card.code.button') })),
    finePrint(t('verify.card.source')),
  ]);
}

/** Asks for the phrase. */
export const phraseForm = (owner: string, t: Translate): Form =>
  textForm(t('verify.phrase.form.title'), {
    id: encodeCustomId({ command: 'verify-bot', action: 'chosen', owner, argument: '' }),
    name: 'phrase',
    label: t('verify.phrase.form.phrase.label'),
    placeholder: t('verify.phrase.placeholder'),
    min_length: shortestPhrase,
    max_length: longestPhrase,
  });
