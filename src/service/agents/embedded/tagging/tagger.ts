import type { Word } from './features.js';
import type { Span, SpanKind } from './marks.js';
import { readingOf } from './reading.js';

/** Marks the words of a message that describe a character or change it, as data/talk/marked shows. */

/** What the marked words of a message are about. */
export type Marking = 'wishes' | 'questions';

/**
 * @param of what the message is: a description or change, or a question about the character
 * @param draft the character under discussion
 * @param language null for English
 */
export function spansIn(
  of: Marking,
  line: string,
  draft: string | null,
  language: string | null = null,
): Span[] {
  const { words, labeled } = readingOf(line, draft, language);
  const { labels } = labeled(of);
  return labels.flatMap((label, at) => {
    if (!label.startsWith('B-')) return [];
    let last = at;
    while (labels[last + 1] === `I-${label.slice(2)}`) last += 1;
    if (words.slice(at, last + 1).every(isIdiom)) return [];
    if (label === 'B-kind') last = wholeName(words, labels, last);
    const [start, end] = [words[at]!.start, words[last]!.end];
    return [{ kind: label.slice(2) as SpanKind, text: line.slice(start, end), start, end }];
  });
}

/** How likely all marked words of a description or change are right, from 0 to 1. */
export const certaintyOfMarks = (
  line: string,
  draft: string | null,
  language: string | null = null,
): number => readingOf(line, draft, language).labeled('wishes').certainty;

/** The last word of a name that goes on with a role or creature: "possum night janitor". */
function wholeName(words: readonly Word[], labels: readonly string[], last: number): number {
  let end = last;
  for (let at = last + 1; labels[at] === 'O' && isName(words[at]); at++)
    if (words[at]!.token?.isWho) end = at;
  return end;
}

const isName = (word: Word | undefined): boolean =>
  word?.token !== undefined && word.token.parts.size === 0 && !word.token.mark && /^\p{L}/u.test(word.said);

/** "Bear with me" is no bear. */
const isIdiom = ({ token }: Word): boolean => token?.parts.has('filler') === true && token.said.includes(' ');
