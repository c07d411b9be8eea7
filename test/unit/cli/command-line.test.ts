import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nearestWord, readArguments } from '../../../src/cli/arguments.js';
import { runCompletions } from '../../../src/cli/completions.js';
import { programHelp, verbHelp } from '../../../src/cli/help.js';
import { terminalLocale } from '../../../src/cli/texts.js';
import { type VerbSpec, verbNames, verbs } from '../../../src/cli/verbs.js';
import { copy, t } from '../../support/copy.js';

describe('the help', () => {
  it.each(verbNames)('of %s has a text for everything in the table, and one example', (verb) => {
    const { options, forms = {}, example }: VerbSpec = verbs[verb];
    const help = verbHelp(t, verb);
    expect(help).not.toContain('cli.');
    for (const name of [...Object.keys(options), 'help']) expect(help).toContain(`--${name}`);
    for (const form of Object.values(forms)) expect(help).toContain(form);
    expect(help).toContain(`\n\nExample: ${example}\n`);
    expect(example).toContain(`rigsmith ${verb}`);
  });

  it('of the program lists every verb', () => {
    const help = programHelp(t, '1.2.3');
    expect(help).toMatch(/^rigsmith 1\.2\.3: /);
    for (const verb of verbNames) expect(help).toMatch(new RegExp(`^ {2}${verb} +\\S`, 'm'));
  });

  it('is translated into every language', () => {
    const russian = verbHelp(copy.for('ru'), 'rig');
    expect(russian).toContain('Пример: rigsmith rig');
    expect(russian).not.toContain('cli.');
  });
});

describe('an argument', () => {
  it('has its value after a space, after "=", or after its short name', () => {
    expect(readArguments('rig', ['text', 'a fox', '-o', 'x.glb', '--seed=7'])).toEqual({
      values: { out: 'x.glb', seed: '7' },
      operands: ['text', 'a fox'],
    });
  });

  it('may begin with a dash after "=", and after "--" it is never an option', () => {
    expect(readArguments('review', ['--note=-5']).values).toEqual({ note: '-5' });
    expect(readArguments('rig', ['text', '--', '--seed']).operands).toEqual(['text', '--seed']);
  });

  it('may be a choice of older versions, which the help leaves out', () => {
    expect(readArguments('rig', ['text', 'a fox', '--style', 'chibi']).values).toEqual({ style: 'chibi' });
    expect(verbHelp(t, 'rig')).toMatch(/--style .*auto, clay, low-poly, voxel, toon$/m);
  });

  it('is compared with the known words up to two typing mistakes away', () => {
    const known = ['start', 'tour', 'rig'];
    expect(nearestWord('strat', known)).toBe('start');
    expect(nearestWord('tuor', known)).toBe('tour');
    expect(nearestWord('dance', known)).toBeUndefined();
  });
});

it.each([
  [{ LANG: 'de_DE.UTF-8' }, 'de-DE'],
  [{ LC_ALL: 'pt_BR', LANG: 'de_DE' }, 'pt-BR'],
  [{ LC_ALL: '', LC_MESSAGES: 'ja_JP.eucJP', LANG: 'C' }, 'ja-JP'],
  [{ LANG: 'ru' }, 'ru'],
  [{ LANG: 'C.UTF-8' }, null],
  [{ LANG: 'POSIX' }, null],
  [{}, null],
])('the language of a terminal with %j is %s', (environment, locale) => {
  expect(terminalLocale(environment)).toBe(locale);
});

describe('completions', () => {
  const has = (shell: string) => spawnSync(shell, ['--version']).status === 0;
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-completions-'));

  /** Loads the script in the shell and prints what it answers. */
  async function ask(shell: 'bash' | 'zsh' | 'fish', question: (file: string) => string): Promise<string[]> {
    const written: string[] = [];
    const stdout = { write: (text: string) => written.push(text) > 0 } as unknown as NodeJS.WritableStream;
    await runCompletions([shell], { stdout, stderr: stdout });
    const file = join(folder, `rigsmith.${shell}`);
    writeFileSync(file, written.join(''));
    const answer = spawnSync(shell, ['-c', question(file)], { encoding: 'utf8' });
    expect(answer.stderr).toBe('');
    return answer.stdout.split(/\s+/).filter(Boolean);
  }

  const inBash = (...words: string[]) =>
    ask('bash', (file) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      return `. ${file}; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _rigsmith; echo "\${COMPREPLY[@]}"`;
    });

  it.skipIf(!has('bash'))('of bash offer verbs, words, options and choices', async () => {
    expect(await inBash('rigsmith', 're')).toEqual(['reconcile', 'review', 'restore']);
    expect(await inBash('rigsmith', 'rig', 'im')).toEqual(['image', 'images']);
    expect(await inBash('rigsmith', 'tour', '--')).toEqual([
      '--out',
      '--port',
      '--locale',
      '--server-locale',
      '--help',
    ]);
    expect(await inBash('rigsmith', 'rig', 'text', 'fox', '--detail', '')).toEqual(['low', 'medium', 'high']);
    expect(await inBash('rigsmith', 'rig', 'text', 'fox', '-o', '')).toEqual([]); // bash then offers files
  });

  it.skipIf(!has('fish'))('of fish offer verbs, options and choices', async () => {
    const inFish = (line: string) =>
      ask('fish', (file) => `source ${file}; complete -C '${line}' | string replace -r '\\t.*' ''`);
    expect(await inFish('rigsmith re')).toEqual(['reconcile', 'review', 'restore']);
    expect(await inFish('rigsmith start --p')).toEqual(['--port']);
    expect((await inFish('rigsmith rig --detail ')).sort()).toEqual(['high', 'low', 'medium']);
    expect((await inFish('rigsmith completions ')).sort()).toEqual(['bash', 'fish', 'zsh']);
  });

  it.skipIf(!has('zsh'))('of zsh load', async () => {
    const script = (file: string) => `autoload -Uz compinit; compinit -u -D; . ${file}; whence -w _rigsmith`;
    expect(await ask('zsh', script)).toEqual(['_rigsmith:', 'function']);
  });
});
