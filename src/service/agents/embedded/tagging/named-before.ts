import type { Focus } from '../changes/change.js';
import { headOf, isPlanned, rivalOf, textOf, thingNamed } from '../changes/planned.js';
import { isRival } from '../words/looks.js';
import { tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';
import { lastWordOf } from './paired-spans.js';

/** Things that a message names without a mark before what is to take their place or look. */

/** "No, a spoon instead": of the thing that is spoken of, or of the only one of its kind. */
export function withOld(line: string, spans: readonly Span[], draft: string, focus: Focus): readonly Span[] {
  const fresh = spans.find(
    ({ kind, end }) => kind === 'new' || (kind === 'add' && inPlace.test(line.slice(end))),
  );
  if (!fresh) return withTinted(line, spans, draft);
  if (spans.some(({ kind }) => kind === 'old' || kind === 'rem')) return spans;
  const isSpoken = focus && !focus.isAsked && isPlanned(draft, focus.thing);
  const rival = isSpoken ? focus.thing : rivalOf(draft, headOf(fresh.text), null);
  if (!rival || !inPlace.test(line.slice(fresh.end))) return spans;
  return [
    { ...fresh, kind: 'old', text: rival },
    ...spans.map((one) => (one === fresh ? { ...one, kind: 'new' as const } : one)),
  ];
}
const inPlace = /^\s+(?:instead|in (?:its|their|his|her) (?:stead|place))\b/i;

/** "I said grey coat but in chapter 9 it's mustard": the one thing that is named before and has such a look. */
function withTinted(line: string, spans: readonly Span[], draft: string): readonly Span[] {
  const [look, ...others] = spans;
  if (look?.kind !== 'look' || others.some(({ kind }) => kind !== 'look')) return spans;
  const before = line.slice(0, look.start);
  const named = tokensOf(before).filter((token) => token.isThing && thingNamed(draft, token.word) !== null);
  const [one, ...more] = named;
  const isOf =
    one &&
    textOf(draft, one.word)
      .split(' ')
      .some((word) => isRival(word, lastWordOf(look.text)));
  if (!isOf || more.length > 0 || /\b(?:him|her|he|she)\b/i.test(before.slice(one.end))) return spans;
  return [{ kind: 'part', text: one.word, start: one.start, end: one.end }, ...spans];
}
