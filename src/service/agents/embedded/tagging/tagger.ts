import { findDataFile } from '../../../../base/data-file.js';
import { type Labeler, labelerOf } from '../learning/network.js';
import { readNetwork } from '../learning/network-file.js';
import { featuresOf, type Marking, type Word } from './features.js';
import type { Span, SpanKind } from './marks.js';
import { messageWords } from './message-words.js';

/** Marks the words of a message that describe a character or change it, as data/talk/marked shows. */

let labeler: Labeler | null = null;
const reader = (): Labeler =>
  (labeler ??= labelerOf(readNetwork(findDataFile(import.meta.dirname, 'talk', 'reader.bin'))));

/** A message is read several times on its way to an answer. */
const remembered = new Map<string, Read>();
const mostRemembered = 50;

type Read = { spans: Span[]; certainty: number };

function readingOf(of: Marking, line: string, draft: string | null, language: string | null): Read {
  const key = [of, language, draft, line].join('\n');
  const read = remembered.get(key) ?? readNow(of, line, draft, language);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(key, read);
  return read;
}

/**
 * @param of what the message is: a description or change, or a question about the character
 * @param draft the character under discussion
 * @param language null for English
 */
export const spansIn = (
  of: Marking,
  line: string,
  draft: string | null,
  language: string | null = null,
): Span[] => readingOf(of, line, draft, language).spans;

/** How likely all marked words of a description or change are right, from 0 to 1. */
export const certaintyOfMarks = (
  line: string,
  draft: string | null,
  language: string | null = null,
): number => readingOf('wishes', line, draft, language).certainty;

function readNow(of: Marking, line: string, draft: string | null, language: string | null): Read {
  const words = messageWords(line, language);
  const { labels, certainty } = reader()(featuresOf(words, draft, of));
  const spans = labels.flatMap((label, at) => {
    if (!label.startsWith('B-')) return [];
    let last = at;
    while (labels[last + 1] === `I-${label.slice(2)}`) last += 1;
    if (words.slice(at, last + 1).every(isIdiom)) return [];
    if (label === 'B-kind') last = wholeName(words, labels, last);
    const [start, end] = [words[at]!.start, words[last]!.end];
    return [{ kind: label.slice(2) as SpanKind, text: line.slice(start, end), start, end }];
  });
  return { spans, certainty };
}

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
