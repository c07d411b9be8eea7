import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { type JumpingClock, jumpingClock } from '../support/clock.js';
import { answerTo, cardSays, openWorld, order, shown, type TestWorld, text } from '../support/world.js';

/** What members see where Discord does not let the bot in: refused before, told in spite of it, right afterwards. */

let clock: JumpingClock;
let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  clock = jumpingClock();
  world = await openWorld({}, true, clock);
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const bot = (permission: string, allowed: boolean) =>
  world.actor.discord.fault('permission', { permission, allowed, channel: 'welcome' });

it('/rig is refused by the name of the missing permission, and nothing is charged', async () => {
  await bot('AttachFiles', false);
  const there = mia.in('welcome');
  const refusal = await answerTo(there, there.runs('/rig text', { prompt: 'a fox' }), 'I need');
  expect(text(refusal)).toContain('I need **Attach Files** in this channel to do that. Ask a moderator');
  expect(refusal.ephemeral).toBe(true);
  await bot('AttachFiles', true);
});

it('/buy needs no permission, because its answer is private', async () => {
  await bot('AttachFiles', false);
  const { card, url } = await order(mia);
  expect(shown(card)).toHaveLength(1);
  await mia.wallet.pays(url);
  await cardSays(mia, card, /100 credits arrived/);
  await bot('AttachFiles', true);
});

it('a purchase paid while the bot cannot see the channel is shown on its card within 15 minutes', async () => {
  const { card, url } = await order(mia);
  await bot('ViewChannel', false);
  await mia.wallet.pays(url);
  await cardSays(mia, card, /100 credits arrived/);
  await bot('ViewChannel', true);
});

it('later it is told directly at once, and by /payments', async () => {
  const { card, url } = await order(mia);
  await bot('ViewChannel', false);
  clock.jump(16 * 60_000);
  await mia.wallet.pays(url);
  await mia.sees(/About your purchase[\s\S]*100 credits arrived/);
  await bot('ViewChannel', true);
  const list = await answerTo(mia, mia.runs('/payments', {}, { channel: 'welcome' }), 'Your payments');
  await answerTo(mia, mia.clicks('Details', { message: list.id }), /Receipt R-\d+[\s\S]*credited/);
  await mia.clicks('Check now', { message: card.id });
  await cardSays(mia, card, /100 credits arrived/);
});

it('a rig that the bot is kicked during ends right on its card once it is invited again', {
  tags: 'slow',
}, async () => {
  const there = mia.in('rigs');
  const { message_id: id } = await there.runs('/rig text', { prompt: 'a fox', detail: 'low' });
  await world.actor.discord.fault('kick');
  clock.jump(60_000);
  await world.actor.discord.fault('invite');
  const card = (await mia.messages('rigs')).find((message) => message.id === id);
  await cardSays(mia, card!, /character is ready/, 'rigs');
});

it('a card shows a payment made during an outage when the guild is available again', async () => {
  const { card, url } = await order(mia);
  await world.actor.discord.fault('outage', { unavailable: true });
  await mia.wallet.pays(url);
  await world.actor.discord.fault('outage', { unavailable: false });
  await cardSays(mia, card, /100 credits arrived/);
});
