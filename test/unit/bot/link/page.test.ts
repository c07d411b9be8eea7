import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signCommand } from '../../../../src/bot/link/page/shell.js';
import { walletAppLinks } from '../../../../src/bot/web/page/deep-link.js';
import { runsOf } from '../../../support/slice.js';

/** The arguments that a POSIX shell parses from a command line, without running it. */
function argumentsOf(command: string): string[] {
  const shown = command.replace(/^solana /, 'printf "%s\\0" ');
  return execFileSync('/bin/sh', ['-c', shown], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('the shell command for signing', () => {
  it('passes every line of the text to the program as one argument', () => {
    const text =
      '127.0.0.1:80 wants you to sign in\n\nLink Discord user O\'Neil $(id) `id` "x" \\ !! in <A&B>.';
    expect(argumentsOf(signCommand(text))).toEqual(['sign-offchain-message', text, '-k', 'KEYPAIR']);
  });

  it('lets no text escape its quotes', () => {
    const printable = fc.string({ unit: fc.constantFrom(...`ab '"\\$\`\n;&|<>(){}*?~#!-=`), maxLength: 40 });
    const check = fc.property(printable, (text) => {
      expect(argumentsOf(signCommand(text))[1]).toBe(text);
    });
    fc.assert(check, { numRuns: runsOf(20, 600) });
  });
});

describe('the addresses that open wallet apps', () => {
  const page = 'https://bot.example/link?lang=pt-BR#abcdefghijklmnopqrstuvwxyz012345';

  it('carry the whole address of the page with its fragment', () => {
    for (const link of Object.values(walletAppLinks(page))) {
      const { pathname, hash, searchParams } = new URL(link);
      expect(decodeURIComponent(pathname.split('/').at(-1) ?? '')).toBe(page);
      expect(hash).toBe('');
      expect(searchParams.get('ref')).toBe('https://bot.example');
    }
  });

  it("point to the wallets' own hosts", () => {
    const { phantom, solflare } = walletAppLinks(page);
    expect(phantom).toMatch(/^https:\/\/phantom\.app\/ul\/browse\/https%3A/);
    expect(solflare).toMatch(/^https:\/\/solflare\.com\/ul\/v1\/browse\/https%3A/);
  });
});
