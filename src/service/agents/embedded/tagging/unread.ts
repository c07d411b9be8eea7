import { isContent } from '../descriptions/leftovers.js';
import { type Cursor, is } from '../words/cursor.js';
import { type Noun, readNoun } from '../words/nouns.js';
import { stem, type Token, tokensOf } from '../words/tokens.js';
import { isMarked, type Span } from './marks.js';

/** Parts of a description that the tagger left unmarked though the engine knows their things: "sax obviously", "dust on knees". */

const seams = /[,.;:!?()\n—–]+|\s(?:and|&|\+|plus)\s/gu;

/** The parts of a line without a mark, with their places. */
function* unmarked(line: string, spans: readonly Span[]): Generator<{ text: string; start: number }> {
  let start = 0;
  for (const seam of [...line.matchAll(seams), null]) {
    const end = seam?.index ?? line.length;
    if (!isMarked(spans, { start, end }) && end > start) yield { text: line.slice(start, end), start };
    start = seam ? end + seam[0].length : end;
  }
}

const speaking = (token: Token): boolean =>
  is(token, 'me', 'ask', 'request', 'not', 'no', 'lacks') ||
  /^(?:for|if|because|when|while)$/.test(token.word);
const isLead = (token: Token): boolean =>
  is(token, 'filler', 'has', 'and', 'pronoun', 'only', 'too', 'itIs') &&
  !token.isThing &&
  !token.isWho &&
  token.look === null;

/** A noun phrase at the start of an unmarked part. */
function nounIn(text: string, start: number): Span | null {
  const tokens = tokensOf(text);
  const from = tokens.findIndex((token) => !isLead(token));
  if (from < 0) return null;
  const cursor: Cursor = { tokens, at: from, isPlanned: () => false };
  const noun = readNoun(cursor, { anywhere: true });
  if (!noun || !(noun.isThing || noun.isWho) || tokens.slice(0, cursor.at).some(speaking)) return null;
  const isOnly = tokens
    .slice(cursor.at)
    .every(
      (token) =>
        is(token, 'filler', 'then', 'only', 'and') || /^(?:obviously|then|too|ofc)$/.test(token.word),
    );
  if (noun.isWho && !(isOnly && isSomebody(noun, tokens.length))) return null;
  const first = tokens[from]!;
  const opening = is(first, 'article', 'whose') ? tokens[from + 1]! : first;
  const [begin, end] = [opening.start, tokens[cursor.at - 1]!.end];
  return {
    kind: noun.isWho ? 'kind' : 'add',
    text: text.slice(begin, end),
    start: start + begin,
    end: start + end,
  };
}

/** "A plumber then", "woman"; no "penguins" whom a child loves. */
const isSomebody = ({ article, head }: Noun, length: number): boolean =>
  !/[^s]s$/i.test(head) &&
  (article === 'a' || (length === 1 && /^(?:(?:wo)?man|girl|boy|lady)$/i.test(head)));

/** The marked words, and those that were missed. In a message without a marked character nothing may be one. */
export function withUnread(line: string, spans: readonly Span[]): readonly Span[] {
  const first = Math.min(...spans.map(({ start }) => start));
  const missed = [...unmarked(line, spans)].flatMap(({ text, start }) => {
    const found = nounIn(text, start);
    return found && (found.kind === 'kind' || start > first) ? [found] : [];
  });
  return [...spans, ...missed].sort((a, b) => a.start - b.start);
}

/** A longer part without a mark is a sentence about something else. */
const mostOfItem = 3;
const mostMissed = 4;

/** What a description says and its plan lacks: short items of its list, and adjectives right before a marked thing. */
export function missedIn(line: string, spans: readonly Span[], prompt: string): string[] {
  const told = new Set(
    tokensOf(prompt).flatMap(({ said, word }) => [...said.split(/[\s-]+/), word].map(stem)),
  );
  const isTold = ({ said, word }: Token) =>
    [word, ...said.split(/[\s-]+/)].some((one) => told.has(stem(one)));
  const marked = spans.filter(({ kind }) => kind !== 'name');
  const first = Math.min(...marked.map(({ start }) => start));
  const items = [...unmarked(line, spans)].flatMap(({ text, start }) => {
    const tokens = tokensOf(text);
    const content = tokens.filter(isContent);
    const isAside = /\(\s*$/.test(line.slice(0, start));
    const isItem = start > first && !isAside && tokens.length <= mostOfItem && content.length > 0;
    return isItem && !tokens.some(isSpoken) && !content.some(isTold)
      ? [content.map(({ said }) => said).join(' ')]
      : [];
  });
  const before = marked.flatMap(({ start, kind }) =>
    kind === 'kind' ? [] : adjectivesBefore(line, start, isTold),
  );
  return [...new Set([...before, ...items])].slice(0, mostMissed);
}

const isSpoken = (token: Token): boolean =>
  speaking(token) || is(token, 'is', 'itIs', 'modal', 'set', 'make') || /(?:ing|ly)$/.test(token.word);

/** "Those blue felt [strips]". */
function adjectivesBefore(line: string, end: number, isTold: (token: Token) => boolean): string[] {
  const lead = line.slice(0, end).split(seams).at(-1) ?? '';
  const words: string[] = [];
  for (const token of [...tokensOf(lead)].reverse()) {
    const isAdjective = (token.look !== null || token.isThing) && token.parts.size === 0 && !isTold(token);
    if (!isAdjective) break;
    words.unshift(token.said);
  }
  return words.length > 0 && /\s$/.test(lead) ? [words.join(' ')] : [];
}
