import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRefused } from '../fault/refusals/proxy.js';
import { openRefusingWorld, type RefusingWorld } from '../fault/refusals/world.js';
import { jumpingClock } from '../support/clock.js';
import { saidIn, startTalk } from '../support/talk.js';
import { answerTo, find, text } from '../support/world.js';

let world: RefusingWorld;
const clock = jumpingClock(1);
beforeAll(async () => {
  world = await openRefusingWorld(clock);
});
afterAll(() => world.close());

/** A locked thread that was reopened and edited for ever refused 571 requests in 15 s. */
const mostRefused = 6;

it('a thread that a moderator locks while the agent answers ends the talk, which its owner can resume', {
  tags: 'slow',
}, async () => {
  const { talker: sam, actor, proxy } = world;
  clock.pace = 0.05; // so that the answer outlasts the lock
  const thread = await startTalk(sam, 'What can you do?');
  await sam.sees(/^Stop$/m, { channel: thread });
  proxy.takeSeen();
  await actor.discord.fault('thread', { thread, locked: true });

  const told = await sam.sees('A moderator locked');
  clock.pace = 1;
  expect(text(told)).toMatch(/your conversation there has ended[\s\S]*\/talk resume/);
  const list = await answerTo(sam, sam.runs('/talk list', {}, { channel: 'agent' }), 'Your conversations');
  expect(text(list)).toMatch(/What can you do[\s\S]*ended/);

  const [choice] = await sam.autocompletes('talk resume', 'talk', 'What can', { channel: 'agent' });
  const resumed = sam.runs('/talk resume', { talk: String(choice?.value) }, { channel: 'agent' });
  const fresh = find(await answerTo(sam, resumed, 'Conversation resumed'), /<#\d+>/).slice(2, -1);
  expect(fresh).not.toBe(thread);
  await expect.poll(async () => (await saidIn(sam, fresh)).join('\n')).toMatch(/resumed/);

  const refused = proxy.takeSeen().filter((seen) => isRefused(seen) && seen.path.includes(thread));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(mostRefused);
  expect((await saidIn(sam, told.channel_id)).filter((said) => said.includes('locked'))).toHaveLength(1);
});
