import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createModelBrain } from '../../src/service/agents/model/index.js';
import { eventually } from '../support/eventually.js';
import {
  chunk,
  type ModelServer,
  openModelServer,
  type Policy,
  refuse,
  startStream,
} from './agents-model-server.js';
import { type AgentWorld, openAgentWorld, openConversation, say } from './agents-world.js';

let server: ModelServer;
let world: AgentWorld;
afterEach(async () => {
  await world.close();
  await server.close();
});

const raw =
  (...parts: string[]): Policy =>
  (_, response) => {
    startStream(response);
    for (const part of parts) response.write(part);
    response.end();
    return undefined;
  };
const words = (text: string) => chunk({ content: text });
const call = (name: string) =>
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name, arguments: '{}' } }] });
/** Splits the bytes anywhere, also inside a character, as a network does. */
const torn =
  (text: string): Policy =>
  async (_, response) => {
    startStream(response);
    const bytes = Buffer.from(words(text) + chunk({}, 'stop'));
    for (let at = 0; at < bytes.length; at += 11) {
      response.write(bytes.subarray(at, at + 11));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
    return undefined;
  };

type End =
  | { type: 'agent_complete'; text: string | RegExp; reason?: string }
  | { type: 'agent_error'; tells: RegExp };
const said = (text: string | RegExp, reason = 'stop'): End => ({ type: 'agent_complete', text, reason });
const failed = (tells: RegExp): End => ({ type: 'agent_error', tells });

const ends: [string, Policy, End][] = [
  ['odd pieces of bytes', torn('grün 🦊 “fuchs” 狐'), said('grün 🦊 “fuchs” 狐')],
  [
    'a refusal',
    raw(chunk({ refusal: 'I would rather not.' }), chunk({}, 'stop')),
    said('I would rather not.'),
  ],
  ['nothing at all', raw(chunk({}, 'stop')), failed(/gave no answer/)],
  ['the end of its length', raw(words('So far'), chunk({}, 'length')), said('So far', 'length')],
  ['a filter', raw(words('So'), chunk({}, 'content_filter')), failed(/wouldn't answer that/)],
  ['a cut line', raw(words('Once upon')), failed(/was cut off/)],
  ['500', (_, response) => refuse(response, 500, 'secret sk-1'), failed(/can't reach the agent's model/)],
  ['429', (_, response) => refuse(response, 429, 'slow', { 'retry-after': '0' }), failed(/is busy/)],
  [
    'a tool, then trouble',
    ({ messages }, response) =>
      messages.at(-1)?.role === 'tool'
        ? refuse(response, 503, 'no')
        : raw(call('explain_credits'), chunk({}, 'tool_calls'))({ messages, model: '' }, response),
    failed(/can't reach the agent's model/),
  ],
];

test.each(ends)('%s ends once, reports the real reason, and settles the credits', async (_, policy, end) => {
  server = await openModelServer(policy);
  const brain = createModelBrain({
    url: server.url,
    model: 'test',
    log: silentLog,
    jitter: () => 0,
    clock: { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms > 10_000 ? ms : 1, signal) },
  });
  const price = { creditsPer1000Tokens: 1, maxTokensPerRun: 20_000 };
  world = await openAgentWorld({ brain, price, balance: 50 });
  const ear = await world.listen(world.alice);
  const conversation = await openConversation(world.alice);
  await ear.subscribe(conversation.id);
  const { run } = await say(world.alice, conversation, 'hello');
  await ear.hears(end.type, run.id);
  const last = ear.events.filter(({ type }) => type === 'agent_complete' || type === 'agent_error');
  expect(last).toHaveLength(1);
  const streamed = ear.events.reduce(
    (text, event) =>
      event.type === 'agent_response' ? text.slice(0, event.data.text_offset) + event.data.delta : text,
    '',
  );
  const balance = async () => (await world.alice.get('/api/users/credits')).json();
  const data = last[0]?.data;
  if (end.type === 'agent_complete') {
    expect(data).toMatchObject({ text: end.text, finish_reason: end.reason });
    expect(streamed).toBe(end.text);
    const { usage } = data as { usage: { credits: number } };
    expect(usage.credits).toBeGreaterThan(0);
    expect(await balance()).toMatchObject({ available: 50 - usage.credits, held: 0 });
  } else {
    expect(data).toMatchObject({ detail: expect.stringMatching(end.tells) });
    expect(JSON.stringify(data)).not.toContain('sk-1');
    await eventually(async () => expect(await balance()).toMatchObject({ available: 50, held: 0 }));
  }
});
