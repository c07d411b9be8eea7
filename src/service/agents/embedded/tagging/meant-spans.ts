import { isUnknown } from '../words/cursor.js';
import { tokensOf } from '../words/tokens.js';
import { isMarked, type Span } from './marks.js';

/** Which marked words of a change are wanted, and which only give its reason. */

/** The marks of an English change that count, each as what it is. */
export const meantSpans = (line: string, spans: readonly Span[]): Span[] =>
  spans
    .flatMap((span) => [span, ...nearerOf(line, span).filter((one) => !isMarked(spans, one))])
    .filter((span, at) => span.kind !== 'look' || !isReason(line, span, spans[at - 1]))
    .filter((span, at, all) => span.kind !== 'look' || !isCorrected(line, span, all[at + 1]))
    .filter(({ kind, start }) => kind !== 'rem' || !supposing.test(line.slice(0, start)))
    .map((span, at, all) => ({ ...span, ...meaning(line, span, all[at - 1], all[at + 1]) }));

/** "Darker, almost black": the second look tells how far the first one goes. */
function nearerOf(line: string, { kind, end }: Span): Span[] {
  const [all, gap = '', text = ''] =
    kind === 'look' ? (nearly.exec(line.slice(end)) ?? perhaps.exec(line.slice(end)) ?? []) : [];
  const start = end + gap.length;
  return all ? [{ kind, text, start, end: start + text.length }] : [];
}
const perhaps = /^(\s*,\s*(?:perhaps|maybe|possibly|say) )([\p{L}-]+)(?=\W*$|[.!;])/u;
const nearly = /^(\s*,?\s*)((?:almost|nearly|practically) [\p{L}-]+)/u;

/** "They look goofy", "white gets so dirty". */
const stating =
  /\b(?!and |or |but |to )[\w']+ (?:looks?|looked|feels?|felt|seems?|gets?|goes) (?:(?:so|too|really|a bit|a little|kinda|pretty|just|all|super) )*$/i;
const giving = /\b(?:because|cause|cuz|coz|bc|cos|since)\b[^,.;!?]*$/i;
const wishing = /\b(?:should|could|can|must|make|made|want|wants|need|needs|let|if|like|would|give)\b/i;
const keeping = /\b(?:keep|leave|leaving|keeping)\b(?!.*\b(?:but|though)\b)[^,.;!?]*$/i;
const ending = /[.!?\n]+\s+/g;

function isReason(line: string, { start }: Span, before: Span | undefined): boolean {
  if (!before) return false;
  const gap = line.slice(before.end, start);
  if (before.kind === 'back' && /^\s*(?:was|were|is|looked)\s*$/i.test(gap)) return true;
  if (giving.test(gap) || keeping.test(gap)) return true;
  if (stating.test(gap) && !wishing.test(gap)) return true;
  const from = [...gap.matchAll(ending)].at(-1);
  const said = from ? tokensOf(gap.slice(from.index + from[0].length)) : [];
  return said.length > 1 && said[0]!.parts.size === 0 && isUnknown(said[1]!); // "Children respond to bright colours"
}

/** "The dress blonde. i mean yellow!!" */
const isCorrected = (line: string, { end }: Span, next: Span | undefined): boolean =>
  next?.kind === 'look' && /^\W*(?:(?:no|wait|sorry|oops)\W+)*i mean\W+$/i.test(line.slice(end, next.start));

const without = /^[^.!?\n]*\bwithout(?: (?:it|them|that|any))?\s*(?:[.!?\n]|$)/i;
const disliking = /\b(?:like|love|hate|fan of|into)\b[^,.;!?]*$/i;
const rather = /\b(?:can|could|make|should|turn|paint)\b.*\b(?:it|them|they)\b[^.;!?]*$/i;
/** "Or if no guns". */
const supposing = /\bif (?:[\w']+ )?no $/i;
const adding = /\b(?:give|add|put)\b(?!.*\b(?:no|not|without|less)\b)[^,.;!?]*$/i;

function meaning(line: string, { kind, text, start, end }: Span, before?: Span, next?: Span): Partial<Span> {
  const lead = line.slice(before?.end ?? 0, start);
  const rest = line.slice(end, next?.start);
  if (kind === 'part' && !next && before?.kind !== 'look' && without.test(rest)) return { kind: 'rem' };
  if (kind === 'part') return { text: text.replace(/['’]s$/, '') };
  if (kind !== 'rem') return {};
  if (adding.test(lead) || /^\s*(?:as well|too)\b/i.test(rest)) return { kind: 'add' };
  const isOther = next?.kind === 'look' && disliking.test(lead) && rather.test(rest);
  return isOther ? { kind: 'part' } : {}; // "i dont like the hair, can it be pink"
}
