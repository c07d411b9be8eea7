import { describe, expect, it } from 'vitest';
import { playStory } from './purchase/story.js';

/**
 * What a member is told of a purchase: the bot's own flow, store, outbox and notifier between a service whose words are
 * late, lost and overtaken and a Discord that fails, while presses come in between and the process dies.
 */

/** More with FAULTS=full. */
const many = process.env.FAULTS === 'full' ? 1_000 : 30;

describe('a purchase', () => {
  it('is told once for each outcome, in order, and its private card ends up right', {
    timeout: 900_000,
  }, async () => {
    const stories = [];
    for (let seed = 1; seed <= many; seed += 1) stories.push({ seed, ...(await playStory(seed)) });
    expect(stories.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(stories.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(many / 2);
    expect(stories.reduce((sum, { told }) => sum + told, 0)).toBeGreaterThan(many / 2);
  });
});

describe('a purchase in a Discord that refuses edits and direct messages in turn', () => {
  it('tells its member each outcome of the money, on the private card, directly or below an answer', {
    timeout: 900_000,
  }, async () => {
    const stories = [];
    for (let seed = 1; seed <= many / 2; seed += 1)
      stories.push({ seed, ...(await playStory(seed, {}, { isRefusing: true })) });
    expect(stories.filter(({ problems }) => problems.length > 0)).toEqual([]);
    for (const kind of ['edit', 'direct'] as const)
      expect(stories.reduce((sum, { refused }) => sum + refused[kind], 0)).toBeGreaterThan(0);
  });

  it('finds a bot that takes a refusal for done', async () => {
    const found = [];
    for (let seed = 1; seed <= 60 && found.length === 0; seed += 1)
      found.push(...(await playStory(seed, { takesRefusalForDone: true }, { isRefusing: true })).problems);
    expect(found).not.toEqual([]);
  });
});

describe('the stories', () => {
  it('find a bot that believes what was overtaken', async () => {
    const found = [];
    for (let seed = 1; seed <= 60 && found.length === 0; seed += 1)
      found.push(...(await playStory(seed, { believesPushes: true })).problems);
    expect(found).not.toEqual([]);
  });

  it('find a bot that forgets what it told, each time there was something to tell', async () => {
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
