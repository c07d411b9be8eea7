import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src/base/errors.js';
import type { Conversation, Message } from '../../src/contract/agents.js';
import type { AgentEvent } from '../../src/contract/events.js';
import { createEmbeddedBrain } from '../../src/service/agents/embedded/index.js';
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

let world: AgentWorld;
let puppet: Puppet;
let ear: Ear;
let conversation: Conversation;
const folders: string[] = [];

/** Alice in a new conversation, subscribed, with a brain that the test controls. */
async function begin(options: Parameters<typeof openAgentWorld>[0] = {}) {
  puppet = createPuppet();
  world = await openAgentWorld({ brain: puppet.brain, ...options });
  conversation = await openConversation(world.alice, { title: 'Foxes' });
  ear = await world.listen(world.alice);
  await ear.subscribe(conversation.id);
}
const newDatabase = () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-agents-'));
  folders.push(folder);
  return join(folder, 'service.db');
};
afterEach(async () => {
  ear.close();
  await world.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const text = (delta: string) => ({ kind: 'text', delta }) as const;
const messages = async (afterSeq = 0, limit = 100): Promise<Message[]> =>
  (
    await world.alice.get(
      `/api/agents/conversations/${conversation.id}/messages?after_seq=${afterSeq}&limit=${limit}`,
    )
  ).json().data;
const cancel = (runId: string) =>
  world.alice.post(`/api/agents/conversations/${conversation.id}/runs/${runId}/cancel`);
const seqs = (events: readonly AgentEvent[]) => events.map(({ seq }) => seq);

describe('an answer', () => {
  test('streams in order with offsets and completes with the whole text', async () => {
    await begin();
    const { run, message } = await say(world.alice, conversation, 'hello');
    expect(message).toMatchObject({ role: 'user', content: 'hello', run_id: run.id, seq: 1 });
    const tool = { name: 'read_credits', status: 'started' } as const;
    puppet.say({ kind: 'progress', step: 'look', label: 'Looking', tool }, text('Hi 🦊 '), text('there'));
    puppet.end();
    const complete = await ear.hears('agent_complete');
    expect(seqs(ear.events)).toEqual([1, 2, 3, 4, 5]);
    expect(ear.events.map(({ type }) => type)).toEqual([
      ...['agent_progress', 'agent_progress', 'agent_response', 'agent_response', 'agent_complete'],
    ]);
    const deltas = ear.events.filter((event) => event.type === 'agent_response').map(({ data }) => data);
    expect(deltas.map(({ text_offset, delta }) => [text_offset, delta])).toEqual([
      [0, 'Hi 🦊 '],
      ['Hi 🦊 '.length, 'there'],
    ]);
    expect(complete.data).toMatchObject({
      message_id: deltas[0]?.message_id,
      text: 'Hi 🦊 there',
      finish_reason: 'stop',
    });
    expect((await messages()).map(({ id, role, content }) => [id, role, content])).toEqual([
      [message.id, 'user', 'hello'],
      [complete.data.message_id, 'agent', 'Hi 🦊 there'],
    ]);
    const after = (await world.alice.get(`/api/agents/conversations/${conversation.id}`)).json();
    expect(after).toMatchObject({ status: 'idle', last_seq: 5, title: 'Foxes' });
  });

  test('without text still completes in its place', async () => {
    await begin();
    await say(world.alice, conversation, 'hello');
    puppet.end();
    expect((await ear.hears('agent_complete')).data.text).toBe('');
    expect((await messages()).map(({ role }) => role)).toEqual(['user', 'agent']);
  });

  test('cut by a length limit says so', async () => {
    await begin();
    await say(world.alice, conversation, 'hello');
    puppet.say(text('Once upon'), { kind: 'cut' });
    puppet.end();
    expect((await ear.hears('agent_complete')).data.finish_reason).toBe('length');
  });

  test('that fails gives the reason and whether to retry', async () => {
    await begin();
    await say(world.alice, conversation, 'hello');
    puppet.say(text('So '));
    puppet.fail(new AppError('provider_error', 'The model did not answer.'));
    const failed = await ear.hears('agent_error');
    expect(failed.data).toMatchObject({
      code: 'provider_error',
      detail: 'The model did not answer.',
      retryable: true,
    });
    const second = await say(world.alice, conversation, 'again?');
    puppet.fail(new Error('secret internals'));
    const broken = await ear.hears('agent_error', second.run.id);
    expect(JSON.stringify(broken.data)).not.toContain('secret');
    puppet.end();
    await say(world.alice, conversation, 'and now?');
    await ear.hears('agent_complete');
  });

  test('that never arrives fails after two minutes', async () => {
    await begin();
    await say(world.alice, conversation, 'hello');
    await ear.hears('agent_progress');
    await world.clock.advance(121_000);
    expect((await ear.hears('agent_error')).data).toMatchObject({ retryable: true });
  });
});

describe('one answer at a time', () => {
  test('a second message is refused as busy, a repeated one returns the first answer', async () => {
    await begin();
    const first = (await post(world.alice, conversation, 'hello', 'same')).json();
    expect((await post(world.alice, conversation, 'more')).json()).toMatchObject({
      status: 409,
      code: 'conversation_busy',
    });
    const repeated = (await post(world.alice, conversation, 'hello', 'same')).json();
    expect(repeated.message).toEqual(first.message);
    expect(repeated.run.id).toBe(first.run.id);
    puppet.end();
    await ear.hears('agent_complete');
    const late = (await post(world.alice, conversation, 'hello', 'same')).json();
    expect(late.run).toMatchObject({ id: first.run.id, status: 'completed' });
    expect(await messages()).toHaveLength(2);
  });

  test('two simultaneous posts start one run', async () => {
    await begin();
    const replies = await Promise.all([
      post(world.alice, conversation, 'a'),
      post(world.alice, conversation, 'b'),
    ]);
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409]);
  });

  test('other conversations continue meanwhile', async () => {
    await begin({
      brain: createEmbeddedBrain({ paceMs: 0, clock: { now: () => 0, sleep: async () => {} } }),
    });
    const many = await Promise.all(Array.from({ length: 20 }, () => openConversation(world.alice)));
    for (const { id } of many) await ear.subscribe(id);
    for (const one of many) await say(world.alice, one, 'what can you do?');
    await eventually(() =>
      expect(ear.events.filter(({ type }) => type === 'agent_complete')).toHaveLength(20),
    );
  });
});

