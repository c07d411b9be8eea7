/** Tables of Markdown, which Discord does not draw, as code blocks with aligned columns. */

type Side = 'left' | 'right' | 'center';

const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const fence = /^\s*(`{3,}|~{3,})/;
/** Fits into a message on a desktop without a line break. */
const mostColumns = 76;
const leastCell = 8;
const mostCell = 48;
const between = ' │ ';

const graphemes = new Intl.Segmenter('en');
/** Drawn two columns wide in a monospaced font. */
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

const charactersOf = (text: string): string[] => [...graphemes.segment(text)].map(({ segment }) => segment);
const widthOf = (text: string): number =>
  charactersOf(text).reduce((sum, one) => sum + (wide.test(one) ? 2 : 1), 0);

/** A cell without marks that code shows as they are. */
const plainCell = (cell: string): string =>
  cell
    .replace(/\\\|/g, '|')
    .replace(/\[([^\]]*)\]\(\s*<?([^\s)>]+)>?[^)]*\)/g, '$1 ($2)')
    .replace(/(\*\*|__|~~)(?=\S)(.+?)\1/g, '$2')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map(plainCell);

function sideOf(mark: string): Side {
  if (!mark.endsWith(':')) return 'left';
  return mark.startsWith(':') ? 'center' : 'right';
}

const sidesOf = (line: string): Side[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((mark) => sideOf(mark.trim()));

/** A cell in lines of at most `width` columns, between words where possible. */
function wrap(cell: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of cell.split(' ')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) end();
    line = line === '' ? '' : `${line} `;
    for (const character of charactersOf(word)) {
      if (line !== '' && widthOf(line) + widthOf(character) > width) end();
      line += character;
    }
  }
  end();
  return lines.length > 0 ? lines : [''];
}

function pad(text: string, width: number, side: Side): string {
  const left = width - widthOf(text);
  if (side === 'right') return ' '.repeat(left) + text;
  const before = side === 'center' ? Math.floor(left / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(left - before);
}

/** The widths of the columns: as wide as their cells, narrowed evenly until a row fits. */
function widthsOf(rows: readonly (readonly string[])[]): number[] {
  const natural = (rows[0] ?? []).map((_, column) =>
    Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ''))),
  );
  const room = mostColumns - between.length * (natural.length - 1);
  for (let most = mostCell; ; most -= 1) {
    const widths = natural.map((width) => Math.min(width, most));
    if (most <= leastCell || widths.reduce((sum, width) => sum + width, 0) <= room) return widths;
  }
}

function drawTable(rows: readonly (readonly string[])[], sides: readonly Side[]): string[] {
  const widths = widthsOf(rows);
  const drawRow = (row: readonly string[]): string[] => {
    const cells = widths.map((width, column) => wrap(row[column] ?? '', width));
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, at) =>
      cells
        .map((lines, column) => pad(lines[at] ?? '', widths[column]!, sides[column] ?? 'left'))
        .join(between)
        .trimEnd(),
    );
  };
  const rule = widths.map((width) => '─'.repeat(width)).join('─┼─');
  const [head = [], ...body] = rows;
  return ['```', ...drawRow(head), rule, ...body.flatMap(drawRow), '```'];
}

/** Draws the tables of a text; a table that still grows is drawn as far as it came. Code blocks stay as they are. */
export function drawTables(text: string): string {
  if (!text.includes('|')) return text;
  const lines = text.split('\n');
  const drawn: string[] = [];
  let open: string | null = null;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const mark = fence.exec(line)?.[1];
    if (mark && (open === null || mark.startsWith(open))) open = open === null ? mark : null;
    const rule = lines[at + 1];
    const isHead = open === null && line.includes('|') && rule !== undefined && delimiter.test(rule);
    const sides = isHead ? sidesOf(rule) : [];
    const head = cellsOf(line);
    if (!isHead || !rule.includes('-') || sides.length !== head.length) {
      drawn.push(line);
      continue;
    }
    const rows = [head];
    for (at += 2; at < lines.length && lines[at]!.includes('|'); at += 1) rows.push(cellsOf(lines[at]!));
    at -= 1;
    drawn.push(...drawTable(rows, sides));
  }
  return drawn.join('\n');
}
