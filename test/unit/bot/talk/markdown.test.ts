import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawView } from '../../../../src/bot/talk/drawing.js';
import { sanitizeMarkdown } from '../../../../src/bot/talk/markdown.js';
import { completeView, emptyView } from '../../../../src/bot/talk/view.js';
import { type Block, parseBlocks } from '../../../../src/playground/web/app/markdown/block.js';
import { type Inline, parseInline } from '../../../../src/playground/web/app/markdown/inline.js';
import { t } from '../../../support/copy.js';
import { effortOf } from '../../../support/effort.js';
import { runsOf } from '../../../support/slice.js';

type Link = Extract<Inline, { type: 'link' }>;

function linksIn(parts: readonly Inline[]): Link[] {
  return parts.flatMap((part) => {
    if (typeof part === 'string' || !('children' in part)) return [];
    return [...(part.type === 'link' ? [part] : []), ...linksIn(part.children)];
  });
}

const inlineOf = (block: Block): Inline[] => {
  if (block.type === 'quote') return block.blocks.flatMap(inlineOf);
  if (block.type === 'list') return block.items.flatMap(({ children }) => children);
  return 'children' in block ? block.children : [];
};

const wordsOf = (parts: readonly Inline[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : 'children' in part ? wordsOf(part.children) : '?'))
    .join('');

/** Discord's own client parser: a label may contain line breaks and a pair of brackets. */
const clientLink =
  /\[((?:\[[^\]]*\]|[^[\]]|\](?=[^[]*\]))*)\]\(\s*<?((?:[^\s\\]|\\.)*?)>?(?:\s+['"][\s\S]*?['"])?\s*\)/g;
const blocksOfCode = /(?<=^|\n)[ \t]*```[\w+.#-]*\n[^`]*\n```(?=\n|$)/g;

/**
 * Links whose label differs from their address, by three parsers: of a whole message, of a line, and the client's.
 */
function maskedLinks(text: string): string[] {
  const isMasked = ({ url, children }: Link) => {
    const label = wordsOf(children);
    return label !== url && label !== new URL(url).host;
  };
  const byMessage = linksIn(parseBlocks(text).flatMap(inlineOf));
  const prose = text.replace(blocksOfCode, '');
  const byLine = linksIn(prose.split('\n').flatMap(parseInline));
  const byClient = [...prose.matchAll(clientLink)].filter(([, , url = '']) =>
    /^[a-z][a-z\d+.-]*:/i.test(url),
  );
  return [
    ...[...byMessage, ...byLine].filter(isMasked).map(({ url }) => url),
    ...byClient.map(([whole]) => whole),
  ];
}

const pieces = [
  ...[
    '`',
    '``',
    '```',
    '````',
    '~~~',
    '```js\n',
    '\n',
    '\n\n',
    '> ',
    '>>> ',
    '- ',
    '# ',
    '-# ',
    '||',
    '**',
    '_',
  ],
  ...['\\', '[', ']', '(', ')', '](', '<', '>', ' ', 'a', '"t"', 'discord.gg/abc', '@everyone', '\u200b'],
  ...[
    'https://evil.example/a',
    '[x](https://evil.example)',
    '[x\ny](<https://evil.example>)',
    '](https://evil.example)',
  ],
  ...['[https://good.example](https://evil.example)', '[x](https://evil.example "t")', 'word '.repeat(450)],
  ...[
    'https://\u0430pple.com',
    '[x](https:\\/\\/evil.example)',
    '`[x](https://evil.example)`',
    '\n```\n',
    '\n```\ncode\n```\n',
  ],
];

it('no text of an agent shows a link under a label other than its address', () => {
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      expect(maskedLinks(sanitizeMarkdown(text))).toEqual([]);
      const view = completeView(emptyView, { text, attachments: [], reason: 'stop' });
      for (const part of drawView(view, t).texts) expect(maskedLinks(part)).toEqual([]);
      const doing = { ...emptyView, runId: 'run_1', phase: 'running' as const, status: text };
      for (const part of drawView(doing, t).texts) expect(maskedLinks(part)).toEqual([]);
    }),
    { numRuns: runsOf(1_000, 30_000) },
  );
});

