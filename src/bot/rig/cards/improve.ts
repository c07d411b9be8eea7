import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, text } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import type { Advice } from '../improving.js';

const longestSuggestion = 600;

/** The understood words of a description, and better descriptions to choose from. */
export function improveCard(advice: Advice, t: Translate): Card {
  const { offer, understood, unknown, corrected, suggestions } = advice;
  const { id, memberId, subject } = offer;
  const words = (list: readonly string[]) => list.length > 0 && clip(plain(list.join(', ')), 500);
  const read = corrected.map(({ from, to }) => `${from} → ${to}`);
  return card('waiting', [
    heading(t('rig.improve.title'), `> ${clip(plain(subject.prompt ?? ''), 600)}`),
    text(
      facts([
        [t('rig.improve.understood.label'), words(understood)],
        [t('rig.improve.corrected.label'), words(read)],
        [t('rig.improve.unknown.label'), words(unknown)],
      ]),
    ),
    suggestions.length === 0
      ? text(t('rig.improve.nothing'))
      : text(
          t('rig.improve.suggestions'),
          ...suggestions.map((one, at) => `**${at + 1}** ${clip(plain(one), longestSuggestion)}`),
        ),
    actions(
      ...suggestions.map((_, at) =>
        button(
          t('rig.improve.use.button', { number: at + 1 }),
          'rig:reword',
          memberId,
          `${id}/${at}`,
          at === 0 ? 'primary' : 'secondary',
        ),
      ),
      button(t('rig.improve.keep.button'), 'rig:reword', memberId, `${id}/own`),
    ),
    finePrint(t('rig.improve.note')),
  ]);
}
