import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Conversation, Message } from '../../src/contract/agents.js';
import type { Brain } from '../../src/service/agents/brain.js';
import { type AgentWorld, type Ear, openAgentWorld, openConversation, post } from './agents-world.js';
import type { Person } from './http-world.js';

/** Versions of an answer, and conversations that branch off at one. */

let world: AgentWorld;
let ear: Ear;
let conversation: Conversation;
let answers = 0;

/** Numbers its answers, and says which of its earlier ones it was shown. */
const brain: Brain = async function* ({ history }) {
  answers += 1;
  const known = history.flatMap(({ role, content }) =>
    role === 'agent' ? [/#\d+/.exec(content)?.[0] ?? ''] : [],
  );
  yield { kind: 'text', delta: `answer #${answers} after [${known.join(' ')}]` };
};

beforeEach(async () => {
  answers = 0;
  world = await openAgentWorld({ brain });
  conversation = await openConversation(world.alice, { title: 'Foxes' });
  ear = await world.listen(world.alice);
  await ear.subscribe(conversation.id);
});
afterEach(async () => {
  ear.close();
  await world.close();
});

const path = (rest: string, { id } = conversation) => `/api/agents/conversations/${id}/${rest}`;
const ended = async (reply: ReturnType<Person['post']>): Promise<{ runId: string; text: string }> => {
  const { run } = (await reply).json();
  return { runId: run.id, text: (await ear.hears('agent_complete', run.id)).data.text };
};
const asks = (content: string) => ended(post(world.alice, conversation, content));
let presses = 0;
const again = () => {
  presses += 1;
  return ended(world.alice.post(path('regenerate'), { client_message_id: `again${presses}` }));
};
const choose = async (number: number, person = world.alice) =>
  (await person.post(path('version'), { number })).json();
const branch = async (run_id: string, person = world.alice, key = 'b1') =>
  (await person.post(path('branches'), { run_id, title: 'Another fox' }, { 'idempotency-key': key })).json();
const contentsOf = async ({ id }: { id: string }): Promise<string[]> =>
  (await world.alice.get(`/api/agents/conversations/${id}/messages`))
    .json()
    .data.map((one: Message) => one.content);

test('an earlier version of an answer is chosen, and the conversation continues from it', async () => {
  const first = await asks('a fox');
  await again();
  expect(await choose(1)).toMatchObject({ number: 1, versions: 2, message: { content: first.text } });
  expect((await asks('and then?')).text).toBe('answer #3 after [#1]');
});

test('without a choice it continues from the newest version; choosing twice changes nothing', async () => {
  await asks('a fox');
  await again();
  await choose(2);
  await choose(2);
  expect((await asks('and then?')).text).toBe('answer #3 after [#2]');
});

test('a version is counted from one, and made from a chosen one it is the last', async () => {
  await asks('a fox');
  await again();
  await choose(1);
  await again();
  expect(await choose(3)).toMatchObject({ versions: 3 });
  expect((await choose(4)).code).toBe('not_found');
  expect((await choose(0)).code).toBe('invalid_request');
});

test('only the versions of the newest answer can be chosen, and by their owner', async () => {
  await asks('a fox');
  await again();
  await asks('and then?');
  expect((await choose(2)).code).toBe('not_found');
  expect((await choose(1, await world.member('bob'))).code).toBe('not_found');
});

test('a branch begins with everything up to its answer, and both continue apart', async () => {
  const first = await asks('a fox');
  await asks('in blue');
  const made = await branch(first.runId);
  expect(made).toMatchObject({ title: 'Another fox', last_seq: 2, status: 'idle' });
  expect(await contentsOf(made)).toEqual(['a fox', first.text]);
  await ear.subscribe(made.id, made.last_seq);
  expect((await ended(post(world.alice, made, 'in red'))).text).toBe('answer #3 after [#1]');
  expect(await contentsOf(conversation)).toHaveLength(4);
});

test('a branch carries the version it was made from', async () => {
  const first = await asks('a fox');
  const second = await again();
  expect(await contentsOf(await branch(second.runId))).toEqual(['a fox', second.text]);
  await choose(1);
  expect(await contentsOf(await branch(first.runId, world.alice, 'b2'))).toEqual(['a fox', first.text]);
});

test('a repeated request makes one branch; of another member or an unknown answer it is refused', async () => {
  const { runId } = await asks('a fox');
  const [one, same] = [await branch(runId), await branch(runId)];
  expect(same.id).toBe(one.id);
  expect((await branch(runId, await world.member('bob'), 'b3')).code).toBe('not_found');
  expect((await branch('run_unknown', world.alice, 'b4')).code).toBe('not_found');
});
