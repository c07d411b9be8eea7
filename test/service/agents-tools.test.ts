import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/agents.js';
import type { Proposal } from '../../src/contract/proposals.js';
import type { CallOutcome, McpCall } from '../../src/service/agents/mcp/call.js';
import type { McpServers } from '../../src/service/agents/mcp/servers.js';
import { manualClock } from '../support/clock.js';
import { eventually } from '../support/eventually.js';
import {
  type AgentWorld,
  createPuppet,
  type Ear,
  openAgentWorld,
  openConversation,
  post,
} from './agents-world.js';

/** Tools of the operator that a person lets run. */

const puppet = createPuppet();
let world: AgentWorld;
let conversation: Conversation;
let ear: Ear;
let calls: McpCall[];
let answerCall: (outcome: CallOutcome) => void;
let outcome: Promise<CallOutcome>;

const mcp: McpServers = {
  tools: () => [],
  start: () => undefined,
  stop: async () => undefined,
  call(asked) {
    calls.push(asked);
    return outcome;
  },
};
const request = { server: 'tables', tool: 'book', input: { place: 'Oslo' } };
const clock = manualClock();

beforeEach(async () => {
  calls = [];
  outcome = new Promise((resolve) => {
    answerCall = resolve;
  });
  world = await openAgentWorld({ brain: puppet.brain, mcp, clock });
  conversation = await openConversation(world.alice);
  ear = await world.listen(world.alice);
  await ear.subscribe(conversation.id);
});
afterEach(async () => {
  answerCall({ status: 'done', text: '' });
  ear.close();
  await world.close();
});

async function offer(): Promise<Proposal> {
  await post(world.alice, conversation, 'book a table');
  puppet.say({
    kind: 'proposal',
    proposal: {
      kind: 'tool',
      title: 'Run Book a table',
      request,
      tool: { server: 'tables', name: 'book', label: 'Book a table', input: '{"place":"Oslo"}' },
    },
  });
  puppet.end();
  await ear.hears('agent_complete');
  return (await ear.hears('agent_proposal')).data;
}
const pathOf = ({ id }: Proposal, verb = '') =>
  `/api/agents/conversations/${conversation.id}/proposals/${id}${verb}`;
const press = async (proposal: Proposal, verb = '/accept', person = world.alice) =>
  (await person.post(pathOf(proposal, verb))).json();
const read = async (proposal: Proposal): Promise<Proposal> =>
  (await world.alice.get(pathOf(proposal))).json();

test('runs once, however often the button is pressed, and its outcome comes as an event', async () => {
  const proposal = await offer();
  expect(proposal).toMatchObject({ status: 'open', tool: { outcome: null } });
  expect(calls).toEqual([]);
  const presses = await Promise.all([1, 2, 3].map(() => press(proposal)));
  for (const one of presses)
    expect(one).toMatchObject({ proposal: { status: 'accepted' }, generation: null });
  expect(calls).toEqual([request]);
  answerCall({ status: 'done', text: 'table 4' });
  const told = await eventually(() => {
    const last = ear.events.findLast(({ type }) => type === 'agent_proposal');
    expect(last?.data).toMatchObject({ tool: { outcome: { status: 'done', text: 'table 4' } } });
    return last;
  });
  expect(told?.data).toEqual(await read(proposal));
  await press(proposal);
  expect(calls).toHaveLength(1);
});

test('never runs when it is declined or another member presses', async () => {
  const declined = await offer();
  const bob = await world.member('bob');
  expect(await press(declined, '/accept', bob)).toMatchObject({ status: 404 });
  await press(declined, '/dismiss');
  expect(await press(declined)).toMatchObject({ status: 404 });
  expect(calls).toEqual([]);
});

test('whose process ended before it answered has an unknown outcome, and is not run again', async () => {
  const proposal = await offer();
  await press(proposal);
  await clock.advance(200_000);
  expect((await read(proposal)).tool?.outcome).toBeNull();
  await clock.advance(200_000);
  await eventually(async () =>
    expect((await read(proposal)).tool?.outcome).toMatchObject({ status: 'unknown' }),
  );
  answerCall({ status: 'done', text: 'too late' });
  await press(proposal);
  expect((await read(proposal)).tool?.outcome).toMatchObject({ status: 'unknown' });
  expect(calls).toHaveLength(1);
});
