import { describe, expect, it } from 'vitest';
import { type Outcome, playAnswer } from '../../../../bench/relay/answers.js';
import { createChance } from '../../../../bench/relay/discord.js';
import { debounce, greedy, naive, ours, type Policy } from '../../../../bench/relay/policies.js';
import { inventText, streamOf } from '../../../../bench/relay/streams.js';
import { eachOf } from '../../../support/slice.js';

/** A sample of `npm run bench -- relay`: the real renderer and pacer with the limiter of the local Discord. */

const answers = 12;

async function play(policy: Policy, perSecond: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let index = 0; index < answers; index += 1) {
    const chance = createChance(perSecond * 100 + index);
    const text = inventText(chance, Math.max(300, perSecond * 60));
    const run = { conversationId: 'cnv_1', runId: 'run_1', perSecond, chance, seconds: 15 };
    outcomes.push(await playAnswer(policy, streamOf(text, run), index));
  }
  return outcomes;
}
const shown = (outcomes: Outcome[]) => outcomes.reduce((sum, { shownBefore }) => sum + shownBefore, 0);
const latest = (outcomes: Outcome[]) => Math.max(...outcomes.map(({ endDelayMs }) => endDelayMs));

describe('an answer at the rate of its bucket', () => {
  eachOf(3, [1, 5, 20, 50])(
    'at %i events a second is whole, in time, and uses what Discord allows',
    async (rate) => {
      const outcomes = await play(ours, rate);
      expect(outcomes.filter(({ isRight }) => !isRight)).toEqual([]);
      expect(outcomes.filter(({ refused }) => refused > 0)).toEqual([]);
      expect(latest(outcomes)).toBeLessThan(1_000);
      expect(shown(outcomes) / shown(await play(greedy, rate))).toBeGreaterThan(0.85);
    },
  );

  it('does better than an edit for each event and than waiting for silence', async () => {
    expect(latest(await play(naive, 10))).toBeGreaterThan(10_000);
    expect(shown(await play(debounce, 10))).toBeLessThan(shown(await play(ours, 10)) / 4);
  });
});