describe('stopping', () => {
  test('a running answer keeps the text so far and drops the rest', async () => {
    await begin();
    const { run } = await say(world.alice, conversation, 'tell me everything');
    puppet.say(text('First, '));
    await ear.hears('agent_response');
    expect((await cancel(run.id)).json()).toMatchObject({ id: run.id, status: 'canceled' });
    puppet.say(text('second'));
    puppet.end();
    const complete = await ear.hears('agent_complete');
    expect(complete.data).toMatchObject({ text: 'First, ', finish_reason: 'canceled' });
    expect((await cancel(run.id)).json().status).toBe('canceled');
    expect((await messages()).map(({ content }) => content)).toEqual(['tell me everything', 'First, ']);
    expect(ear.events.filter(({ type }) => type === 'agent_complete')).toHaveLength(1);
    expect((await post(world.alice, conversation, 'next')).statusCode).toBe(202);
  });

  test('a queued answer never starts', async () => {
    await begin({ maxRuns: 1 });
    await say(world.alice, conversation, 'first');
    await ear.hears('agent_progress');
    const other = await openConversation(world.alice);
    const { run } = await say(world.alice, other, 'second');
    const url = `/api/agents/conversations/${other.id}/runs/${run.id}/cancel`;
    expect((await world.alice.post(url)).json().status).toBe('canceled');
    await ear.subscribe(other.id);
    await ear.hears('agent_complete', run.id);
    expect(ear.events.filter(({ run_id }) => run_id === run.id)).toHaveLength(1);
  });

  test('a finished answer stays finished', async () => {
    await begin();
    const { run } = await say(world.alice, conversation, 'hello');
    puppet.end();
    await ear.hears('agent_complete');
    expect((await cancel(run.id)).json().status).toBe('completed');
    expect((await cancel('run_nobody')).statusCode).toBe(404);
  });
});

