import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { translateFrom } from '../../../../engine/input/text/languages/translate.js';
import { languageNamed } from '../languages/languages.js';
import { type Word, wordsOf } from './features.js';
import { foreignWordsOf } from './foreign-words.js';

/** The words of a message in any language that has a dictionary, as the models read them. */

/** Languages whose messages are marked. @param language null for English */
export const isReadable = (language: string | null): boolean =>
  language === null || (dictionaryFor(language) !== null && Boolean(languageNamed(language)?.glosses));

export function messageWords(line: string, language: string | null): Word[] {
  const dictionary = language && dictionaryFor(language);
  const glosses = language && languageNamed(language)?.glosses;
  return dictionary && glosses ? foreignWordsOf(line, dictionary, glosses) : wordsOf(line);
}

/** A plan that a corpus has in its own language, with its translation. */
export const bothOf = (draft: string | null, language: string | null): string | null => {
  const dictionary = language && dictionaryFor(language);
  return draft !== null && dictionary ? `${translateFrom(dictionary, draft).text} ${draft}` : draft;
};
