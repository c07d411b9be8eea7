import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBotInProcess } from '../support/bot-in-process.js';
import { answerTo, creditsOf, justBefore, openWorld, type TestWorld, text } from '../support/world.js';

/** A bot that ends while a moderator waits for it. */

const secret = 'shared by bot and service';
let world: TestWorld;
let bot: Awaited<ReturnType<typeof createBotInProcess>>;
beforeAll(async () => {
  world = await openWorld({ SERVICE_BOT_SECRET: secret }, false);
  bot = await createBotInProcess(world, undefined, { SERVICE_BOT_SECRET: secret });
  await bot.start();
});
afterAll(async () => {
  await bot.close();
  expect(await world.close()).toEqual([]);
});

it('gives credits once when it is restarted in the middle, and the moderator reads the result', async () => {
  const mia = await world.linked('mia');
  const max = world.actor.as('max').in('mods');
  const asked = await max.runs('/mod grant', { member: 'mia', credits: 20, reason: 'Sorry' });
  await bot.kill();
  await bot.start();
  const said = await max.sees('20 credits given to mia', { after: justBefore({ id: asked.message_id! }) });
  expect(text(said)).toContain('this server 480');
  expect(await creditsOf(mia)).toBe(20);
  await answerTo(max, max.runs('/mod member', { member: 'mia' }), 'this server 480');
});

it('keeps blocks and limits over a restart', async () => {
  const max = world.actor.as('max').in('mods');
  const options = { member: 'mia', reason: 'spam' };
  await answerTo(max, max.runs('/mod block', options), 'mia is blocked');
  await bot.kill();
  await bot.start();
  const mia = world.actor.as('mia').in('rigs');
  await answerTo(mia, mia.runs('/rig text', { prompt: 'a duck' }), 'A moderator has blocked you');
});
