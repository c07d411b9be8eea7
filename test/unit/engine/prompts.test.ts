import { describe, expect, it } from 'vitest';
import { expected } from '../../../bench/prompts/expected.js';
import { holds, readFound } from '../../../bench/prompts/look.js';
import { strangers } from '../../../bench/prompts/strangers.js';
import { turns } from '../../../bench/prompts/turns.js';
import { makeRig } from '../../../src/engine/index.js';

/** Every twelfth sentence of the hundred; `npm run bench -- prompts` asks for all of them. */
const slice = expected.filter((_, i) => i % 12 === 0);

describe('a character is what its sentence asks for', () => {
  it('lists a hundred and eighty sentences, none twice', () => {
    expect(new Set([...expected, ...strangers, ...turns].map(([prompt]) => prompt)).size).toBe(180);
  });

  it.each(slice)('%s', async (prompt, asks) => {
    const { glb } = await makeRig({ kind: 'text', prompt, seed: 1, parameters: { detail: 'low' } });
    const found = await readFound(glb);
    expect(asks.split(', ').filter((one) => !holds(found, one))).toEqual([]);
  });

  it('would notice what is missing', async () => {
    const { glb } = await makeRig({ kind: 'text', prompt: 'a man', seed: 1, parameters: { detail: 'low' } });
    const found = await readFound(glb);
    for (const asked of [
      'quadruped',
      'hat',
      'scarf:blue',
      'shirt:pink',
      'joint:tail',
      'metal:shirt',
      'pattern',
      'height>2.5',
    ])
      expect([asked, holds(found, asked)]).toEqual([asked, false]);
  });
});
