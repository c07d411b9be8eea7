import { afterEach, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/agents.js';
import { proveRequest } from '../../src/contract/proof.js';
import { joinVisitor, visitorCookie, visitorId, writeVisitor } from '../../src/contract/visitor.js';
import { voucherHeader, writeVoucher } from '../../src/contract/voucher.js';
import {
  type AgentWorld,
  createPuppet,
  type Ear,
  openAgentWorld,
  openConversation,
  post,
} from './agents-world.js';
import type { Person } from './http-world.js';

/** People without a linked wallet, for whom the bot signs. */

const secret = 'a secret of bot and service';
const price = { creditsPer1000Tokens: 10, maxTokensPerRun: 4_000 };
let world: AgentWorld;
let puppet: ReturnType<typeof createPuppet>;
const ears: Ear[] = [];

async function open(config: { botSecret?: string; visitors?: { each: number; all: number } } = {}) {
  puppet = createPuppet();
  world = await openAgentWorld({ brain: puppet.brain, price, config: { botSecret: secret, ...config } });
}
afterEach(async () => {
  for (const ear of ears.splice(0)) ear.close();
  await world.close();
});

/** A person without a wallet, as the bot presents them now. */
function visitor(name: string, signedWith = secret): Person {
  const person = world.person(name);
  const made_at = new Date(world.clock.now()).toISOString();
  person.cookies[visitorCookie] = writeVisitor(signedWith, { person: name, made_at });
  return person;
}
const earOf = async (person: Person, { id }: Conversation): Promise<Ear> => {
  const ear = await world.listen(person);
  ears.push(ear);
  await ear.subscribe(id);
  return ear;
};
const userIdOf = async (person: Person): Promise<string> => (await person.get('/api/users/me')).json().id;
const join = async (person: string, user_id: string, signedWith = secret) => {
  const body = { person, user_id, asked_at: new Date(world.clock.now()).toISOString() };
  const proof = proveRequest(signedWith, joinVisitor, body);
  return world.person('bot').post(joinVisitor.path, { ...body, proof });
};
const listed = async (person: Person): Promise<Conversation[]> =>
  (await person.get('/api/agents/conversations/')).json().data;
const codeOf = async (reply: Promise<{ json(): { code?: string } }>) => (await reply).json().code;

/** Asks, and waits for an answer of 2,000 tokens. */
async function asks(person: Person, conversation: Conversation, ear: Ear, question: string): Promise<string> {
  const { run } = (await post(person, conversation, question)).json();
  puppet.say({ kind: 'text', delta: `You asked: ${question}` }, { kind: 'usage', tokens: 2_000 });
  puppet.end();
  return (await ear.hears('agent_complete', run.id)).data.text;
}

test('a visitor is answered without an account, and pays nothing where members pay', async () => {
  await open();
  const vera = visitor('vera');
  const conversation = await openConversation(vera);
  expect(conversation.price).toBeNull();
  const ear = await earOf(vera, conversation);
  expect(await asks(vera, conversation, ear, 'Hello')).toBe('You asked: Hello');
  expect(ear.events.at(-1)).toMatchObject({ data: { usage: { credits: 0 } } });
  expect((await openConversation(world.alice)).price).toMatchObject({ credits_per_1000_tokens: 10 });
});

test('a visitor reaches conversations only, and none of another person', async () => {
  await open();
  const vera = visitor('vera');
  const { id } = await openConversation(vera);
  expect(await codeOf(vera.get('/api/users/credits'))).toBe('unauthenticated');
  expect(await codeOf(visitor('oscar').get(`/api/agents/conversations/${id}`))).toBe('not_found');
  expect(await codeOf(world.alice.get(`/api/agents/conversations/${id}`))).toBe('not_found');
});

test('a visitor is refused with a foreign signature or an old one', async () => {
  await open();
  expect(await codeOf(visitor('vera', 'another secret').get('/api/agents/conversations/'))).toBe(
    'unauthenticated',
  );
  const vera = visitor('vera');
  await world.clock.advance(6 * 60_000);
  expect(await codeOf(vera.get('/api/agents/conversations/'))).toBe('session_expired');
});

test('a service without the secret, or with a limit of 0, has no visitors', async () => {
  await open({ visitors: { each: 0, all: 600 } });
  expect(await codeOf(visitor('vera').post('/api/agent/default/conversations', {}))).toBe('unauthenticated');
  await world.close();
  puppet = createPuppet();
  world = await openAgentWorld({ brain: puppet.brain });
  expect(await codeOf(visitor('vera').post('/api/agent/default/conversations', {}))).toBe('unauthenticated');
});

test('each visitor has a limit an hour, and all of them together', async () => {
  await open({ visitors: { each: 2, all: 3 } });
  const vera = visitor('vera');
  const conversation = await openConversation(vera);
  const ear = await earOf(vera, conversation);
  await asks(vera, conversation, ear, 'one');
  await asks(vera, conversation, ear, 'two');
  const refused = (await post(vera, conversation, 'three')).json();
  expect(refused).toMatchObject({
    code: 'quota_exceeded',
    limit: { unit: 'answers', most: 2, period: 'hour' },
  });
  const oscar = visitor('oscar');
  const other = await openConversation(oscar);
  const hearing = await earOf(oscar, other);
  await asks(oscar, other, hearing, 'first');
  expect(await codeOf(post(oscar, other, 'second'))).toBe('quota_exceeded');
  await world.clock.advance(61 * 60_000);
  expect((await post(visitor('vera'), conversation, 'four')).statusCode).toBe(202);
  puppet.end();
});

test('the conversations of a visitor belong to their account once they linked a wallet, joined once or twice', async () => {
  await open();
  const vera = visitor('vera');
  const conversation = await openConversation(vera);
  await asks(vera, conversation, await earOf(vera, conversation), 'Hello');
  const userId = await userIdOf(world.alice);
  expect((await join('vera', userId)).json()).toEqual({ conversations: 1 });
  expect((await join('vera', userId)).json()).toEqual({ conversations: 0 });
  expect((await listed(world.alice)).map(({ id }) => id)).toContain(conversation.id);
  expect(await listed(vera)).toEqual([]);
  const ear = await earOf(world.alice, conversation);
  expect(await asks(world.alice, conversation, ear, 'Still there?')).toBe('You asked: Still there?');
});

test('an answer that is under way while the wallet is linked ends as it began', async () => {
  await open();
  const vera = visitor('vera');
  const conversation = await openConversation(vera);
  const ear = await earOf(vera, conversation);
  const { run } = (await post(vera, conversation, 'Hello')).json();
  puppet.say({ kind: 'text', delta: 'Hel' });
  await ear.hears('agent_response', run.id);
  const userId = await userIdOf(world.alice);
  await join('vera', userId);
  puppet.say({ kind: 'text', delta: 'lo' }, { kind: 'usage', tokens: 100 });
  puppet.end();
  expect((await ear.hears('agent_complete', run.id)).data).toMatchObject({
    text: 'Hello',
    usage: { credits: 0 },
  });
  expect((await world.alice.get('/api/users/credits')).json()).toMatchObject({ available: 50, held: 0 });
});

test('joining is refused without the secret, and to an account that does not exist', async () => {
  await open();
  const vera = visitor('vera');
  await openConversation(vera);
  expect((await join('vera', await userIdOf(world.alice), 'another secret')).json().code).toBe('forbidden');
  expect((await join('vera', 'usr_unknown')).json().code).toBe('not_found');
  expect((await join('vera', visitorId(secret, 'oscar'))).json().code).toBe('not_found');
  expect(await listed(vera)).toHaveLength(1);
});

test('blocks and quotas of a server count for visitors as well', async () => {
  await open();
  const vera = visitor('vera');
  const conversation = await openConversation(vera);
  const made_at = new Date(world.clock.now()).toISOString();
  const user_id = visitorId(secret, 'vera');
  const voucher = writeVoucher(secret, { user_id, person: 'vera', server: '1', groups: [], made_at });
  const body = { content: 'Hello', client_message_id: 'm1' };
  const asked = await vera.post(`/api/agents/conversations/${conversation.id}/messages`, body, {
    [voucherHeader]: voucher,
  });
  expect(asked.statusCode).toBe(202);
  puppet.end();
});
