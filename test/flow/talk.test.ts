import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { find, openWorld, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42' });
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

async function talk(message: string, options: Record<string, boolean> = {}): Promise<string> {
  const { message_id } = await mia.runs('/talk start', { message, ...options }, { channel: 'agent' });
  const opened = await mia.sees(
    'Your talk is open',
    message_id ? { after: String(BigInt(message_id) - 1n) } : {},
  );
  return find(opened, /<#\d+>/).slice(2, -1);
}

/** The finished answer: the one that offers Reply. */
const answer = (thread: string, after = '0'): Promise<SeenMessage> =>
  mia.sees('Reply', { channel: thread, after });

describe('talking to the agent', () => {
  it('happens in a thread of its own, and the agent knows the balance', async () => {
    const thread = await talk('How many credits do I have?');
    expect(text(await answer(thread))).toContain('42');
  });

  it('goes on by writing in the thread, remembers what was said, and never spends by itself', async () => {
    const thread = await talk('Make me a red fox');
    const first = await answer(thread);
    expect(text(first)).toMatch(/\/rig text/);
    await mia.posts('make it blue', { channel: thread });
    const second = text(await answer(thread, first.id));
    expect(second).toMatch(/blue/);
    expect(second).toMatch(/fox/);
    await mia.runs('/credits');
    await mia.sees('42 credits');
  });

  it('goes on by the Reply form as well, where the bot may not read messages', async () => {
    const thread = await talk('Hello');
    const first = await answer(thread);
    await mia.clicks('Reply', { message: first.id, channel: thread });
    await mia.fills({ text: 'What does a rig cost?' });
    expect(text(await answer(thread, first.id))).toContain('10');
  });

  it('listens to its owner only', async () => {
    const thread = await talk('Hello there');
    const first = await answer(thread);
    const sam = world.actor.as('sam');
    await sam.posts('How many credits does she have?', { channel: thread });
    await mia.posts('What can you do?', { channel: thread });
    await answer(thread, first.id);
    const runs = (await mia.messages(thread)).filter(({ author }) => author.bot).map(text);
    expect(runs.filter((said) => said.includes('Reply')).length).toBe(2);
    await sam.clicks('Reply', { message: first.id, channel: thread });
    await sam.sees('talks to the agent here. Start your own');
  });

  it('is refused in one sentence when nothing is said', async () => {
    await mia.runs('/talk start', { message: '   ' }, { channel: 'agent' });
    await mia.sees('Say something to begin with');
  });

  it('repeats a masked link as plain text', async () => {
    const thread = await talk('Look at [this](http://evil.example)');
    await answer(thread);
    const asked = (await mia.messages(thread)).map(text).find((said) => said.includes('asks:'));
    expect(asked).toContain('http');
    expect(asked).not.toContain('[this](');
  });

  it('can be private', async () => {
    const thread = await talk('A secret', { private: true });
    await answer(thread);
    const seen = await world.actor.as('sam').channels();
    expect(seen.some(({ id }) => id === thread)).toBe(false);
  });

  it('pings nobody, whatever is said', async () => {
    const thread = await talk('Say @everyone and <@700000000000000102>');
    const said = await answer(thread);
    expect(text(said)).not.toMatch(/(?<!`)@everyone/);
  });
});