describe('sanitized agent text', () => {
  it('is unchanged when it is harmless', () => {
    const text =
      '# Title\n**bold** `code` <@700000000000000101>\n```ts\nconst a = b[0](c);\n```\n- [ ] a list | a | table |';
    expect(sanitizeMarkdown(text)).toBe(text);
  });

  it('shows the target of a link', () => {
    expect(sanitizeMarkdown('See [your bank](https://evil.example/a?b=1) now')).toBe(
      'See your bank (<https://evil.example/a?b=1>) now',
    );
    expect(sanitizeMarkdown('[https://a.example](https://a.example)')).toBe('<https://a.example>');
    expect(sanitizeMarkdown('[x]( <https://a.example> "title")')).toBe('x (<https://a.example>)');
  });

  it('contains no invite and no mass mention', () => {
    expect(sanitizeMarkdown('Join https://discord.gg/abc or discordapp.com/invite/x-y')).toBe(
      'Join `https://discord.gg/abc` or `discordapp.com/invite/x-y`',
    );
    expect(sanitizeMarkdown('@everyone and @here')).toBe('@\u200beveryone and @\u200bhere');
  });

  it('contains no direction override, in code neither', () => {
    expect(sanitizeMarkdown('a\u202eb `c\u2066d` \u0000e\u0007')).toBe('ab `cd` e');
    expect(sanitizeMarkdown(`z${'\u0301'.repeat(200)}`)).toBe(`z${'\u0301'.repeat(4)}`);
    expect(sanitizeMarkdown('half \ud83d')).toBe('half \ufffd');
  });

  it('keeps a code block unchanged, since links are inactive in it', () => {
    const text = 'See\n```md\n@everyone [a](https://b.example)\n```\nand `const a = b[0](c);`';
    expect(sanitizeMarkdown(text)).toBe(text);
  });

  it.each([
    ['in back-quotes', '`[your bank](https://evil.example)`'],
    ['in back-quotes that are escaped', '\\`[your bank](https://evil.example)\\`'],
    ['in back-quotes that do not pair', '``[your bank](https://evil.example)`'],
    ['after a back-quote of the line before', '`\nfoo `[your bank](https://evil.example)`'],
    ['in an unclosed fence', '```\n[your bank](https://evil.example)'],
    ['between fences that pair otherwise', '```\n```js\n[your bank](https://evil.example)\n```'],
    ['with a label that begins before a block', '[your\n```\nbank](https://evil.example)\n```'],
    ['with a long label', `[${'your bank '.repeat(200)}](https://evil.example)`],
    ['with a label of two lines', '[your\nbank](https://evil.example)'],
    ['with brackets in its label', '[[your] bank](https://evil.example)'],
    ['with its address on the next line', '[your bank](\n<https://evil.example>)'],
    ['with a title', '[your bank](https://evil.example "your bank")'],
    ['to another program', '[your bank](steam://run/1)'],
  ])('shows the target of a link %s', (_, text) => {
    const sanitized = sanitizeMarkdown(text);
    expect(sanitized).not.toMatch(/\]\([\s<]*[a-z]+:/);
    expect(maskedLinks(sanitized)).toEqual([]);
  });

  it('shows a host with look-alike letters in punycode', () => {
    expect(sanitizeMarkdown('https://\u0430pple.com/login')).toBe('https://xn--pple-43d.com/login');
  });

  it('is produced in linear time from many fences or brackets', () => {
    const bombs = ['```', '[', '](', '`', '[a](http://', '\u0301', '<'];
    const sanitizeAll = () =>
      bombs.forEach((bomb) => void sanitizeMarkdown(bomb.repeat(30_000 / bomb.length)));
    expect(effortOf(sanitizeAll)).toBeLessThan(2_000);
  });
});
