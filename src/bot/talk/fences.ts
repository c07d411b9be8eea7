/** A line that opens or closes a fenced code block (CommonMark 0.31, section 4.5), at any list depth. */
const mark = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^`\n]*)$/;

type Block = { indent: string; sign: string; length: number; info: string; at: number };

const opens = (line: string, at: number): Block | null => {
  const [, indent = '', marks = '', info = ''] = mark.exec(line) ?? [];
  return marks ? { indent, sign: marks[0]!, length: marks.length, info: info.trim(), at } : null;
};

const closes = ({ sign, length }: Block, line: string): boolean => {
  const [, , marks = '', info = ''] = mark.exec(line) ?? [];
  return marks[0] === sign && marks.length >= length && info === '';
};

/** Puts zero-width spaces between three backticks inside code, because Discord would end the block there. */
const within = (line: string): string => line.replace(/```/g, '`\u200b`\u200b`');

/** For each line, the longest line of only tildes behind it. */
function longestTildesBehind(lines: readonly string[]): number[] {
  const longest = new Array<number>(lines.length).fill(0);
  for (let at = lines.length - 2; at >= 0; at -= 1) {
    const [, tildes = ''] = /^[ \t]*(~{3,})[ \t]*$/.exec(lines[at + 1]!) ?? [];
    longest[at] = Math.max(longest[at + 1]!, tildes.length);
  }
  return longest;
}

/**
 * Converts code blocks to Discord's syntax, three backticks. Blocks with tildes or more backticks, which may contain other
 * blocks, are rewritten. Tildes that are never closed are left alone, because they are a divider.
 */
export function plainFences(text: string): string {
  if (!/~~~|````/.test(text)) return text;
  const lines = text.split('\n');
  const closing = longestTildesBehind(lines);
  const isClosed = ({ at, length }: Block) => closing[at]! >= length;
  const isPlain = ({ sign, length }: Block) => sign === '`' && length === 3;
  const fence = ({ indent, info }: Block) => `${indent}\`\`\`${info}`;
  for (let at = 0, block: Block | null = null; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (block === null) {
      block = opens(line, at);
      if (block?.sign === '~' && !isClosed(block)) block = null;
      if (block && !isPlain(block)) lines[at] = fence(block);
    } else if (closes(block, line)) {
      if (!isPlain(block)) lines[at] = fence({ ...block, info: '' });
      block = null;
    } else if (!isPlain(block)) lines[at] = within(line);
  }
  return lines.join('\n');
}
