import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Conversation } from '../../src/contract/agents.js';
import { eventually } from '../support/eventually.js';
import {
  type AgentWorld,
  createPuppet,
  type Ear,
  openAgentWorld,
  openConversation,
  type Puppet,
  say,
} from './agents-world.js';

/** A database that is out of reach for a moment, such as PostgreSQL while it restarts. */

let world: AgentWorld;
let ear: Ear;
let puppet: Puppet;
let conversation: Conversation;
beforeEach(async () => {
  puppet = createPuppet();
  world = await openAgentWorld({ brain: puppet.brain });
  conversation = await openConversation(world.alice);
  ear = await world.listen(world.alice);
  await ear.subscribe(conversation.id);
});
afterEach(async () => {
  ear.close();
  await world.close();
});

it.each([
  ['shuts down', Object.assign(new Error('terminating connection'), { code: '57P01' })],
  ['lost the connection', new Error('Connection terminated unexpectedly')],
  ['saw too many conflicts', Object.assign(new Error('could not serialize access'), { code: '40001' })],
])('an answer starts again when the database %s, and its member sees no failure', async (_, error) => {
  await say(world.alice, conversation, 'hello');
  puppet.fail(error);
  await eventually(() => expect(puppet.asked()).toBe(1));
  await world.clock.advance(17_000);
  puppet.say({ kind: 'text', delta: 'alive' });
  puppet.end();
  expect((await ear.hears('agent_complete')).data.text).toBe('alive');
  expect(ear.events.map(({ type }) => type)).not.toContain('agent_error');
});

it('an answer that finds the database out of reach three times fails, and can be retried', async () => {
  await say(world.alice, conversation, 'hello');
  for (let time = 1; time <= 3; time += 1) {
    puppet.fail(Object.assign(new Error('no space left'), { code: '53100' }));
    await eventually(() => expect(puppet.asked()).toBe(time));
    await world.clock.advance(17_000);
  }
  expect((await ear.hears('agent_error')).data).toMatchObject({ retryable: true });
});
