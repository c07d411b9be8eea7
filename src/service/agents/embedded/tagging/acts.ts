import { type Classifier, classifierOf } from '../learning/classifier.js';
import type { Act } from './act-examples.js';
import { messageTokens } from './message-words.js';
import { learnedModels } from './models.js';

/** What a message does: describes or changes a character, asks about it, asks about Rigsmith, or just talks. */

export type Likely = { act: Act; share: number };

let classifiers: { english: Classifier<Act>; abroad: Classifier<Act> } | null = null;

/**
 * The acts of a message, the likeliest first.
 * @param draft the character under discussion
 * @param language null for English
 */
export function actsIn(line: string, draft: string | null, language: string | null = null): Likely[] {
  const { acts: english, actsAbroad } = learnedModels();
  classifiers ??= { english: classifierOf(english), abroad: classifierOf(actsAbroad) };
  const classify = classifiers[language === null ? 'english' : 'abroad'];
  return [...classify(messageTokens(line, draft, language))]
    .map(([act, share]) => ({ act, share }))
    .sort((a, b) => b.share - a.share);
}

/** How likely a message does one of the wanted things. */
export const shareOf = (acts: readonly Likely[], ...wanted: readonly ((act: Act) => boolean)[]): number =>
  acts.filter(({ act }) => wanted.some((one) => one(act))).reduce((sum, { share }) => sum + share, 0);
