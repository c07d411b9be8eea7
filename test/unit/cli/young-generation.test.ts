import { execFileSync } from 'node:child_process';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';

const built = buildSync({
  entryPoints: ['src/cli/running.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
}).outputFiles[0]!.text;

/** Holds enough short-lived objects for the young generation to grow, and prints its size in MB. */
const program = (before: string) => `${built}
  const { getHeapSpaceStatistics } = await import('node:v8');
  ${before}
  const held = [];
  for (let index = 0; index < 400_000; index += 1) {
    held.push({ index, list: [index] });
    if (held.length > 60_000) held.length = 0;
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(young.physical_space_size / 2 ** 20);`;
const sizeAfter = (before: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', program(before)]));

describe('a process that keeps running', () => {
  it('keeps the young generation of its heap small, so that an idle bot needs less memory', () => {
    expect(sizeAfter('')).toBeGreaterThan(8);
    expect(sizeAfter('keepYoungGenerationSmall();')).toBeLessThanOrEqual(4);
  });
});