describe('replay', () => {
  test('from any position gives exactly the rest while the answer continues', async () => {
    await begin();
    await say(world.alice, conversation, 'count');
    puppet.say(...['one ', 'two ', 'three '].map(text));
    await eventually(() => expect(ear.events).toHaveLength(4));
    for (const from of [0, 1, 2, 3, 4]) {
      const other = await world.listen(world.alice);
      const subscribed = await other.subscribe(conversation.id, from);
      expect(subscribed).toMatchObject({ from_seq: from, replayed: 4 - from, gap: false });
      await eventually(() => expect(seqs(other.events)).toEqual([1, 2, 3, 4].slice(from)));
      other.close();
    }
    const late = await world.listen(world.alice);
    await late.subscribe(conversation.id, 2);
    puppet.say(text('four'));
    puppet.end();
    await late.hears('agent_complete');
    expect(seqs(late.events)).toEqual([3, 4, 5, 6]);
    late.close();
  });

  test('from an unknown position reports a gap', async () => {
    await begin();
    expect(await ear.subscribe(conversation.id, 99)).toMatchObject({ gap: true, from_seq: 0, replayed: 0 });
  });

  test('messages after a position are the unseen ones, page by page', async () => {
    await begin();
    for (const line of ['a', 'b', 'c']) {
      const { run } = await say(world.alice, conversation, line);
      puppet.say(text(line.toUpperCase()));
      puppet.end();
      await ear.hears('agent_complete', run.id);
    }
    const all = await messages();
    expect(all.map(({ content }) => content).join('')).toBe('aAbBcC');
    expect(await messages(all[1]?.seq)).toEqual(all.slice(2));
    const paged: Message[] = [];
    for (let page = await messages(0, 1); page[0]; page = await messages(page[0].seq, 1)) paged.push(page[0]);
    expect(paged).toEqual(all);
  });
});

describe('ownership of a conversation', () => {
  test("another member's conversation is not found by any request", async () => {
    await begin();
    const { run } = await say(world.alice, conversation, 'private');
    const bob = await world.member('bob');
    const path = `/api/agents/conversations/${conversation.id}`;
    for (const reply of [
      await bob.get(path),
      await bob.get(`${path}/messages`),
      await post(bob, conversation, 'hi'),
      await bob.post(`${path}/runs/${run.id}/cancel`),
    ])
      expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await bob.get('/api/agents/conversations/')).json().data).toEqual([]);
    const spy = await world.listen(bob);
    expect(await spy.subscribe(conversation.id)).toMatchObject({ type: 'refused' });
    puppet.end();
    await ear.hears('agent_complete');
    expect(spy.events).toEqual([]);
    spy.close();
  });

  test('own conversations are listed newest first, and opened once per key', async () => {
    await begin();
    const headers = { 'idempotency-key': 'k' };
    const open = () => world.alice.post('/api/agent/default/conversations', {}, headers);
    const [one, same] = [(await open()).json(), (await open()).json()];
    expect(same.id).toBe(one.id);
    const list = (await world.alice.get('/api/agents/conversations/?limit=1')).json();
    expect(list).toMatchObject({ data: [{ id: one.id }], has_more: true });
    const rest = await world.alice.get(`/api/agents/conversations/?cursor=${list.next_cursor}`);
    expect(rest.json().data).toMatchObject([{ id: conversation.id }]);
  });

  test.each([
    ['nothing', { content: '  ', client_message_id: 'a' }, 'content'],
    ['10,000 characters', { content: 'x'.repeat(10_000), client_message_id: 'a' }, 'content'],
    ['no client id', { content: 'hi' }, 'client_message_id'],
  ])('%s is rejected as a message', async (_, body, path) => {
    await begin();
    const reply = await world.alice.post(`/api/agents/conversations/${conversation.id}/messages`, body);
    expect(reply.json()).toMatchObject({ status: 400, errors: [{ path }] });
    expect(await messages()).toEqual([]);
  });
});

