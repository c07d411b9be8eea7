import { tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';

/** Which marked words of a change go together, before they are read as clauses. */

/**
 * The spans in groups that are read alone. "Tie red blazer navy": where parts and looks take turns and a look is the
 * last, each look is of the part before it. "Hair to the hips, silver", "ears darker, almost black": a colour goes on
 * with the part before it.
 */
export function groupsOf(line: string, spans: readonly Span[]): Span[][] {
  const isPaired = (at: number): boolean =>
    spans[at]?.kind === 'part' &&
    spans[at + 1]?.kind === 'look' &&
    (spans[at + 2]?.kind !== 'part' || isPaired(at + 2));
  const groups: Span[][] = [[]];
  for (const [at, span] of spans.entries()) {
    const isTinted =
      isPaired(at - 2) &&
      span.kind === 'look' &&
      /^\s*,\s*$/.test(line.slice(spans[at - 1]!.end, span.start)) &&
      isColour(span.text);
    if (isTinted) groups.push([spans[at - 2]!, span], []);
    else if (isPaired(at - 2) && isPaired(at)) groups.push([span]);
    else groups.at(-1)!.push(span);
  }
  return groups;
}

/** Of a colour: "almost black". */
const degrees =
  /^(?:(?:almost|nearly|mostly|pretty|kinda|kind of|sort of|more|very|really|quite|rather|slightly|fully|all) )+/i;

export const isColour = (text: string): boolean =>
  tokensOf(text.replace(degrees, '')).every(({ look }) =>
    look?.axes.some((axis) => axis === 'colour' || axis === 'shade'),
  );

const linking = /^(?:\s|should|needs?|has|have|must|ought|gotta|be|to|into|are|is|in|with|for|an?|the)*$/i;
const turning = /\b(?:make|turn|change|swap|replace|switch)\s+(?:(?:the|his|her|its|their|that|those)\s+)?$/i;

/** "Make the clipboard an energy drink" exchanges them, and "wings should be butterfly" makes no butterfly of the character. */
export function exchanges(line: string, spans: readonly Span[]): Span[] {
  const read = spans.map((span) => ({ ...span }));
  for (const [at, part] of read.entries()) {
    const next = read[at + 1];
    if (part.kind === 'old') readOld(part, read[at - 1], next);
    if (part.kind !== 'part' || !next || !linking.test(line.slice(part.end, next.start))) continue;
    if (next.kind === 'kind' || (next.kind === 'new' && isLooks(lastWordOf(next.text)))) next.kind = 'look';
    if (next.kind === 'add' && turning.test(line.slice(0, part.start)))
      [part.kind, next.kind] = ['old', 'new'];
  }
  return read;
}

export const lastWordOf = (text: string): string => text.split(' ').at(-1)!;

/** "Greasy overalls, blue", "a coat, red one": a colour that stands alone behind a new thing is of it. */
export function joined(line: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span, at) => {
    const [before, next] = [spans[at - 1], spans[at + 1]];
    if (isTint(line, before, span)) return [];
    return next && isTint(line, span, next)
      ? [{ ...span, text: `${next.text} ${span.text}`, end: next.end }]
      : [span];
  });
}
const isTint = (line: string, thing: Span | undefined, { kind, text, start, end }: Span): boolean =>
  thing?.kind === 'add' &&
  kind === 'look' &&
  isColour(text) &&
  /^\s*,\s*$/.test(line.slice(thing.end, start)) &&
  /^(?:\s+ones?)?\s*(?:[.;!?\n]|$)/.test(line.slice(end));

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
