import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { answer, answersFrom, startTalk } from '../support/talk.js';
import { answerTo, creditsOf, openWorld, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42' });
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

describe('talking to the agent', () => {
  it('happens in a separate thread, and the agent knows the balance', async () => {
    const thread = await startTalk(mia, 'How many credits do I have?');
    expect(text(await answer(mia, thread))).toContain('42');
  });

  it('continues in the thread, remembers earlier messages, and never spends by itself', async () => {
    const thread = await startTalk(mia, 'Make me a red fox');
    const first = await answer(mia, thread);
    expect(text(first)).toMatch(/\/rig text/);
    await mia.posts('make it blue', { channel: thread });
    const second = text(await answer(mia, thread, first.id));
    expect(second).toMatch(/blue/);
    expect(second).toMatch(/fox/);
    expect(await creditsOf(mia)).toBe(42);
  });

  it('continues by the Reply form as well, if the bot may not read messages', async () => {
    const thread = await startTalk(mia, 'Hello');
    const first = await answer(mia, thread);
    await mia.clicks('Reply', { message: first.id, channel: thread });
    await mia.fills({ text: 'What does a rig cost?' });
    expect(text(await answer(mia, thread, first.id))).toContain('10');
  });

  it('answers its owner only', async () => {
    const thread = await startTalk(mia, 'Hello there');
    const first = await answer(mia, thread);
    const sam = world.actor.as('sam');
    await sam.posts('How many credits does she have?', { channel: thread });
    await mia.posts('What can you do?', { channel: thread });
    const newest = await answer(mia, thread, first.id);
    const answers = await answersFrom(mia, thread, first);
    expect(answers).toHaveLength(2);
    expect(answers.filter((said) => /^Reply$/m.test(said))).toHaveLength(1);
    await sam.clicks('Reply', { message: newest.id, channel: thread });
    await sam.sees('can talk to the agent here. Start your own');
  });

  it('is refused with one sentence without a message', async () => {
    const asked = mia.runs('/talk start', { message: '   ' }, { channel: 'agent' });
    await answerTo(mia, asked, 'Write a message first');
  });

  it('repeats a masked link as plain text', { tags: 'slow' }, async () => {
    const thread = await startTalk(mia, 'Look at [this](http://evil.example)');
    await answer(mia, thread);
    const asked = (await mia.messages(thread)).map(text).find((said) => said.includes('asks:'));
    expect(asked).toContain('http');
    expect(asked).not.toContain('[this](');
  });

  it('can be private', async () => {
    const thread = await startTalk(mia, 'A secret', { private: true });
    await answer(mia, thread);
    const seen = await world.actor.as('sam').channels();
    expect(seen.some(({ id }) => id === thread)).toBe(false);
  });

  it('pings no one, whatever the text', async () => {
    const thread = await startTalk(mia, 'Say @everyone and <@700000000000000102>');
    const said = await answer(mia, thread);
    expect(text(said)).not.toMatch(/(?<!`)@everyone/);
  });
});