describe('after a restart', () => {
  test('following an orderly stop, the next process answers', async () => {
    const dbPath = newDatabase();
    await begin({ dbPath });
    await say(world.alice, conversation, 'hello');
    puppet.say(text('Half a'));
    await ear.hears('agent_response');
    await world.close();
    puppet = createPuppet();
    world = await openAgentWorld({ dbPath, brain: puppet.brain });
    ear = await world.listen(world.alice);
    await ear.subscribe(conversation.id);
    puppet.say(text('A whole answer'));
    puppet.end();
    const complete = await ear.hears('agent_complete');
    expect(complete.data.text).toBe('A whole answer');
    expect(seqs(ear.events)).toEqual(ear.events.map((_, at) => at + 1));
    expect(
      new Set(ear.events.flatMap(({ data }) => ('message_id' in data ? data.message_id : []))).size,
    ).toBe(1);
    expect((await messages()).map(({ content }) => content)).toEqual(['hello', 'A whole answer']);
  });

  test('following a kill, the next process takes over and the old one can no longer write', async () => {
    const dbPath = newDatabase();
    await begin({ dbPath });
    await say(world.alice, conversation, 'hello');
    puppet.say(text('dead '));
    await ear.hears('agent_response');
    const [dead, deadPuppet, deadEar] = [world, puppet, ear];
    puppet = createPuppet();
    const clock = manualClock(dead.clock.now() + 60_000);
    world = await openAgentWorld({ dbPath, brain: puppet.brain, clock });
    ear = await world.listen(world.alice);
    await ear.subscribe(conversation.id, 2);
    await ear.hears('agent_progress');
    deadPuppet.say(text('and back'));
    deadPuppet.end();
    puppet.say(text('alive'));
    puppet.end();
    expect((await ear.hears('agent_complete')).data.text).toBe('alive');
    expect((await messages()).map(({ content }) => content)).toEqual(['hello', 'alive']);
    deadEar.close();
    await dead.close();
  });

  test('a run that kills every process is given up and can be retried', async () => {
    const dbPath = newDatabase();
    await begin({ dbPath });
    await say(world.alice, conversation, 'poison');
    await ear.hears('agent_progress');
    const dead: AgentWorld[] = [world];
    const ears: Ear[] = [ear];
    let heard = 1;
    for (let death = 1; death <= 3; death += 1) {
      const clock = manualClock(world.clock.now() + 60_000);
      world = await openAgentWorld({ dbPath, brain: createPuppet().brain, clock });
      ear = await world.listen(world.alice);
      await ear.subscribe(conversation.id, heard);
      await eventually(() => expect(ear.events).toHaveLength(1));
      // Well above any sequence number that the dead process may have sent and a power cut may have lost.
      expect(ear.events[0]?.seq).toBeGreaterThan(heard + 1_000);
      heard = ear.events[0]?.seq ?? 0;
      if (death < 3) {
        dead.push(world);
        ears.push(ear);
      }
    }
    expect(ear.events).toMatchObject([{ type: 'agent_error', data: { retryable: true } }]);
    expect((await post(world.alice, conversation, 'again')).statusCode).toBe(202);
    for (const one of ears) one.close();
    for (const one of dead) await one.close();
  });
});

