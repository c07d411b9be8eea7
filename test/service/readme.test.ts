import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../src/cli/arguments.js';
import { isVerb } from '../../src/cli/verbs.js';
import { variables } from '../../src/config.js';
import { t } from '../support/copy.js';

/** What the README tells people to type. `npm run readme` also runs its first commands in a fresh clone. */

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(resolve(root, file), 'utf8');
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/operators.md'];
const readme = textOf('README.md');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };

/** The words of a command line, with quotes removed. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');

const blocks = (text: string): string[] =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));

it('begins with one sentence, one moving picture and two commands', () => {
  const [title, sentence, picture] = readme.split('\n\n');
  expect(title).toBe('# Rigsmith');
  expect(sentence).toMatch(/^A self-hosted Discord bot [^.\n]+\.$/);
  expect(picture).toMatch(/^!\[[^\]]+\]\(docs\/characters\.webp\)$/);
  expect(blocks(readme).slice(0, 2)).toEqual(['npm ci', 'npm start']);
});

it('lists under "Known limits" the parts that never ran live', () => {
  expect(readme).toMatch(/## Known limits\n\n- \*\*Never run live:\*\* .*real Discord.*real Solana/);
});

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('names only npm scripts that exist', () => {
    const named = [...text.matchAll(/npm (?:run (?:-s )?([\w:]+)|(start|test))/g)].map(([, a, b]) => a ?? b);
    expect(named.filter((name) => scripts[name ?? ''] === undefined)).toEqual([]);
  });

  it('links only to files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
    const folder = resolve(root, page, '..');
    expect(links.filter((path) => !existsSync(resolve(folder, path)))).toEqual([]);
  });

  it('shows only verbs and options that the command line accepts', () => {
    const lines = blocks(text).filter((line) => /\brigsmith [a-z]/.test(line));
    for (const line of lines) {
      const [verb = '', ...rest] = wordsOf(line.replace(/^.*?\brigsmith /, '').replace(/ [#>].*$/, ''));
      expect(isVerb(verb), line).toBe(true);
      if (isVerb(verb)) expect(() => readArguments(verb, rest), line).not.toThrow();
    }
  });
});

it('asks for variables that the configuration knows', () => {
  const [, steps = ''] = /\*\*Run it for your server\*\*([\s\S]*?)\n\n[A-Z]/.exec(readme) ?? [];
  const named = [...steps.matchAll(/`([A-Z_]{4,})`/g)].map(([, name = '']) => name);
  expect(named).toContain('DISCORD_TOKEN');
  expect(named.filter((name) => !(variables(t) as readonly string[]).includes(name))).toEqual([]);
  for (const name of named) expect(textOf('.env.example')).toContain(`${name}=`);
});
