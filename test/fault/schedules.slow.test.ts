import { describe, expect, it } from 'vitest';
import { crashPoints } from '../../src/service/payments/crash.js';
import { eachOf } from '../support/slice.js';
import { findDefect, runDeaths, runMany } from './schedule/many.js';
import { sabotages } from './schedule/sabotage.js';
import type { World } from './schedule/worlds.js';

/**
 * A sample of the schedules of `npm run fault`: the service's own payment code on a simulated chain, clock and disk.
 * `npm run fault -- --seed N` replays one that fails here.
 */

const seeds = Array.from({ length: 25 }, (_, at) => at + 1_001);
/** The seeds of `npm test`, and those of `npm run test:all`. */
const samples = [seeds.slice(0, 8), seeds.slice(8)].map((some): [number, number[]] => [some.length, some]);

describe('money', () => {
  eachOf(1, samples)(
    'is neither lost nor doubled in %i schedules, whatever process dies and whatever the chain does',
    async (count, some) => {
      const { failed, credited, deaths } = await runMany(some);
      expect(failed).toEqual([]);
      expect(credited).toBeGreaterThan(count);
      expect(deaths).toBeGreaterThan(count / 2);
    },
  );

  eachOf<[World, number]>(1, [
    ['dust', 5],
    ['nodes', 8],
    ['forks', 6],
  ])('is neither lost nor doubled in the world of %s', async (world, count) => {
    const { failed, credited } = await runMany(seeds.slice(0, count), { world });
    expect(failed).toEqual([]);
    expect(credited).toBeGreaterThan(count / 2);
  });

  it('is not lost when a large payment seen by the watcher waits for a second node', async () => {
    const { failed, credited } = await runMany([114, 172], { world: 'nodes' });
    expect(failed).toEqual([]);
    expect(credited).toBeGreaterThan(0);
  });

  it('is recorded correctly after a death at each point', { tags: 'slow' }, async () => {
    const points = [...crashPoints.map(String), 'before BEGIN', 'before COMMIT', 'after COMMIT'];
    const { tally, unreached } = await runDeaths(
      points.filter((point) => !needsOperator.includes(point)).map((point) => [point]),
      60,
    );
    expect(tally.failed).toEqual([]);
    expect(unreached).toEqual([]);
  });
});

/** Points that only an operator's decision passes; no story has one. */
const needsOperator = ['review.in_decided'];

describe('the schedules', () => {
  eachOf(2, Object.entries(sabotages))('find a service that %s', async (_name, sabotage) => {
    expect(await findDefect(sabotage, 1, 400)).not.toBeNull();
  });

  it('replay the same story for the same seed', async () => {
    expect(await runMany([7, 8])).toEqual(await runMany([7, 8]));
  });
});
