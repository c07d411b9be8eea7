import { expect, it } from 'vitest';
import { cutPower } from './process/cuts.js';
import { killAtRandom } from './process/kills.js';

/** A sample of the real process deaths of `npm run fault`, on the built program. */

it('bot and service killed while four people buy credit every payment once, and the cards say so', async () => {
  const { problems, paid, credited } = await killAtRandom({ kills: 2, seed: 1 });
  expect(problems).toEqual([]);
  expect(paid).toBeGreaterThan(0);
  expect(credited).toBe(paid);
});

// Takes minutes on two cores: run with `npm run fault`, or here with FAULTS=full.
it.runIf(process.env.FAULTS === 'full')(
  'a service whose power is cut keeps every promise, and one that syncs less is detected',
  async (context) => {
    const result = await cutPower({ cuts: 2, seed: 1 });
    if ('missing' in result) return context.skip(result.missing);
    expect([...result.problems, ...result.faults]).toEqual([]);
    expect(result.promises).toBeGreaterThan(0);
    expect(result.credited).toBe(result.paid);
    expect(await cutPower({ cuts: 1, seed: 1, control: true })).toMatchObject({ harmful: 1 });
  },
  180_000,
);
