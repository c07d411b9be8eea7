import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Statement } from 'better-sqlite3';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Conversation, Message, Run } from '../../src/contract/agents.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import {
  type AgentWorld,
  createPuppet,
  type Ear,
  openAgentWorld,
  openConversation,
  type Puppet,
  post,
  say,
} from './agents-world.js';
import { isOnPostgres } from './http-world.js';

let world: AgentWorld;
let puppet: Puppet;
let ear: Ear;
let conversation: Conversation;
let heard: unknown[];

async function begin(options: Parameters<typeof openAgentWorld>[0] = {}) {
  puppet = createPuppet();
  heard = [];
  const brain: typeof puppet.brain = (input) => {
    const { task, turnedDown, budgetTokens: budget, history } = input;
    heard.push({ task, turnedDown, budget, history });
    return puppet.brain(input);
  };
  world = await openAgentWorld({ brain, ...options });
  conversation = await openConversation(world.alice, { title: 'Foxes' });
  ear = await world.listen(world.alice);
  await ear.subscribe(conversation.id);
}
afterEach(async () => {
  ear.close();
  await world.close();
});

const text = (delta: string) => ({ kind: 'text', delta }) as const;
const at = (verb: string, id = conversation.id) => `/api/agents/conversations/${id}${verb}`;
const messages = async (): Promise<Message[]> => (await world.alice.get(at('/messages'))).json().data;
const answer = async (line: string, ...said: Parameters<Puppet['say']>) => {
  const { run } = await say(world.alice, conversation, line);
  puppet.say(...said);
  puppet.end();
  return { run, complete: await ear.hears('agent_complete', run.id) };
};
const go = (verb: string, id = `${verb}1`) => world.alice.post(at(verb), { client_message_id: id });
const credits = async () => (await world.alice.get('/api/users/credits')).json();

