import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { answer, startTalk } from '../support/talk.js';
import { answerTo, link, openWorld, type TestWorld, text } from '../support/world.js';

/** People without a linked wallet. */

let world: TestWorld;
let sam: ActorPerson;
let bot: string;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42', VISITOR_ANSWERS: '8' });
  sam = world.actor.as('sam');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

/** The finished answer below a message that was posted outside a thread. */
const answerBelow = (person: ActorPerson, asked: SeenMessage, channel: string) =>
  person.sees(/^Reply$/m, { channel, after: asked.id });

describe('without a linked wallet', () => {
  it('/talk start opens a conversation', async () => {
    const thread = await startTalk(sam, 'What does a rig cost?');
    const said = await answer(sam, thread);
    expect(text(said)).toContain('10');
    bot = said.author.id;
  });

  it('a mention opens a thread at the message', async () => {
    const asked = await sam.posts(`<@${bot}> what can you do?`, { channel: 'rigs' });
    await expect.poll(async () => (await sam.channels()).some(({ id }) => id === asked.id)).toBe(true);
    const said = await answer(sam, asked.id);
    expect(text(said)).toMatch(/rig|character/i);
    const [opening] = await sam.messages(asked.id);
    expect(opening && text(opening)).not.toContain(bot);
  });

  it('direct messages are a conversation, also after it was ended', async () => {
    const channel = await sam.opensDm(bot);
    const first = await sam.posts('Hello', { channel });
    const greeting = await answerBelow(sam, first, channel);
    const second = await sam.posts('Make me a red fox', { channel });
    await sam.sees('No thanks', { channel, after: second.id });
    expect(text(greeting)).not.toContain('asks:');
    const choices = await sam.autocompletes('talk end', 'talk', 'Hello', { channel: 'agent' });
    const talk = String(choices[0]?.value);
    await answerTo(sam, sam.runs('/talk end', { talk }, { channel: 'agent' }), 'Conversation ended');
    const third = await sam.posts('Are you there?', { channel });
    await answerBelow(sam, third, channel);
  });

  it('only a card that costs asks for a wallet; linking one keeps the conversation and starts the card', async () => {
    const thread = await startTalk(sam, 'Make me a red fox');
    const card = await sam.sees('No thanks', { channel: thread });
    const said = await answer(sam, thread);
    await answerTo(
      sam,
      sam.clicks('Make it', { message: card.id, channel: thread }),
      'Link your wallet first',
    );
    await link(sam);
    await sam.posts('How many credits do I have?', { channel: thread });
    expect(text(await answer(sam, thread, said.id))).toContain('42');
    await answerTo(sam, sam.runs('/talk list', {}, { channel: 'agent' }), /red fox/i);
    const again = await sam.posts('make it blue', { channel: thread });
    const blue = await sam.sees('No thanks', { channel: thread, after: again.id });
    await sam.clicks('Make it', { message: blue.id, channel: thread });
    await sam.sees(/Making your character|You are next|is ready/, { channel: thread, after: blue.id });
  });

  it('a limit an hour ends with the way to go on', async () => {
    const olga = world.actor.as('olga');
    const channel = await olga.opensDm(bot);
    for (let asked = 0; asked < 8; asked += 1)
      await answerBelow(olga, await olga.posts(`Hello ${asked}`, { channel }), channel);
    const refused = await olga.posts('And now?', { channel });
    const told = await olga.sees('8 questions an hour', { channel, after: refused.id });
    expect(text(told)).toContain('/link');
  });

  it('a mention is answered in the channel where the managers of a server want that', async () => {
    const olga = world.actor.as('olga').in('welcome');
    const settings = await answerTo(
      olga,
      olga.runs('/settings', {}, { channel: 'welcome' }),
      'Settings of this server',
    );
    await olga.clicks('Agent', { message: settings.id });
    await answerTo(olga, olga.fills({ mentions: ['here'] }), 'In the channel');
    const noor = world.actor.as('noor');
    const asked = await noor.posts(`<@${bot}> what does a rig cost?`, { channel: 'rigs' });
    const said = await answerBelow(noor, asked, 'rigs');
    expect(text(said)).toContain('10');
    const next = await noor.posts('And how long does it take?', { channel: 'rigs', replyTo: said.id });
    expect(text(await answerBelow(noor, next, 'rigs'))).toMatch(/second|minute|about \d+ s\b/);
  });
});
