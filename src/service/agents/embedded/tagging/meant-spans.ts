import { isMarked, type Span } from './marks.js';

/** Which marked words of a change are wanted, and which only give its reason. */

/** The marks of an English change that count, each as what it is. */
export const meantSpans = (line: string, spans: readonly Span[]): Span[] =>
  spans
    .filter((one) => !isMeasure(line, one))
    .flatMap((span) => [span, ...nearerOf(line, span).filter((one) => !isMarked(spans, one))])
    .filter((span, at) => span.kind !== 'look' || !isReason(line, span, spans[at - 1]))
    .map((span, at, all) => ({ ...span, ...meaning(line, span, all[at - 1]) }));

/** "Darker, almost black": the second look tells how far the first one goes. */
function nearerOf(line: string, { kind, end }: Span): Span[] {
  const [all, gap = '', text = ''] =
    kind === 'look' ? (nearly.exec(line.slice(end)) ?? perhaps.exec(line.slice(end)) ?? []) : [];
  const start = end + gap.length;
  return all ? [{ kind, text, start, end: start + text.length }] : [];
}
const perhaps = /^(\s*,\s*(?:perhaps|maybe|possibly|say) )([\p{L}-]+)(?=\W*$|[.!;])/u;
const nearly = /^(\s*,?\s*)((?:almost|nearly|practically) [\p{L}-]+)/u;

/** "The helmet is too small for such a big head": what is compared with stays as it is. */
const isMeasure = (line: string, { start }: Span): boolean => measuring.test(line.slice(0, start));
const measuring =
  /\btoo [\w-]+ (?:for|next to|compared (?:to|with)) (?:(?:the|his|her|its|their|an?|that|this|such|so) )*(?:[\w-]+ )?$/i;

/** "They look goofy", "white gets so dirty". */
const stating =
  /\b(?!and |or |but |to )[\w']+ (?:looks?|looked|feels?|felt|seems?|gets?|goes) (?:(?:so|too|really|a bit|a little|kinda|pretty|just|all|super) )*$/i;
const wishing = /\b(?:should|could|can|must|make|made|want|wants|need|needs|let|if|like|would|give)\b/i;
const keeping = /\b(?:keep|leave|leaving|keeping)\b(?!.*\b(?:but|though)\b)[^,.;!?]*$/i;

function isReason(line: string, { start }: Span, before: Span | undefined): boolean {
  if (!before) return false;
  const gap = line.slice(before.end, start);
  if (before.kind === 'back' && /^\s*(?:was|were|is|looked)\s*$/i.test(gap)) return true;
  return keeping.test(gap) || (stating.test(gap) && !wishing.test(gap));
}

const adding = /\b(?:give|add|put)\b(?!.*\b(?:no|not|without|less)\b)[^,.;!?]*$/i;

function meaning(line: string, { kind, text, start }: Span, before?: Span): Partial<Span> {
  if (kind === 'part') return { text: text.replace(/['’]s$/, '') };
  return kind === 'rem' && adding.test(line.slice(before?.end ?? 0, start)) ? { kind: 'add' } : {};
}
