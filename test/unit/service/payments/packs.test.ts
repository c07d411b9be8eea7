import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPacks, viewPack } from '../../../../src/service/payments/packs.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (catalog: unknown) => {
  const file = join(folder, 'packs.json');
  writeFileSync(file, typeof catalog === 'string' ? catalog : JSON.stringify(catalog));
  return readPacks(file, ['SOL', 'USDC']);
};
const pack = { id: 'one', name: 'One', description: '', credits: 1, prices: { SOL: '0.5' } };

test('the shipped catalog has packs in both currencies', () => {
  const packs = readPacks(resolve('data/catalog/packs.json'), ['SOL', 'USDC']);
  expect(packs.length).toBeGreaterThanOrEqual(3);
  for (const { prices } of packs) expect([prices.SOL, prices.USDC].every((price) => price! > 0n)).toBe(true);
});

test('an unavailable currency has no price', () => {
  const [starter] = readPacks(resolve('data/catalog/packs.json'), ['SOL']);
  expect(viewPack(starter!).prices.map(({ currency }) => currency)).toEqual(['SOL']);
});

test.each([
  ['text that is not JSON', '{'],
  ['a price of nothing', [{ ...pack, prices: { SOL: '0' } }]],
  ['a price finer than a lamport', [{ ...pack, prices: { SOL: '0.0000000001' } }]],
  ['an unknown currency', [{ ...pack, prices: { DOGE: '1' } }]],
  ['no credits', [{ ...pack, credits: 0 }]],
  ['one id twice', [pack, pack]],
])('a catalog with %s stops the start with a sentence', (_, catalog) => {
  expect(() => read(catalog)).toThrow(/packs\.json/);
});
