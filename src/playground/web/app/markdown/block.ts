import { type Inline, parseInline } from './inline.js';

/**
 * Discord's Markdown, block by block. Own code: discord-markdown-parser 1.3 knows no lists, links `javascript:`
 * addresses and is 14 times as large.
 */
export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: 1 | 2 | 3; children: Inline[] }
  | { type: 'subtext'; children: Inline[] }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'code'; language: string; text: string }
  | { type: 'list'; items: { depth: number; marker: string; children: Inline[] }[] };

type Reading = { block: Block; rest: string } | undefined;

const line =
  (pattern: RegExp, make: (groups: string[]) => Block) =>
  (text: string): Reading => {
    const match = pattern.exec(text);
    return match ? { block: make(match.slice(1)), rest: text.slice(match[0].length) } : undefined;
  };

const readers: ((text: string) => Reading)[] = [
  line(/^```(?:([\w+#.-]*)\n)?([\s\S]*?)\n?```\n?/, ([language = '', text = '']) => ({
    type: 'code',
    language,
    text: text.replace(/^\n/, ''),
  })),
  line(/^(#{1,3}) +(\S[^\n]*)\n?/, ([marks = '', text = '']) => ({
    type: 'heading',
    level: marks.length as 1 | 2 | 3,
    children: parseInline(text),
  })),
  line(/^-# +(\S[^\n]*)\n?/, ([text = '']) => ({ type: 'subtext', children: parseInline(text) })),
  line(/^>>> ([\s\S]+)/, ([text = '']) => ({ type: 'quote', blocks: parseBlocks(text, true) })),
  line(/^((?:> [^\n]*(?:\n|$))+)/, ([text = '']) => ({
    type: 'quote',
    blocks: parseBlocks(text.replace(/^> /gm, '').replace(/\n$/, ''), true),
  })),
  line(/^((?: *(?:[-*]|\d{1,9}\.) +\S[^\n]*(?:\n|$))+)/, ([text = '']) => ({
    type: 'list',
    items: text.trimEnd().split('\n').map(readItem),
  })),
];

const quotes = new Set([readers[3], readers[4]]);

function readItem(text: string) {
  const [, indent = '', mark = '', content = ''] = /^( *)([-*]|\d+\.) +(.*)$/.exec(text) ?? [];
  return {
    depth: Math.min(Math.floor(indent.length / 2), 5),
    marker: /\d/.test(mark) ? mark : '•',
    children: parseInline(content),
  };
}

/** Parses a whole message. A code block may start anywhere; every other block starts a line. */
export function parseBlocks(text: string, inQuote = false): Block[] {
  const blocks: Block[] = [];
  let paragraph = '';
  const flush = () => {
    const plain = paragraph.replace(/\n$/, '');
    if (plain) blocks.push({ type: 'paragraph', children: parseInline(plain) });
    paragraph = '';
  };
  let rest = text;
  while (rest) {
    const startsLine = paragraph === '' || paragraph.endsWith('\n');
    const usable = startsLine ? readers : readers.slice(0, 1);
    const reading = usable
      .filter((reader) => !(inQuote && quotes.has(reader)))
      .reduce<Reading>((found, reader) => found ?? reader(rest), undefined);
    if (reading) {
      flush();
      blocks.push(reading.block);
      rest = reading.rest;
      continue;
    }
    const next = nextStop(rest);
    paragraph += rest.slice(0, next);
    rest = rest.slice(next);
  }
  flush();
  return blocks;
}

/** Position of the end of the line, or of a code block that starts in it. */
function nextStop(text: string): number {
  const lineEnd = text.indexOf('\n') + 1 || text.length;
  const fence = text.indexOf('```', 1);
  return fence > 0 && fence < lineEnd ? fence : lineEnd;
}
