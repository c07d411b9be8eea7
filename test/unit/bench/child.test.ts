import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChild } from '../../../bench/child.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-child-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A child that runs this code. */
function childOf(code: string) {
  const file = join(folder, 'child.mjs');
  writeFileSync(file, code);
  return startChild(pathToFileURL(file));
}

test('a child answers each message', async () => {
  const child = childOf("process.on('message', (text) => process.send(['heard', text]));");
  expect([await child.ask('one'), await child.ask('two')]).toEqual([
    ['heard', 'one'],
    ['heard', 'two'],
  ]);
  await child.stop();
});

test('a question to a child that fails rejects with its standard error, and so does the next one', async () => {
  const child = childOf("process.on('message', () => { throw new Error('the disk is full'); });");
  await expect(child.ask('one')).rejects.toThrow(/child\.mjs ended with 1: .*the disk is full/s);
  await expect(child.ask('two')).rejects.toThrow('the disk is full');
});

test('a child that is killed fails the question', async () => {
  const child = childOf("process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
  await expect(child.ask('one')).rejects.toThrow('child.mjs ended with SIGKILL');
});
