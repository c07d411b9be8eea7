/** Texts with marked spans: `make the [part ears] [look a lot bigger]`. */

export const kinds = [
  /** The character that a message describes, or becomes. */
  'kind',
  /** Another noun for the same character. */
  'also',
  /** A thing, garment or part that it has, or gets. */
  'add',
  /** How the whole character looks, or how the part named in the same clause should look. */
  'look',
  /** A part or thing of it that is described. */
  'part',
  /** What it must not have or be. */
  'rem',
  'name',
  /** What is exchanged, and for what. */
  'old',
  'new',
  /** Where a part or thing goes. */
  'place',
  /** What stays as it is. */
  'keep',
  /** A thing, look or character as an earlier version had it. */
  'back',
  /** What a question is about, and what it offers instead. */
  'thing',
  'other',
] as const;
export type SpanKind = (typeof kinds)[number];

export type Span = {
  kind: SpanKind;
  text: string;
  start: number;
  end: number;
};

/** Whether a piece of the text has a mark, or a part of it. */
export const isMarked = (spans: readonly Span[], { start, end }: Pick<Span, 'start' | 'end'>): boolean =>
  spans.some((span) => start < span.end && end > span.start);

const mark = /\[([a-z]+) ([^\]]*)\]/g;

/** The text without its marks, and the spans. @throws RangeError for a mark of no known kind */
export function readMarked(marked: string): { text: string; spans: Span[] } {
  const spans: Span[] = [];
  let text = '';
  let from = 0;
  for (const found of marked.matchAll(mark)) {
    const [all, label, words = ''] = found;
    const kind = kinds.find((one) => one === label);
    if (!kind) throw new RangeError(`no kind of span: ${label}`);
    text += marked.slice(from, found.index);
    spans.push({ kind, text: words, start: text.length, end: text.length + words.length });
    text += words;
    from = found.index + all.length;
  }
  return { text: text + marked.slice(from), spans };
}
