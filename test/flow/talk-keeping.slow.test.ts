import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { jumpingClock } from '../support/clock.js';
import { answer, saidIn, startTalk } from '../support/talk.js';
import { answerTo, find, openWorld, shown, type TestWorld, text } from '../support/world.js';

const clock = jumpingClock();
let world: TestWorld;
let mia: ActorPerson;
beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '42' }, true, clock);
  mia = await world.linked('mia');
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

const runs = (thread: string, command: string, says: string | RegExp, options = {}) =>
  answerTo(mia, mia.runs(command, options, { channel: thread }), says);
const threadIn = (card: SeenMessage): string => find(card, /<#\d+>/).slice(2, -1);
const titled = async (name: string): Promise<string> => {
  const choices = await mia.autocompletes('talk resume', 'talk', name, { channel: 'agent' });
  return String(choices[0]?.value);
};

const seesAgent = (allowed: boolean) =>
  world.actor.discord.fault('permission', { permission: 'ViewChannel', allowed, channel: 'agent' });

/** Waits until a message shows another complete answer in place of this one. */
async function anotherVersion(thread: string, before: SeenMessage): Promise<SeenMessage> {
  const now = async () => (await mia.messages(thread)).find(({ id }) => id === before.id)!;
  const isNew = (said: string) => said !== text(before) && /^Reply$/m.test(said);
  await expect.poll(async () => isNew(text(await now()))).toBe(true);
  return now();
}

describe('a talk', () => {
  it('has its last answer regenerated, once a press', async () => {
    const thread = await startTalk(mia, 'Give me some ideas');
    const first = await answer(mia, thread);
    await Promise.all([1, 2].map(() => mia.clicks('Regenerate', { message: first.id, channel: thread })));
    const second = await anotherVersion(thread, first);
    await runs(thread, '/talk regenerate', 'Writing another version');
    await anotherVersion(thread, second);
    expect((await saidIn(mia, thread)).filter((said) => /^(Reply|Stop)$/m.test(said))).toHaveLength(1);
    await runs(thread, '/talk continue', 'nothing to continue');
  });

  it('stops a long answer by a message, keeps its text, and continues from there', async () => {
    clock.pace = 0.05; // so that there is an answer to stop
    const thread = await startTalk(mia, 'What can you do?');
    await mia.sees(/^(?!-# |Stop$).+[\s\S]*^Stop$/m, { channel: thread }); // its first words
    await mia.posts('Stop!', { channel: thread });
    const cut = await mia.sees(/^Continue$/m, { channel: thread });
    clock.pace = 4;
    expect(text(cut)).toContain('Stopped.');
    await mia.clicks('Continue', { message: cut.id, channel: thread });
    const rest = await answer(mia, thread, cut.id);
    expect(text(rest)).not.toContain('Stopped.');
    await runs(thread, '/talk stop', 'Nothing to stop');
  });

  it('is renamed, ended, reported as ended, and resumed where it was', async () => {
    const thread = await startTalk(mia, 'Make me a red fox');
    const first = await answer(mia, thread);
    await runs(thread, '/talk rename', 'Renamed', { name: 'The fox' });
    await expect
      .poll(async () => (await mia.channels()).find(({ id }) => id === thread)?.name)
      .toBe('The fox');
    await runs(thread, '/talk end', 'Ended');
    await mia.sees('ended this conversation', { channel: thread });
    await mia.posts('make it blue', { channel: thread });
    await mia.sees('Use /talk resume to continue it', { channel: thread });
    await runs(thread, '/talk rename', 'Renamed', { name: 'The old fox' });

    const list = await answerTo(mia, mia.runs('/talk list', {}, { channel: 'agent' }), 'Your conversations');
    expect(text(list)).toMatch(/The old fox[\s\S]*ended/);
    const back = await answerTo(
      mia,
      mia.runs('/talk resume', { talk: await titled('old fox') }, { channel: 'agent' }),
      'Conversation resumed',
    );
    expect(threadIn(back)).toBe(thread);
    await mia.posts('make it green', { channel: thread });
    const next = text(await answer(mia, thread, first.id));
    expect(next).toMatch(/green[\s\S]*fox/);
    expect(next).not.toContain('blue');
  });

  it.each(['deleted', 'hidden from the bot'])(
    'continues in a new thread when its own is %s, and remembers',
    async (how) => {
      const thread = await startTalk(mia, 'Make me a purple whale');
      await answer(mia, thread);
      await runs(thread, '/talk rename', 'Renamed', { name: `The whale ${how}` });
      const talk = await titled(`whale ${how}`);
      if (how === 'deleted') await world.actor.discord.fault('delete_channel', { channel: thread });
      else await seesAgent(false);
      const back = await answerTo(
        mia,
        mia.runs('/talk resume', { talk }, { channel: 'rigs' }),
        'Conversation resumed',
      );
      if (how !== 'deleted') await seesAgent(true);
      const fresh = threadIn(back);
      expect(fresh).not.toBe(thread);
      expect((await saidIn(mia, fresh)).join('\n')).toMatch(/resumed[\s\S]*purple whale/);
      await mia.posts('make it yellow', { channel: fresh });
      expect(text(await answer(mia, fresh))).toMatch(/yellow[\s\S]*whale/);
    },
  );

  it('can be exported as Markdown or JSON', async () => {
    const thread = await startTalk(mia, 'How many credits do I have?');
    await answer(mia, thread);
    const fileOf = async (card: SeenMessage) => (await fetch(shown(card)[0]?.url ?? '')).text();
    const markdown = await fileOf(await runs(thread, '/talk export', 'as a file'));
    expect(markdown).toMatch(/^# How many credits[\s\S]*## You[\s\S]*## Agent[\s\S]*42/);
    const json = await fileOf(await runs(thread, '/talk export', 'as a file', { format: 'json' }));
    expect(JSON.parse(json).messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'agent']);
  });

  it('belongs to its owner alone', async () => {
    const thread = await startTalk(mia, 'Hello');
    await answer(mia, thread);
    const sam = world.actor.as('sam');
    for (const command of ['export', 'end', 'regenerate', 'stop'])
      await answerTo(sam, sam.runs(`/talk ${command}`, {}, { channel: thread }), /^## Not for you/);
    await answerTo(sam, sam.runs('/talk list', {}, { channel: 'agent' }), 'None yet');
    await answerTo(mia, mia.runs('/talk stop', {}, { channel: 'agent' }), 'There is no conversation here');
  });

  it('is listed six to a page', async () => {
    const list = await answerTo(mia, mia.runs('/talk list', {}, { channel: 'agent' }), 'Your conversations');
    expect(text(list).match(/● open|○ ended/g)).toHaveLength(6);
    await startTalk(mia, 'One more');
    const fresh = await answerTo(mia, mia.runs('/talk list', {}, { channel: 'agent' }), 'One more');
    await answerTo(mia, mia.clicks('Older', { message: fresh.id }), 'Newer');
  });

  it('can be quiet: answers arrive whole', async () => {
    const thread = await startTalk(mia, 'Hello');
    await answer(mia, thread);
    await runs(thread, '/talk quiet', "answers now appear once they're complete", { on: true });
    const { id } = await mia.posts('What can you do?', { channel: thread });
    const whole = await answer(mia, thread, id);
    expect(whole.edited_at ?? null).toBeNull();
  });
});

describe('a talk that cannot be opened', { tags: 'slow' }, () => {
  const threads = async () =>
    (await mia.channels()).filter(({ name, archived }) => name.startsWith('Open me') && !archived);
  const starts = (says: RegExp) =>
    answerTo(mia, mia.runs('/talk start', { message: 'Open me' }, { channel: 'agent' }), says);

  it('is refused by the name of the missing permission, and leaves no thread', async () => {
    const permission = 'SendMessagesInThreads';
    await world.actor.discord.fault('permission', { permission, allowed: false });
    await starts(/I need \*\*Send Messages in Threads\*\*/);
    await world.actor.discord.fault('permission', { permission, allowed: true });
    expect(await threads()).toEqual([]);
  });

  it('leaves no thread when its first message is refused, and can be started again', async () => {
    const posts = { method: 'POST', path: '/channels/*/messages', times: null };
    await world.actor.discord.fault('rest', { ...posts, kind: 'error', status: 502 });
    await starts(/couldn't write in the thread.*Nothing was sent to the agent/s);
    await world.actor.discord.fault('clear');
    expect(await threads()).toEqual([]);
    await starts(/Conversation started/);
    expect(await threads()).toHaveLength(1);
  });

  it('is opened even if the connection is reset at each of its first requests', async () => {
    for (const path of ['/channels/*/threads', '/channels/*/messages'])
      await world.actor.discord.fault('rest', { method: 'POST', path, kind: 'hang-up', after: true });
    const thread = find(await starts(/Conversation started/), /<#\d+>/).slice(2, -1);
    await answer(mia, thread);
    expect(await threads()).toHaveLength(2);
  });
});
