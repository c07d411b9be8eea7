import { isRival } from '../words/looks.js';
import { isColour, tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';

/** Which marked words of a change go together, before they are read as clauses. */

/**
 * The spans in groups that are read alone. "Tie red blazer navy": where parts and looks take turns and a look is the
 * last, each look is of the part before it.
 */
export function groupsOf(spans: readonly Span[]): Span[][] {
  const isPaired = (at: number): boolean =>
    spans[at]?.kind === 'part' &&
    spans[at + 1]?.kind === 'look' &&
    (spans[at + 2]?.kind !== 'part' || isPaired(at + 2));
  const groups: Span[][] = [[]];
  for (const [at, span] of spans.entries()) {
    if (isPaired(at - 2) && isPaired(at)) groups.push([span]);
    else groups.at(-1)!.push(span);
  }
  return groups;
}

const linking = /^(?:\s|should|needs?|has|have|must|ought|gotta|be|to|into|are|is|in|with|for|an?|the)*$/i;

/** "Wings should be butterfly" makes no butterfly of the character. */
export function exchanges(line: string, spans: readonly Span[]): Span[] {
  const read = spans.map((span) => ({ ...span }));
  for (const [at, part] of read.entries()) {
    const next = read[at + 1];
    if (part.kind === 'old') readOld(part, read[at - 1], next);
    const isLookGone =
      part.kind === 'rem' &&
      next?.kind === 'look' &&
      read[at + 2]?.kind !== 'part' &&
      isExchanged(part, next);
    if (isLookGone || (part.kind === 'part' && next?.kind === 'look' && isShift(line, part, next)))
      [part.kind, next!.kind] = ['old', 'new'];
    if (part.kind !== 'part' || !next || !linking.test(line.slice(part.end, next.start))) continue;
    if (next.kind === 'kind') next.kind = 'look';
  }
  return read;
}

/** "Ditch the gold, do copper". */
const isExchanged = (old: Span, { text }: Span): boolean =>
  isLooks(old.text) && isRival(lastWordOf(old.text), lastWordOf(text));

/** "The cyan to orange". */
const isShift = (line: string, part: Span, next: Span): boolean =>
  isColour(part.text) &&
  isColour(next.text) &&
  /^\s*(?:to|into|->)\s*$/i.test(line.slice(part.end, next.start));

export const lastWordOf = (text: string): string => text.split(' ').at(-1)!;

/** "Greasy overalls, blue", "a shirt in blue", "two swords, crossed": a look that stands alone behind a new thing is of it. */
export function joined(line: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span, at) => {
    const [before, next] = [spans[at - 1], spans[at + 1]];
    if (isTint(line, before, span)) return [];
    return next && isTint(line, span, next)
      ? [{ ...span, text: span.text.replace(counted, (count) => `${count}${next.text} `), end: next.end }]
      : [span];
  });
}
const isTint = (line: string, thing: Span | undefined, { kind, text, start, end }: Span): boolean =>
  (thing?.kind === 'add' || thing?.kind === 'new') &&
  kind === 'look' &&
  isColour(text) &&
  /^(?:\s+(?:as well|too))?\s*,?\s*(?:in\s+)?$/.test(line.slice(thing.end, start)) &&
  /^(?:\s+ones?)?\s*(?:[.,;!?\n]|and\b|$)/.test(line.slice(end));
const counted = /^(?:(?:two|three|four|five|six|\d+) )?/i;

/** What is exchanged without a marked thing in its place. */
function readOld(old: Span, before: Span | undefined, next: Span | undefined): void {
  const isSaid = before?.kind === 'part' || before?.kind === 'look';
  if (isLooks(old.text) && isSaid)
    [old.kind, before.end] = ['name', old.end]; // "silver not gold, and bigger"
  else if (next?.kind === 'look')
    if (isLooks(old.text))
      next.kind = 'new'; // "not red, blue"
    else old.kind = 'part'; // "change the hat to red"
  else if (next?.kind === 'add') next.kind = 'new';
}

export const isLooks = (text: string): boolean =>
  tokensOf(text).every((token) => token.look && !token.isThing && !token.isWho);
