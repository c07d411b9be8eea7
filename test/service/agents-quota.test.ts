import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Conversation } from '../../src/contract/agents.js';
import { voucherHeader, writeVoucher } from '../../src/contract/voucher.js';
import { createFeatures, type ModelSettings } from '../../src/service/features.js';
import { quotas } from '../../src/service/moderation/quotas.js';
import { openModelServer } from './agents-model-server.js';
import { type Ear, openConversation, openEar } from './agents-world.js';
import { openWorld, type Person, type World } from './http-world.js';

/** Limits of tokens a day, with the agent that a server talks to. */

const secret = 'a secret of bot and service';
let world: World;
let alice: Person;
let ear: Ear;
let conversation: Conversation;
let said = 0;

async function begin(mostTokens: number, model: ModelSettings | null): Promise<void> {
  world = await openWorld({
    config: { welcomeCredits: 50, botSecret: secret },
    plug: (context) => createFeatures(context, { imageHosts: [], model }),
  });
  const address = await world.listen();
  alice = world.person('alice');
  await alice.signIn();
  conversation = await openConversation(alice);
  ear = await openEar(address, alice);
  await ear.subscribe(conversation.id);
  const rule = { scope: 'everyone', subject: '', unit: 'tokens', period: 'day', most: mostTokens } as const;
  await world.context.db.transaction((t) => quotas.set(t, '1', rule));
}
beforeEach(() => {
  said = 0;
});
afterEach(async () => {
  ear.close();
  await world.close();
});

/** A message that the bot sends for alice, from a server. @returns the answer's text, or the code of a refusal */
async function says(content: string, server: string | null = '1'): Promise<string> {
  const { id: user_id } = (await alice.get('/api/users/me')).json();
  const made_at = new Date(world.clock.now()).toISOString();
  const voucher = { user_id, person: 'alice', server, groups: [], made_at };
  said += 1;
  const reply = await alice.post(
    `/api/agents/conversations/${conversation.id}/messages`,
    { content, client_message_id: `m${said}` },
    { [voucherHeader]: writeVoucher(secret, voucher) },
  );
  const { run, code } = reply.json();
  if (!run) return code;
  await world.clock.advance(5_000);
  return (await ear.hears('agent_complete', run.id)).data.text;
}
const used = async () => {
  const present = { server: '1', person: 'alice', groups: [] };
  return (await quotas.useOf(world.context.db, present, world.clock.now())).map((use) => use.used);
};

test('a model counts the tokens it reports, and the first answer over the limit is refused', async () => {
  const server = await openModelServer(() => ({ text: 'Good day.', totalTokens: 4_200 }));
  const price = { creditsPer1000Tokens: 0, maxTokensPerRun: 40_000 };
  await begin(5_000, { url: server.url, model: 'llama', key: undefined, price });
  expect(await says('hello')).toBe('Good day.');
  expect(await used()).toEqual([4_200]);
  expect(await says('and now?')).toBe('Good day.');
  expect(await says('and now?')).toBe('quota_exceeded');
  expect(await says('and in another server?', '2')).toBe('Good day.');
  expect(server.requests).toHaveLength(3);
  await server.close();
});

test('the built-in agent has no tokens: each of its answers counts as one', async () => {
  await begin(2, null);
  expect(await says('hello')).not.toBe('quota_exceeded');
  expect(await says('what can you do?')).not.toBe('quota_exceeded');
  expect(await used()).toEqual([2]);
  expect(await says('and now?')).toBe('quota_exceeded');
});
