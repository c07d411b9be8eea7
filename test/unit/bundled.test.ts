import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const chunks = readdirSync('dist/chunks').filter((name) => name.endsWith('.js'));
const textOf = (name: string) => readFileSync(join('dist/chunks', name), 'utf8');

test('a chunk has one byte for each character, because V8 would keep all of it with two', () => {
  expect(chunks.length).toBeGreaterThan(50);
  expect(chunks.filter((name) => /[\u0100-\uffff]/.test(textOf(name)))).toEqual([]);
});

test('no chunk has the compilers of JSON schemas, which no route has', () => {
  const sources = chunks.flatMap((name) => JSON.parse(textOf(`${name}.map`)).sources as string[]);
  expect(sources.some((path) => path.includes('node_modules/fastify/'))).toBe(true);
  expect(sources.filter((path) => /node_modules\/(ajv|fast-json-stringify\/index)/.test(path))).toEqual([]);
});

/** A file with all that it imports before it runs. */
function loadedBefore(path: string, seen = new Set<string>()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, found] of readFileSync(path, 'utf8').matchAll(/import(?:[^"'(]*from)?"(\.[^"]+)"/g))
    loadedBefore(join(dirname(path), found!), seen);
  return seen;
}

test('the program loads nothing before the young generation of V8 is kept small', () => {
  const loaded = [...loadedBefore('dist/src/main.js')];
  expect(loaded.length).toBeGreaterThan(1);
  const bytes = loaded.reduce((sum, path) => sum + readFileSync(path).length, 0);
  expect(bytes).toBeLessThan(10_000);
});
