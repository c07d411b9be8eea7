import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFence, splitText } from '../../../../src/bot/talk/split.js';

const split = (text: string) => [...splitText(text)];
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
/** The text without fence markers and white space. */
const bare = (text: string) => text.replace(/```(?:ts)?|\s/g, '');

describe('a long answer', () => {
  it('stays one message while it fits, and none when it is empty', () => {
    expect(split('Hello there')).toEqual(['Hello there']);
    expect(split(' \n ')).toEqual([]);
  });

  it('is cut between words into messages Discord accepts, without losing a word', () => {
    const parts = split(words(1500));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(' ')).toBe(words(1500));
  });

  it('is cut between paragraphs if possible', () => {
    const [first = ''] = split(`${'a'.repeat(1500)}\n\n${'b '.repeat(400)}`);
    expect(first).toBe('a'.repeat(1500));
  });

  it('closes a code fence at the cut and reopens it with its language', () => {
    const code = Array.from({ length: 200 }, (_, line) => `const line${line} = ${line};`).join('\n');
    const parts = split(`Look:\n\`\`\`ts\n${code}\n\`\`\`\nThat is all.`);
    for (const part of parts) expect(openFence(part)).toBeNull();
    expect(parts[1]).toMatch(/^```ts\n/);
    for (let line = 0; line < 200; line += 1)
      expect(parts.join('\n')).toContain(`const line${line} = ${line};`);
  });

  it('leaves no empty fence behind when the cut would fall after its opening', () => {
    const parts = split(`${'a'.repeat(1983)}\n\`\`\`ts\n${'let a;\n'.repeat(20)}\`\`\``);
    expect(parts[0]).toBe('a'.repeat(1983));
    expect(parts[1]).toMatch(/^```ts\nlet a;/);
  });

  it('is never cut inside a link, bold text or a table row', () => {
    const link = `[the documentation](https://example.com/${'path/'.repeat(20)})`;
    const row = `| ${'cell '.repeat(30)}| **two words** |`;
    for (const piece of [link, row, '**two words**', '`a b c d`'])
      for (const part of split(Array(90).fill(piece).join('\n')))
        expect(part.split('\n').every((line) => line === piece)).toBe(true);
    const inLine = split(Array(90).fill(link).join(' '));
    for (const part of inLine) expect(part.split('[').length).toBe(part.split(')').length);
  });

  it('is never cut inside a family emoji, flag or accent', () => {
    for (const sign of ['👨‍👩‍👧‍👦', '🇩🇪', 'e\u0301'])
      for (const part of split(sign.repeat(1_500))) expect(part.replaceAll(sign, '')).toBe('');
  });

  it('never exceeds the limit, is never empty and loses nothing, for any text', () => {
    const unit = fc.constantFrom(
      'ä',
      ' ',
      '\n',
      '\n\n',
      '```',
      '`',
      '😀',
      'word. ',
      '```ts\n',
      '**',
      '[x](',
      'https://x/',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 6000 }), (long) => {
        const parts = split(long);
        const isFit = parts.every((part) => part.length <= 2000 && part.trim() !== '');
        return (
          isFit &&
          parts.every((part) => Buffer.from(part).toString() === part) &&
          bare(parts.join('')) === bare(long)
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is cut after a sentence or a pause in scripts without spaces', () => {
    for (const part of split('我喜欢红色的狐狸，它有蓝色的围巾。'.repeat(300)).slice(0, -1))
      expect(part).toMatch(/[。，]$/);
  });

  it('is safe at every length around the limit, in text and within code', () => {
    for (let length = 1_980; length <= 2_020; length += 1)
      for (const [before, after] of [
        ['', ''],
        ['```\n', '\n```'],
        ['```typescript\n', ''],
        ['**', '**'],
        ['', ' <@123456789012345678> 👩‍👩‍👧'],
      ] as const) {
        const long = `${before}${'ab '.repeat(700).slice(0, length - before.length)}${after}`;
        const parts = split(long);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(2_000);
          expect(openFence(part)).toBeNull();
        }
        expect(parts.join('').replace(/```(?:typescript)?|\s/g, '')).toBe(
          long.replace(/```(?:typescript)?|\s/g, ''),
        );
      }
  });

  it('keeps Markdown elements whole, for any Markdown', () => {
    const atoms = [
      '[a page](https://example.com/path?q=1)',
      '<@123456789012345678>',
      '<:fox:123456789012345678>',
      '**bold words**',
      '`some code`',
      '👨‍👩‍👧‍👦',
      '🇩🇪',
      'क्षि',
      'e\u0301\u0323',
      'مرحبا بالعالم',
      '狐狸很可爱。',
    ];
    const atom = fc.constantFrom(...atoms);
    const line = fc.array(atom, { minLength: 1, maxLength: 8 }).map((some) => some.join(' '));
    const block = fc.oneof(
      line,
      line.map((text) => `- ${text}\n  - ${text}\n    1. ${text}`),
      line.map((text) => `> ${text}\n> ${text}`),
      fc
        .integer({ min: 1, max: 30 })
        .map((rows) => `| a | b |\n|---|---|\n${'| `x` | **two words** |\n'.repeat(rows)}`),
      fc.integer({ min: 1, max: 120 }).map((lines) => `\`\`\`ts\n${'const x = 1;\n'.repeat(lines)}\`\`\``),
    );
    const count = (text: string, part: string) => text.split(part).length - 1;
    fc.assert(
      fc.property(fc.array(block, { minLength: 10, maxLength: 60 }), (blocks) => {
        const long = blocks.join('\n\n');
        const parts = split(long);
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(2_000);
          expect(openFence(part)).toBeNull();
        }
        for (const one of [...atoms, '**two words**', 'const x = 1;'])
          expect(parts.reduce((sum, part) => sum + count(part, one), 0)).toBe(count(long, one));
        expect(bare(parts.join('\n'))).toBe(bare(long));
      }),
      { numRuns: 60 },
    );
  });

  it('shows the same first messages while it grows', () => {
    const text = `${words(700)}\n\n${words(900)}`;
    const [first] = split(text);
    for (let length = 2_700; length < text.length; length += 131)
      expect(split(text.slice(0, length))[0]).toBe(first);
  });
});
