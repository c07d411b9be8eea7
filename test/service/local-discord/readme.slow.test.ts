import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const readme = resolve('src/playground/discord/README.md');
const library = pathToFileURL(resolve('dist/src/playground/discord/index.js')).href;
const folders: string[] = [];

afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** The README's example as JavaScript, with the package's name replaced by the built library. */
async function writeExample(change: (source: string) => string): Promise<string> {
  const [, source] = /```ts\n(import [\s\S]*?)```/.exec(await readFile(readme, 'utf8')) ?? [];
  expect(source).toContain("from 'rigsmith/local-discord'");
  const { code } = await transform(change(source!), { loader: 'ts', format: 'esm' });
  await mkdir('out', { recursive: true }); // inside the repository, so that `discord.js` is found
  const folder = await mkdtemp(resolve('out/readme-'));
  folders.push(folder);
  const file = join(folder, 'greeter.test.mjs');
  await writeFile(file, code.replace('"rigsmith/local-discord"', JSON.stringify(library)));
  return file;
}

async function runNodeTest(file: string): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, ['--test', '--test-reporter=tap', file]);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code, output };
}

it('the example of the README passes as a test of its own', async () => {
  const { code, output } = await runNodeTest(await writeExample((source) => source));
  expect(output).toMatch(/^# pass 1$/m);
  expect(code).toBe(0);
});

it('the example of the README fails when its bot keeps the button', async () => {
  const file = await writeExample((source) => source.replace(', components: [] });', ' });'));
  const { code, output } = await runNodeTest(file);
  expect(output).toMatch(/^# fail 1$/m);
  expect(code).toBe(1);
});
