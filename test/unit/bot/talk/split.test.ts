import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../../../src/bot/talk/split.js';

const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('a long answer', () => {
  it('stays one message while it fits', () => {
    expect(splitText('Hello there')).toEqual(['Hello there']);
    expect(splitText('')).toEqual(['']);
  });

  it('is cut between words into messages Discord takes, and no word is lost', () => {
    const parts = splitText(words(1500));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join(' ')).toBe(words(1500));
  });

  it('is cut between paragraphs where it can be', () => {
    const [first = ''] = splitText(`${'a'.repeat(1500)}\n\n${'b '.repeat(400)}`);
    expect(first).toBe('a'.repeat(1500));
  });

  it('closes a code fence at the cut and opens it again with its language', () => {
    const code = Array.from({ length: 200 }, (_, line) => `const line${line} = ${line};`).join('\n');
    const parts = splitText(`Look:\n\`\`\`ts\n${code}\n\`\`\`\nThat is all.`);
    for (const part of parts) expect((part.match(/```/g) ?? []).length % 2).toBe(0);
    expect(parts[1]).toMatch(/^```ts\n/);
    for (let line = 0; line < 200; line += 1)
      expect(parts.join('\n')).toContain(`const line${line} = ${line};`);
  });

  it('never exceeds the limit, never cuts a character in two, whatever it holds', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\n\n', '```', '😀', 'word. ', '```ts\n'),
      maxLength: 6000,
    });
    fc.assert(
      fc.property(text, (long) => {
        const parts = splitText(long);
        return parts.every((part) => part.length <= 2000 && Buffer.from(part).toString() === part);
      }),
      { numRuns: 300 },
    );
  });
});
