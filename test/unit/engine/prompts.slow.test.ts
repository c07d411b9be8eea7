import { describe, expect, it } from 'vitest';
import { expected } from '../../../bench/prompts/expected.js';
import { fileOf } from '../../../bench/prompts/file.js';
import { lookAt } from '../../../bench/prompts/look.js';
import { strangers } from '../../../bench/prompts/strangers.js';
import { turns } from '../../../bench/prompts/turns.js';

/** One of each kind: clothes, metal, hair, patterns, wings, sizes; `npm run bench -- prompts` makes all. */
const slice = [
  'a red fox with a blue scarf',
  'a zebra',
  'a white unicorn with a pink mane',
  'a red parrot with a yellow beak',
  'a knight without a helmet',
];

describe('a character matches its sentence', () => {
  it('the list has a hundred and eighty sentences, none twice', () => {
    expect(new Set([...expected, ...strangers, ...turns].map(([prompt]) => prompt)).size).toBe(180);
  });

  it.each(expected.filter(([prompt]) => slice.includes(prompt)))('%s', async (prompt, asks) => {
    const { holds } = await lookAt(prompt, fileOf);
    for (const asked of asks.split(', ')) expect([asked, await holds(asked)]).toEqual([asked, true]);
  });

  it('the check finds parts that are missing, of another color or in the wrong place', async () => {
    const files = new Map<string, Promise<Uint8Array>>();
    const { holds } = await lookAt('a man with a hat', (prompt, kind) => {
      const file = files.get(prompt) ?? fileOf(prompt.replace(/ without a (shirt|scarf)$/, ''), kind);
      files.set(prompt, file);
      return file;
    });
    expect(await holds('hat')).toBe(true);
    for (const asked of [
      'quadruped',
      'hat:pink',
      'scarf:blue',
      'shirt:pink',
      'joint:tail',
      'metal:coat',
      'pattern:shirt',
      'height>2.5',
      'eyes:red',
    ])
      expect([asked, await holds(asked)]).toEqual([asked, false]);
  });
});
