import { expect, it } from 'vitest';
import { plainFences } from '../../../../src/bot/talk/fences.js';
import { sanitizeMarkdown } from '../../../../src/bot/talk/markdown.js';
import { openFence, splitText } from '../../../../src/bot/talk/split.js';
import { effortOf } from '../../../support/effort.js';

it('leaves blocks of three backticks and other text unchanged', () => {
  for (const text of [
    '```ts\nlet a;\n```',
    'no ~~code~~ here',
    'a\n```\n~~~\n```\nb',
    '- x\n  ```\n  y\n  ```',
  ])
    expect(plainFences(text)).toBe(text);
});

it('turns tilde fences into fences Discord knows, also within lists', () => {
  expect(plainFences('~~~py\nprint(1)\n~~~\nafter')).toBe('```py\nprint(1)\n```\nafter');
  expect(plainFences('1. so\n   ~~~~\n   x\n   ~~~~')).toBe('1. so\n   ```\n   x\n   ```');
  expect(plainFences('a line\n~~~~~~~~\nand more')).toBe('a line\n~~~~~~~~\nand more');
});

it('shows a block within a block as plain text', () => {
  const shown = plainFences('````md\nUse:\n```ts\nlet a;\n```\n````\nDone. ```x```');
  expect(shown.split('\n')[0]).toBe('```md');
  expect(shown.match(/```/g)).toHaveLength(4);
  expect(openFence(shown)).toBeNull();
  expect(shown.replaceAll('\u200b', '')).toContain('```ts\nlet a;\n```');
});

it('keeps a link in such a block inactive, and closes a long block in every message', () => {
  const code = 'see [here](https://evil.example)\n'.repeat(150);
  for (const [open, close] of [
    ['~~~', '~~~'],
    ['`````', '`````'],
    ['````', ''],
  ]) {
    const parts = [...splitText(sanitizeMarkdown(`${open}\n${code}${close}`))];
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(openFence(part)).toBeNull();
    expect(parts.join('')).not.toContain('(<https');
  }
});

it('handles unclosed markers in linear time', () => {
  const timeOf = (text: string): number => {
    const times = [1, 2, 3].map(() => effortOf(() => plainFences(text)));
    return Math.max(Math.min(...times), 0.1); // the counter of processor time is coarse
  };
  // In quadratic time 64 times the lines would take 4,096 times as long; on a busy machine linear time takes up to 300.
  const slowdown = (line: string) => timeOf(line.repeat(64_000)) / timeOf(line.repeat(1_000));
  for (const line of ['~~~a\n', '````a\n', '~~~\n````\n', '```\n~~~b\n'])
    expect(slowdown(line)).toBeLessThan(1_000);
});