describe('a conversation', () => {
  test('is renamed, and keeps its title', async () => {
    await begin();
    const renamed = await world.alice.post(at('/rename'), { title: '  Wolves  ' });
    expect(renamed.json()).toMatchObject({ id: conversation.id, title: 'Wolves' });
    expect((await world.alice.get(at(''))).json().title).toBe('Wolves');
    for (const title of ['', '   ', 'x'.repeat(101)])
      expect((await world.alice.post(at('/rename'), { title })).statusCode).toBe(400);
    const mallory = await world.member('mallory');
    for (const verb of ['/rename', '/close', '/reopen', '/regenerate', '/continue'])
      expect((await mallory.post(at(verb), { title: 'Mine', client_message_id: 'x' })).statusCode).toBe(404);
    expect((await world.alice.get(at(''))).json()).toMatchObject({ title: 'Wolves', status: 'idle' });
  });

  test('is listed by page and by whether it is open', async () => {
    await begin();
    for (const title of ['b', 'c', 'd']) await openConversation(world.alice, { title });
    await world.alice.post(at('/close'));
    const list = async (query: string) => (await world.alice.get(at(`?${query}`, ''))).json();
    const first = await list('limit=2');
    expect(first).toMatchObject({ data: [{ title: 'd' }, { title: 'c' }], has_more: true });
    const second = await list(`limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ data: [{ title: 'b' }, { title: 'Foxes' }], has_more: false });
    expect((await list('status=closed')).data).toMatchObject([{ title: 'Foxes', status: 'closed' }]);
    expect((await list('status=open')).data).toHaveLength(3);
  });

  test('that is closed stops its answer, accepts nothing more, and reopens where it was', async () => {
    await begin();
    const { run } = await say(world.alice, conversation, 'tell me everything');
    puppet.say(text('First, '));
    await ear.hears('agent_response');
    expect((await world.alice.post(at('/close'))).json().status).toBe('closed');
    expect((await ear.hears('agent_complete', run.id)).data).toMatchObject({
      text: 'First, ',
      finish_reason: 'canceled',
    });
    expect((await world.alice.post(at('/close'))).json().status).toBe('closed');
    const refused = await post(world.alice, conversation, 'more?');
    expect(refused.json()).toMatchObject({ status: 403, detail: expect.stringContaining('Resume it') });
    expect((await world.alice.post(at('/reopen'))).json().status).toBe('idle');
    expect((await world.alice.post(at('/reopen'))).json().status).toBe('idle');
    puppet = createPuppet();
    expect((await post(world.alice, conversation, 'more?')).statusCode).toBe(202);
    expect((await messages()).map(({ content }) => content)).toEqual([
      'tell me everything',
      'First, ',
      'more?',
    ]);
  });
});

describe('regenerating', () => {
  test('answers the last message again; the first answer no longer counts', async () => {
    await begin();
    const first = await answer('hello', text('Hi'));
    const again = (await go('/regenerate')).json();
    expect(again.message).toMatchObject({ content: 'hello', role: 'user' });
    puppet.say(text('Hey'));
    puppet.end();
    await ear.hears('agent_complete', again.run.id);
    const all = await messages();
    expect(all.map(({ content, replaced_by }) => [content, replaced_by ?? null])).toEqual([
      ['hello', null],
      ['Hi', again.run.id],
      ['Hey', null],
    ]);
    expect(first.run.id).not.toBe(again.run.id);
    const asked = { task: 'answer', history: [{ role: 'user', content: 'hello' }] };
    expect(heard.at(-2)).toMatchObject({ ...asked, turnedDown: 0 });
    expect(heard.at(-1)).toMatchObject({ ...asked, turnedDown: 1 });
    const repeated: { run: Run } = (await go('/regenerate')).json();
    expect(repeated.run.id).toBe(again.run.id);
  });

  test('retries a failed answer', async () => {
    await begin();
    const { run } = await say(world.alice, conversation, 'hello');
    puppet.fail(new Error('broken'));
    await ear.hears('agent_error', run.id);
    const again: { run: Run } = (await go('/regenerate')).json();
    puppet.say(text('Here I am'));
    puppet.end();
    expect((await ear.hears('agent_complete', again.run.id)).data.text).toBe('Here I am');
  });

  test('needs a message and no answer in progress', async () => {
    await begin();
    expect((await go('/regenerate')).json()).toMatchObject({ status: 400 });
    await say(world.alice, conversation, 'hello');
    expect((await go('/regenerate')).json()).toMatchObject({ status: 409, code: 'conversation_busy' });
  });
});

describe('continuing', () => {
  test.each(['length', 'canceled'])('continues an answer that ended early: %s', async (reason) => {
    await begin();
    const { run } = await say(world.alice, conversation, 'count');
    puppet.say(text('one two'));
    await ear.hears('agent_response', run.id);
    if (reason === 'canceled') await world.alice.post(at(`/runs/${run.id}/cancel`));
    else puppet.say({ kind: 'cut' });
    puppet.end();
    expect((await ear.hears('agent_complete', run.id)).data.finish_reason).toBe(reason);
    puppet.clear();
    const more = (await go('/continue')).json();
    await eventually(() => expect(puppet.asked()).toBe(2));
    puppet.say(text(' three'));
    puppet.end();
    await ear.hears('agent_complete', more.run.id);
    expect((await messages()).map(({ content }) => content)).toEqual(['count', 'one two', ' three']);
    expect(heard.at(-1)).toMatchObject({
      task: 'continue',
      history: [{ content: 'count' }, { content: 'one two', finishReason: reason }],
    });
  });

  test.each(['stopped', 'failed'])('answers a message whose answer %s before its first word', async (how) => {
    await begin();
    await answer('hello', text('Hi'));
    const { run } = await say(world.alice, conversation, 'count');
    await eventually(() => expect(puppet.asked()).toBe(2));
    if (how === 'stopped') await world.alice.post(at(`/runs/${run.id}/cancel`));
    else puppet.fail(new Error('broken'));
    await ear.hears(how === 'stopped' ? 'agent_complete' : 'agent_error', run.id);
    puppet.clear();
    const more = (await go('/continue')).json();
    await eventually(() => expect(puppet.asked()).toBe(3));
    puppet.say(text('one two'));
    puppet.end();
    await ear.hears('agent_complete', more.run.id);
    expect((await messages()).map(({ content }) => content)).toEqual(['hello', 'Hi', 'count', 'one two']);
    expect(heard.at(-1)).toMatchObject({
      task: 'answer',
      history: [{ content: 'hello' }, { content: 'Hi' }, { content: 'count' }],
    });
  });

  test('is refused when the answer is complete', async () => {
    await begin();
    await answer('hello', text('Hi'));
    expect((await go('/continue')).json()).toMatchObject({
      status: 400,
      detail: 'The last answer is complete, so there is nothing to continue.',
    });
  });
});

describe('files', () => {
  const send = (attachments: object[]) =>
    world.alice.post(at('/messages'), { content: 'look', client_message_id: 'files', attachments });

  test('of text are read by the agent and left out of lists', async () => {
    await begin();
    const notes = { name: 'notes.txt', content_type: 'text/plain', text: 'a purple cow' };
    const picture = { name: 'a.png', content_type: 'image/png', upload_id: 'upl_1' };
    expect((await send([notes, picture])).statusCode).toBe(202);
    await eventually(() =>
      expect(heard).toMatchObject([{ history: [{ attachments: [{ text: 'a purple cow' }, picture] }] }]),
    );
    const [message] = await messages();
    expect(message?.attachments).toEqual([
      { name: 'notes.txt', content_type: 'text/plain', url: null },
      { ...picture, url: null },
    ]);
  });

  test.each([
    ['two sources', [{ name: 'a', url: 'https://x.example/a.png', upload_id: 'upl_1' }]],
    ['no source', [{ name: 'a' }]],
    ['a text that is too long', [{ name: 'a', text: 'x'.repeat(100_001) }]],
    ['texts too long together', Array.from({ length: 3 }, () => ({ name: 'a', text: 'x'.repeat(90_000) }))],
    ['eleven files', Array.from({ length: 11 }, () => ({ name: 'a', text: 'x' }))],
  ])('with %s are refused with a message, and nothing is posted', async (_, attachments) => {
    await begin();
    expect((await send(attachments)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await messages()).toEqual([]);
  });

  test('of 20 MB are refused before they are read', async () => {
    await begin();
    expect((await send([{ name: 'a', text: 'x'.repeat(20_000_000) }])).statusCode).toBe(413);
  });

  test('of the agent arrive with its answer', async () => {
    await begin();
    const attachment = {
      name: 'fox.glb',
      url: 'https://x.example/fox.glb',
      content_type: 'model/gltf-binary',
    };
    const { complete } = await answer('show me', { kind: 'attachment', attachment }, text('Here'));
    expect(complete.data.attachments).toEqual([attachment]);
    expect((await messages()).at(-1)?.attachments).toEqual([attachment]);
  });
});

test('50,000 characters, word by word, arrive whole and can be stopped', { tags: 'slow' }, async () => {
  await begin();
  const words = Array.from({ length: 2_500 }, (_, n) => `word number ${String(n).padStart(6, '0')} `);
  const { complete } = await answer('tell me a long story', ...words.map(text));
  expect(complete.data.text).toBe(words.join(''));
  const { run } = await say(world.alice, conversation, 'again');
  puppet.say(...words.map(text));
  await eventually(() =>
    expect(
      ear.events.filter(({ run_id, type }) => run_id === run.id && type === 'agent_response'),
    ).toHaveLength(2_500),
  );
  await world.alice.post(at(`/runs/${run.id}/cancel`));
  expect((await ear.hears('agent_complete', run.id)).data.text).toBe(words.join(''));
});

test('words that arrive while others are being stored are stored together', async () => {
  await begin();
  const { db } = world.context;
  let transactions = 0;
  const original = db.transaction;
  vi.spyOn(db, 'transaction').mockImplementation((...given) => {
    transactions += 1;
    return original(...given);
  });
  const words = Array.from({ length: 320 }, (_, n) => `${n} `);
  const { complete } = await answer('count', ...words.map(text));
  expect(complete.data.text).toBe(words.join(''));
  expect(ear.events.filter(({ type }) => type === 'agent_response')).toHaveLength(320);
  expect(transactions).toBeLessThan(30);
});

test('an endless answer is ended at the limit of a frame', async () => {
  await begin();
  const { run } = await say(world.alice, conversation, 'never stop');
  puppet.say(...Array.from({ length: 200 }, () => text('\u0001'.repeat(1_000))));
  const complete = await ear.hears('agent_complete', run.id);
  expect(complete.data).toMatchObject({ finish_reason: 'length' });
  expect(complete.data.text).toHaveLength(150_000);
});

test('a member with twenty running answers must wait for one to end', async () => {
  await begin();
  const talks = await Promise.all(Array.from({ length: 21 }, () => openConversation(world.alice)));
  const [last, ...others] = talks;
  for (const one of others) await say(world.alice, one, 'hello');
  if (!last) return;
  expect((await post(world.alice, last, 'hello')).json()).toMatchObject({
    status: 403,
    code: 'quota_exceeded',
  });
  const bob = await world.member('bob');
  expect((await post(bob, await openConversation(bob), 'hello')).statusCode).toBe(202);
});

test('the steps of an answer are deleted after a week; the answer and the gap are still reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-talks-'));
  const dbPath = join(folder, 'service.db');
  await begin({ dbPath });
  const old = await answer('hello', text('Hi '), text('there'));
  ear.close();
  await world.close();
  const { brain } = puppet;
  world = await openAgentWorld({ dbPath, brain, clock: manualClock(world.clock.now() + 8 * 86_400_000) });
  ear = await world.listen(world.alice);
  await eventually(async () => {
    await ear.subscribe(conversation.id);
    expect(ear.frames.at(-2)).toMatchObject({ type: 'subscribed', gap: true, from_seq: 3, replayed: 1 });
  });
  rmSync(folder, { recursive: true });
  await ear.hears('agent_complete', old.run.id);
  expect(ear.events.at(-1)).toMatchObject({ type: 'agent_complete', seq: 4 });
  const { run } = await say(world.alice, conversation, 'and now?');
  puppet.say(text('Now'));
  puppet.end();
  await ear.hears('agent_complete', run.id);
  expect((await messages()).map(({ content }) => content)).toEqual(['hello', 'Hi there', 'and now?', 'Now']);
});

test.skipIf(isOnPostgres)('streamed pieces of an answer are not synced to disk, its end is', async () => {
  await begin();
  const settings: unknown[] = [];
  const statement: Statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1'));
  const run = statement.run;
  const watched = vi.spyOn(statement, 'run').mockImplementation(function (this: Statement, ...values) {
    if (/INSERT INTO (?:agent_event|message)/.test(this.source))
      settings.push(this.database.pragma('synchronous', { simple: true }));
    return run.apply(this, values);
  });
  await answer('hello', text('Hi'));
  watched.mockRestore();
  const [full, normal] = [2, 1];
  expect(settings).toEqual([full, normal, normal, full, full]);
});

describe('an answer that costs credits', () => {
  const price = { creditsPer1000Tokens: 2, maxTokensPerRun: 10_000 };

  test('has them held first, is settled by usage, and returns the rest', async () => {
    await begin({ price });
    const { run } = await say(world.alice, conversation, 'hello');
    expect(await credits()).toMatchObject({ available: 30, held: 20 });
    puppet.say({ kind: 'usage', tokens: 2_000 }, text('Hi'), { kind: 'usage', tokens: -600 });
    puppet.end();
    expect((await ear.hears('agent_complete', run.id)).data.usage).toEqual({ credits: 3, tokens: 1_400 });
    expect(await credits()).toMatchObject({ available: 47, held: 0 });
    expect(heard).toMatchObject([{ budget: 10_000 }]);
  });

  test('never goes beyond the balance', async () => {
    await begin({ price, balance: 3 });
    const { run } = await say(world.alice, conversation, 'hello');
    expect(await credits()).toMatchObject({ available: 0, held: 3 });
    puppet.say(text('Hi'), { kind: 'usage', tokens: 900_000 });
    puppet.end();
    await ear.hears('agent_complete', run.id);
    expect(heard).toMatchObject([{ budget: 1_500 }]);
    expect(await credits()).toMatchObject({ available: 0, held: 0 });
  });

  test('is refused with a message when the member has no credits, and nothing is posted', async () => {
    await begin({ price, balance: 0 });
    expect((await post(world.alice, conversation, 'hello')).json()).toMatchObject({
      status: 402,
      code: 'insufficient_credits',
      detail: 'Talking to the agent costs 2 credits per 1,000 tokens, and you have 0. Use /buy to get more.',
    });
    expect(await messages()).toEqual([]);
    expect((await world.alice.get(at(''))).json().status).toBe('idle');
  });

  test('costs what it used when stopped, and nothing when it fails', async () => {
    await begin({ price });
    const stopped = await say(world.alice, conversation, 'hello');
    puppet.say({ kind: 'usage', tokens: 1_000 }, text('Hi'));
    await ear.hears('agent_response');
    await world.alice.post(at(`/runs/${stopped.run.id}/cancel`));
    expect((await ear.hears('agent_complete', stopped.run.id)).data.usage).toEqual({
      credits: 2,
      tokens: 1_000,
    });
    expect(await credits()).toMatchObject({ available: 48, held: 0 });
    puppet.end();
    puppet.clear();
    const failed = await say(world.alice, conversation, 'and now?');
    puppet.say({ kind: 'usage', tokens: 5_000 }, text('So'));
    puppet.fail(new Error('broken'));
    await ear.hears('agent_error', failed.run.id);
    expect(await credits()).toMatchObject({ available: 48, held: 0 });
  });
});