describe('the embedded agent', () => {
  const talk = (options = {}) =>
    begin({
      brain: createEmbeddedBrain({ paceMs: 0, clock: { now: () => 0, sleep: async () => {} } }),
      ...options,
    });
  const answerTo = async (line: string) => {
    const { run } = await say(world.alice, conversation, line);
    return (await ear.hears('agent_complete', run.id)).data.text;
  };

  test('plans a character, remembers it and proposes a command it cannot run itself', async () => {
    await talk();
    const first = await answerTo('make a red fox with a blue scarf');
    expect(first).toContain('`/rig text prompt:a red fox with a blue scarf`');
    expect(first).toContain('**10 credits**');
    expect(first).toContain('You have 50');
    const tools = ear.events.flatMap((event) =>
      event.type === 'agent_progress' ? (event.data.tool ?? []) : [],
    );
    expect(tools).toEqual([
      { name: 'propose_generation', status: 'started' },
      { name: 'propose_generation', status: 'finished' },
    ]);
    expect(await answerTo('make it green')).toContain('`a green fox with a blue scarf`');
    expect(await answerTo('what is my balance?')).toContain('**50 credits**');
    const order = await answerTo('yes, just do it and spend my credits');
    expect(order).toContain('/rig text');
    expect(await answerTo('do it')).toContain("I can't spend your credits");
  });

  const cards = () => ear.events.flatMap((event) => (event.type === 'agent_proposal' ? [event.data] : []));
  const accept = async ({ id }: { id: string }) =>
    (await world.alice.post(`/api/agents/conversations/${conversation.id}/proposals/${id}/accept`)).json();

  test('gives another version, or the next passage, when asked for another answer', async () => {
    await talk();
    await answerTo('make a red fox');
    const again = async (id: string) => {
      const path = `/api/agents/conversations/${conversation.id}/regenerate`;
      const { run } = (await world.alice.post(path, { client_message_id: id })).json();
      return (await ear.hears('agent_complete', run.id)).data.text;
    };
    await again('once');
    await again('twice');
    const made = ear.events.flatMap((event) =>
      event.type === 'agent_proposal' && event.data.status === 'open' ? [event.data.generation?.seed] : [],
    );
    expect(made).toEqual([null, 1, 2]);
    const passage = await answerTo('do you support blender?');
    expect(await again('thrice')).not.toBe(passage);
  });

  test('names the missing credits when there are too few, with a card to buy them', async () => {
    await talk({ balance: 4 });
    expect(await answerTo('make a bear')).toContain('you need 6 more. Get them with `/buy`');
    expect(cards()).toMatchObject([
      { kind: 'generation', generation: { credits: 10 } },
      { kind: 'top_up', top_up: { pack_id: 'small', credits: 100 }, title: 'Buy 100 credits' },
    ]);
  });

  test('shows packs, and the second of them as a card that buys nothing by itself', async () => {
    await talk();
    expect(await answerTo('which packs are there?')).toContain('2. **Large**: 500 credits for 0.08 SOL');
    expect(await answerTo('the second one')).toContain('**Large** is **500 credits**');
    const [card] = cards();
    expect(card).toMatchObject({ kind: 'top_up', top_up: { pack_id: 'large' } });
    if (!card) return;
    expect(await accept(card)).toMatchObject({ proposal: { status: 'accepted' }, generation: null });
    expect(await accept(card)).toMatchObject({ proposal: { status: 'accepted' }, generation: null });
    expect((await world.alice.get('/api/users/credits')).json()).toMatchObject({ available: 50, held: 0 });
  });

  test('offers no packs when nothing is for sale', async () => {
    await talk({ balance: 4, isNothingSold: true });
    await answerTo('make a bear');
    expect(cards().map(({ kind }) => kind)).toEqual(['generation']);
    expect(await answerTo('buy 500 credits')).toBe('Nothing is for sale here right now.');
  });

  test('knows whether its card was confirmed', async () => {
    await talk();
    await answerTo('make a bear');
    expect(await answerTo('do it')).toContain('press the button on the card for `a bear` above');
    const [card] = cards();
    if (card) await accept(card);
    expect(await answerTo('do it')).toContain("You've already started `a bear`");
    expect(await answerTo('is it done?')).toContain('`a bear`: waiting, number 1 in the queue');
  });

  test('gives ideas, takes one, and says which words will have no effect', async () => {
    await talk();
    const ideas = await answerTo('any ideas?');
    const second = /2\. `(.+)`/.exec(ideas)?.[1];
    expect(await answerTo('the second one')).toContain(`I'd make \`${second}\``);
    expect(await answerTo('make a red fox with a flibbertigibbet')).toContain(
      "I can't show `flibbertigibbet`",
    );
  });

  test('continues where it was stopped', async () => {
    await talk({ brain: createEmbeddedBrain({ paceMs: 1_000, clock: manualClock() }) });
    const { run } = await say(world.alice, conversation, 'what can you do?');
    const said = (await ear.hears('agent_response', run.id)).data.delta;
    await cancel(run.id);
    await ear.hears('agent_complete', run.id);
    const path = `/api/agents/conversations/${conversation.id}/continue`;
    const more = (await world.alice.post(path, { client_message_id: 'more' })).json();
    const next = (await ear.hears('agent_response', more.run.id)).data;
    expect(next).toMatchObject({ text_offset: 0 });
    expect(`I help you make rigged 3D characters here.`).toContain((said + next.delta).trim().slice(0, 40));
  });

  test('a prompt cannot break out of its code span', async () => {
    await talk();
    const answer = await answerTo('make a fox` @everyone [win](https://evil.test) ```\n# big');
    const spans = answer.split('`').filter((_, at) => at % 2 === 1);
    expect(spans.some((span) => span.includes('fox'))).toBe(true);
    expect(answer).not.toContain('@everyone');
    expect(
      answer
        .split('`')
        .filter((_, at) => at % 2 === 0)
        .join(''),
    ).not.toMatch(/everyone|evil/);
  });

  test('streams exactly the text it completes with', async () => {
    await talk();
    const whole = await answerTo('what can you do?');
    let streamed = '';
    for (const event of ear.events)
      if (event.type === 'agent_response') {
        expect(event.data.text_offset).toBe(streamed.length);
        streamed += event.data.delta;
      }
    expect(streamed).toBe(whole);
  });
});
