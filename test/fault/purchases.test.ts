import { describe, expect, it } from 'vitest';
import { eachOf } from '../support/slice.js';
import { playStory } from './purchase/story.js';

/**
 * The messages a member gets about a purchase: the bot's own flow, store, outbox and notifier, a service whose events
 * arrive late, get lost or are outdated, and a failing Discord, while the member presses buttons and the process dies.
 */

/** The seeds of the stories: from, to. */
const seeds: [number, number][] =
  process.env.FAULTS === 'full'
    ? [[1, 1_000]]
    : [
        [1, 6],
        [7, 30],
      ];
const timeout = 900_000;

describe('a purchase', () => {
  eachOf(1, seeds)(
    'is told once for each outcome, in order, and its private card ends up right (stories %i to %i)',
    async (from, to) => {
      const stories = [];
      for (let seed = from; seed <= to; seed += 1) stories.push({ seed, ...(await playStory(seed)) });
      expect(stories.filter(({ problems }) => problems.length > 0)).toEqual([]);
      expect(stories.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(stories.length / 2);
      expect(stories.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThan(stories.length / 2);
    },
    { timeout },
  );
});

describe('a purchase in a Discord that refuses edits and direct messages in turn', () => {
  eachOf(1, seeds)(
    'tells its member each outcome of the money, on the private card, directly or below an answer (stories %i to %i)',
    async (from, to) => {
      const stories = [];
      for (let seed = from; seed <= to / 2; seed += 1)
        stories.push({ seed, ...(await playStory(seed, {}, { isRefusing: true })) });
      expect(stories.filter(({ problems }) => problems.length > 0)).toEqual([]);
      for (const kind of ['edit', 'direct'] as const)
        expect(stories.reduce((sum, { refused }) => sum + refused[kind], 0)).toBeGreaterThan(0);
    },
    { timeout },
  );

  it('finds a bot that takes a refusal for done', { tags: 'slow' }, async () => {
    const found = [];
    for (let seed = 1; seed <= 60 && found.length === 0; seed += 1)
      found.push(...(await playStory(seed, { takesRefusalForDone: true }, { isRefusing: true })).problems);
    expect(found).not.toEqual([]);
  });
});

describe('the stories', () => {
  it('find a bot that believes an outdated state', { tags: 'slow' }, async () => {
    const found = [];
    for (let seed = 1; seed <= 60 && found.length === 0; seed += 1)
      found.push(...(await playStory(seed, { believesPushes: true })).problems);
    expect(found).not.toEqual([]);
  });

  it('find a bot that forgets what it told, each time there was something to tell', {
    tags: 'slow',
  }, async () => {
    const right = [];
    const wrong = [];
    for (let seed = 1; seed <= 8; seed += 1) {
      right.push(await playStory(seed, {}, { isAskedAgain: true }));
      wrong.push(await playStory(seed, { forgetsTold: true }, { isAskedAgain: true }));
    }
    expect(right.flatMap(({ problems }) => problems)).toEqual([]);
    expect(wrong.some(({ told }) => told > 0)).toBe(true);
    const isMissed = wrong.map(({ told, problems }) => told > 0 && problems.length === 0);
    expect(isMissed).not.toContain(true);
  });
});
