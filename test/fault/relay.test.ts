import { describe, expect, it } from 'vitest';
import { eachOf } from '../support/slice.js';
import { playStory } from './relay/story.js';
import type { Sabotage } from './relay/world.js';

/**
 * A sample of `npm run fault -- --only relay`: the bot's own relay, renderer, writer and pacer between a service and
 * a Discord whose connections fail, while the process may die at any await.
 */

describe('answers', () => {
  eachOf(1, [
    [2_001, 2_010],
    [2_011, 2_040],
  ])('are neither lost nor doubled under any failure or crash (stories %i to %i)', async (from, to) => {
    const stories = [];
    for (let seed = from; seed <= to; seed += 1) stories.push(await playStory(seed));
    expect(stories.filter(({ problems }) => problems.length > 0)).toEqual([]);
    expect(stories.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(stories.length / 4);
    expect(stories.reduce((sum, { deletions }) => sum + deletions, 0)).toBeGreaterThan(0);
  });
});

describe('the stories', () => {
  const defects: [string, Sabotage][] = [
    ['sends without a nonce', { hasNoNonces: true }],
    ['keeps its place too early', { keepsTooEarly: true }],
    ['does not keep the ids of messages', { keepsNoIds: true }],
  ];
  eachOf(1, defects)('find a bot that %s', async (_name, sabotage) => {
    const findings = [];
    for (let seed = 1; seed <= 40 && findings.length === 0; seed += 1)
      findings.push(...(await playStory(seed, sabotage)).problems);
    expect(findings).not.toEqual([]);
  });

  it('replay identically for the same seed', async () => {
    expect(await playStory(7)).toEqual(await playStory(7));
  });
});
