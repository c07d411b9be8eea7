import { describe, expect, it } from 'vitest';
import { tame } from '../../../../src/bot/talk/tame.js';
import { effortOf } from '../../../support/effort.js';

describe('what an agent says', () => {
  it('stays as it is when it is harmless', () => {
    const text =
      '# Title\n**bold** `code` <@700000000000000101>\n```ts\nconst a = b[0](c);\n```\n- [ ] a list | a | table |';
    expect(tame(text)).toBe(text);
  });

  it('shows where a link leads', () => {
    expect(tame('See [your bank](https://evil.example/a?b=1) now')).toBe(
      'See your bank (<https://evil.example/a?b=1>) now',
    );
    expect(tame('[https://a.example](https://a.example)')).toBe('<https://a.example>');
    expect(tame('[x]( <https://a.example> "title")')).toBe('x (<https://a.example>)');
  });

  it('invites nobody and calls nobody together', () => {
    expect(tame('Join https://discord.gg/abc or discordapp.com/invite/x-y')).toBe(
      'Join `https://discord.gg/abc` or `discordapp.com/invite/x-y`',
    );
    expect(tame('@everyone and @here')).toBe('@\u200beveryone and @\u200bhere');
  });

  it('turns no text around, in code neither', () => {
    expect(tame('a\u202eb `c\u2066d` \u0000e\u0007')).toBe('ab `cd` e');
    expect(tame(`z${'\u0301'.repeat(200)}`)).toBe(`z${'\u0301'.repeat(4)}`);
    expect(tame('half \ud83d')).toBe('half \ufffd');
  });

  it('leaves code alone, since nothing in it is a link', () => {
    const text = '`[a](https://b.example)` and\n```\n@everyone [a](https://b.example)\n```';
    expect(tame(text)).toBe(text);
  });

  it('takes a bomb of fences or brackets in good time', () => {
    const bombs = ['```', '[', '](', '`', '[a](http://', '\u0301', '<'];
    const tameAll = () => bombs.forEach((bomb) => void tame(bomb.repeat(30_000 / bomb.length)));
    expect(effortOf(tameAll)).toBeLessThan(2_000);
  });
});
