import { describe, expect, it } from 'vitest';
import { parseBlocks } from '../../../../src/playground/web/app/markdown/block.js';
import { parseInline } from '../../../../src/playground/web/app/markdown/inline.js';
import { formatRelative } from '../../../../src/playground/web/app/markdown/time.js';

describe("Discord's inline Markdown", () => {
  it('nests bold, italics and spoilers', () => {
    expect(parseInline('a **b *c*** ||d||')).toEqual([
      'a ',
      { type: 'bold', children: ['b ', { type: 'italic', children: ['c'] }] },
      ' ',
      { type: 'spoiler', children: ['d'] },
    ]);
  });

  it.each(['snake_case_name', '2 * 3 * 4', '**open', '\\*not this\\*', '<@abc>', '[x](javascript:alert(1))'])(
    'keeps %s as text',
    (text) => {
      expect(parseInline(text)).toEqual([text.replaceAll('\\', '')]);
    },
  );

  it('shows code unchanged', () => {
    expect(parseInline('`**a** <@1>` b')).toEqual([{ type: 'code', text: '**a** <@1>' }, ' b']);
  });

  it('parses mentions, times and commands', () => {
    expect(parseInline('<@!12> <@&3> <#4> <t:60:R> </rig text:9>').filter((part) => part !== ' ')).toEqual([
      { type: 'mention', kind: 'member', id: '12' },
      { type: 'mention', kind: 'role', id: '3' },
      { type: 'mention', kind: 'channel', id: '4' },
      { type: 'time', ms: 60_000, style: 'R' },
      { type: 'command', name: 'rig text' },
    ]);
  });

  it('links addresses without a trailing full stop, and masked links by their text', () => {
    expect(parseInline('see https://a.example/x. or [here](https://b.example)')).toEqual([
      'see ',
      { type: 'link', url: 'https://a.example/x', children: ['https://a.example/x'] },
      '. or ',
      { type: 'link', url: 'https://b.example', children: ['here'] },
    ]);
  });

  it('parses a hostile text of many markers in linear time', () => {
    expect(() => parseInline('*_`|~<['.repeat(300))).not.toThrow();
  });
});

describe("Discord's blocks", () => {
  it('distinguishes headings, subtext, quotes, lists and paragraphs', () => {
    const types = parseBlocks('# Big\n-# small\n> said\n> more\n- one\n  - two\n1. first\nplain\nstill');
    expect(types.map(({ type }) => type)).toEqual(['heading', 'subtext', 'quote', 'list', 'paragraph']);
    expect(types[3]).toMatchObject({
      items: [
        { depth: 0, marker: '•' },
        { depth: 1, marker: '•' },
        { depth: 0, marker: '1.' },
      ],
    });
  });

  it('opens a code block in the middle of a line and keeps its content', () => {
    expect(parseBlocks('look:```ts\nconst a = **b**;\n\n# c\n```end')).toEqual([
      { type: 'paragraph', children: ['look:'] },
      { type: 'code', language: 'ts', text: 'const a = **b**;\n\n# c' },
      { type: 'paragraph', children: ['end'] },
    ]);
  });

  it('accepts a code block of one line', () => {
    expect(parseBlocks('```solana:abc```')).toEqual([{ type: 'code', language: '', text: 'solana:abc' }]);
  });
});

it('relative times count towards and away from now', () => {
  expect(formatRelative(90_000, 0)).toBe('in 1 minute');
  expect(formatRelative(0, 7_200_000)).toBe('2 hours ago');
});
