/** Discord's message limit minus room for closing a code fence. */
const limit = 2000;
const reserve = 10;

/** The last one is for scripts without spaces between words. */
const breaks = [/\n\n(?=\S)/g, /\n/g, /[.!?…]["'”’)\]]?\s|[。！？][」』”’）)]?/g, /\s|[、，；：]/g];

/** Spans that must not be cut: links, code, emphasis, and the line that opens a fence. */
const whole =
  /```[^\n`]*\n?|`[^`\n]+`|!?\[[^\]\n]*\]\([^)\n]*\)|<[^>\s][^>\n]*>|https?:\/\/\S+|\*\*[^*\n]+\*\*|~~[^~\n]+~~|\|\|[^|\n]+\|\|/g;
/** The longest emphasis span, characters. */
const longestWhole = 600;
const fences = /```(?:([\w+.#-]{1,20})\n)?/g;
/** The longest grapheme to expect, UTF-16 code units. */
const longestGrapheme = 64;
const graphemes = new Intl.Segmenter('en');

type Span = readonly [from: number, to: number];

const spansOf = (text: string): Span[] =>
  [...text.matchAll(whole)].flatMap(({ index, 0: { length } }) =>
    length <= longestWhole ? [[index, index + length] as const] : [],
  );

/** The end of the last whole grapheme that fits, including flags and family emoji. */
function lastGrapheme(text: string, most: number): number {
  const starts = graphemes.segment(text.slice(0, most + longestGrapheme))[Symbol.iterator]();
  let end = 0;
  for (let next = starts.next(); !next.done && next.value.index <= most; next = starts.next())
    end = next.value.index;
  return end > most - longestGrapheme ? end : most - Number(/[\ud800-\udbff]/.test(text[most - 1] ?? ''));
}

/** Where to cut: the last break of the best kind in the second half of the part that fits, never inside a span. */
function cutAt(text: string, most: number): number {
  const head = text.slice(0, most);
  const spans = spansOf(text.slice(0, most + longestWhole));
  const isLegal = (at: number) => !spans.some(([from, to]) => from < at && at < to);
  for (const pattern of breaks) {
    const ends = [...head.matchAll(pattern)].map((match) => match.index + match[0].length);
    const end = ends.findLast((at) => at > most / 2 && isLegal(at));
    if (end !== undefined) return end;
  }
  const torn = spans.find(([from, to]) => from < most && most < to);
  return torn && torn[0] > most / 2 ? torn[0] : lastGrapheme(text, most);
}

/** The opening line of the fence that is still open at the end of `text`, or null. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  for (const [, language] of text.matchAll(fences)) open = open === null ? `\`\`\`${language ?? ''}` : null;
  return open;
}

/** Closes an open fence, so that text below it isn't code. */
export const closed = (text: string): string =>
  openFence(text) === null ? text : `${text.replace(/\n$/, '')}\n\`\`\``;

/** The part of `text` that fits into one message, without an empty fence. */
function headOf(text: string): string {
  const head = text.slice(0, cutAt(text, limit - reserve));
  const bare = openFence(head) === null ? null : /```[\w+.#-]*\s*$/.exec(head);
  return bare && bare.index > 0 ? head.slice(0, bare.index) : head;
}

/**
 * Splits text into messages of at most 2,000 characters, between paragraphs, lines, sentences or words in this order,
 * never inside a link, an emphasis span or a grapheme. A code fence that is cut is closed and opened again with its
 * language. Each part depends on little text after it, so a growing text changes only its end.
 */
export function* splitText(text: string): Generator<string> {
  let rest = text;
  while (closed(rest).length > limit) {
    const head = headOf(rest);
    const fence = openFence(head);
    if (head.trim() !== '') yield closed(head.trimEnd());
    rest = rest.slice(head.length);
    rest = fence === null ? rest.replace(/^\s+/, '') : `${fence}\n${rest}`;
  }
  if (rest.trim() !== '') yield closed(rest);
}
