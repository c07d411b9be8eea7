import { expect, it } from 'vitest';
import { drawTables } from '../../../../src/bot/talk/tables.js';

const table = (...lines: string[]) => drawTables(lines.join('\n')).split('\n');

it('a table becomes a code block with aligned columns, and the text around it stays', () => {
  expect(
    table(
      'Packs:',
      '| Name | Credits | |',
      '|:-----|------:|:-:|',
      '| Small | 100 | a |',
      '| **Large** | 5000 | bcd |',
      '',
      'Done.',
    ),
  ).toEqual([
    'Packs:',
    '```',
    'Name  │ Credits │',
    '──────┼─────────┼────',
    'Small │     100 │  a',
    'Large │    5000 │ bcd',
    '```',
    '',
    'Done.',
  ]);
});

it('wide characters count two columns', () => {
  expect(table('a | b', '--|--', '日本 | x', '🦊 | y')).toEqual([
    '```',
    'a    │ b',
    '─────┼──',
    '日本 │ x',
    '🦊   │ y',
    '```',
  ]);
});

it('long cells are wrapped between words, so that a row fits into a line of Discord', () => {
  const lines = table('| a | b |', '|---|---|', `| ${'word '.repeat(30)} | ${'x'.repeat(100)} |`);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines.join('').match(/word/g)).toHaveLength(30);
  expect(lines.join('').match(/x/g)).toHaveLength(100);
});

it('marks that code would show are taken out, and an escaped bar stays in its cell', () => {
  expect(table('a | b', '-|-', '`x\\|y` | [here](https://example.com)')[3]).toBe(
    'x|y │ here (https://example.com)',
  );
});

it('a row with too few or too many cells is drawn as far as the head goes', () => {
  expect(table('a | b', '-|-', 'only |', '1 | 2 | 3').slice(3, 5)).toEqual(['only │', '1    │ 2']);
});

it.each([
  ['code', '```\n| a | b |\n|---|---|\n| 1 | 2 |\n```'],
  ['a line with a bar', 'this | that\nand more'],
  ['a divider', 'Title | x\n---'],
  ['spoilers', '||secret|| and ||more||\n-----'],
])('%s is no table', (_, text) => {
  expect(drawTables(text)).toBe(text);
});

it('a table that still grows changes only its end', () => {
  const whole = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |';
  expect(drawTables(whole.slice(0, -6))).toBe(drawTables(whole).replace('3 │ 4', '3 │'));
});
