import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualClock } from '../../../support/clock.js';
import { runsOf } from '../../../support/slice.js';
import { createScriptedAgent, createThread, type Fault, openRelay } from './thread.js';

const refusals: Fault[] = ['deleted', 'stale', 'gone', 'archived', 'locked', 'denied', 'rejected'];
const hourMs = 3_600_000;

/** What a thread shows after an hour in which Discord repeats the same sequence of answers; null: accepted. */
async function liveWith(script: readonly (Fault | null)[]) {
  const thread = createThread();
  const clock = manualClock();
  const bot = openRelay(thread, clock);
  const agent = createScriptedAgent((event) => bot.hears(event));
  thread.answers((_, count) => script[count % script.length] ?? null);
  agent.says('Once', 0);
  await clock.advance(1_000);
  agent.ends('The end.');
  await clock.advance(hourMs);
  return {
    requests: thread.requests.length,
    isShown: thread.texts().join().includes('The end.'),
    isPushed: bot.isEnded() || bot.kept().trouble !== null || thread.texts().join().includes('blocked'),
  };
}

/** Two requests (edit, unarchive) every 30 s, the longest backoff, and the earlier ones at shorter delays. */
const mostRequests = 280;

it("no sequence of Discord's answers makes a thread loop, and the member sees the answer or is told", async () => {
  const answer = fc.constantFrom<Fault | null>(...refusals, 'lost', 'lost after', null);
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 5 }), async (script) => {
      const { requests, isShown, isPushed } = await liveWith(script);
      expect(requests).toBeLessThan(mostRequests);
      if (!script.some((one) => one?.startsWith('lost'))) expect(isShown || isPushed).toBe(true);
    }),
    { numRuns: runsOf(40, 1_000) },
  );
});

it.each(refusals)('a thread that always answers "%s" gets a few requests an hour', async (refusal) => {
  const { requests, isPushed } = await liveWith([refusal]);
  expect(requests).toBeLessThan(12);
  expect(isPushed).toBe(true);
});
