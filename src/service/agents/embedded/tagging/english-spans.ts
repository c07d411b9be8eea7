import { type DictionaryName, fold } from '../../../../engine/input/text/languages/dictionary.js';
import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { languageNamed } from '../languages/languages.js';
import { type Translated, translatedSpan } from '../languages/span-words.js';
import { tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';
import { spansIn } from './tagger.js';

/** The marked words of messages in other languages, in English. */

/** The marked words of a message, in English as far as the dictionary of its language has them. */
export function englishSpans(
  of: 'wishes' | 'questions',
  line: string,
  draft: string | null,
  language: string | null,
): Span[] {
  return translated(of, line, draft, language).spans;
}

/** The same, and the words that the dictionary lacks. */
export function translated(
  of: 'wishes' | 'questions',
  line: string,
  draft: string | null,
  language: string | null,
): { spans: Span[]; left: string[] } {
  const dictionary = language && dictionaryFor(language);
  const spans = spansIn(of, line, draft, language);
  if (!language || !dictionary) return { spans, left: [] };
  const read = spans.flatMap(language === 'ja' || language === 'zh' ? apart : (one) => [one]).map((one) => ({
    one,
    ...inEnglish(one, language, dictionary),
  }));
  return {
    spans: read.flatMap(({ one, english }, at) =>
      english === '' || isOfUnknown(one, read[at + 1]) ? [] : [{ ...one, text: english }],
    ),
    left: read.flatMap(({ one, left }) => (one.kind === 'look' ? left.filter(isWord) : left)),
  };
}

/** A part whose look the dictionary lacks does not get the next one: "the hat [greyer], and he [fatter]". */
const isOfUnknown = ({ kind }: Span, next: { one: Span; english: string } | undefined): boolean =>
  kind === 'part' && next?.one.kind === 'look' && next.english === '';

/** Comparatives of one word ("maior") are in the table of the language, where the dictionary of descriptions lacks them. */
function inEnglish({ kind, text }: Span, language: string, dictionary: DictionaryName): Translated {
  const read = translatedSpan(text, dictionary, /^(?:look|new|old)$/.test(kind));
  if (read.english !== '' || kind !== 'look') return read;
  const english = languageNamed(language)?.glosses?.englishFor.get(fold(text)) ?? '';
  return tokensOf(english)[0]?.look ? { english, left: [] } : read;
}

/** Where words have no spaces between them, things have: "白衣服 高马尾 斗笠". */
const apart = (span: Span): Span[] =>
  [...span.text.matchAll(/\S+/g)].map(({ 0: text, index }) => {
    const start = span.start + index;
    return { ...span, text, start, end: start + text.length };
  });

/** "くして" of "青くして" is the ending of a known word. */
const isWord = (said: string): boolean => !/^[\p{Script=Hiragana}\p{Script=Hangul}]{1,4}$/u.test(said);
