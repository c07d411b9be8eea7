import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { createWordingFeature } from '../../src/service/agents/wording/feature.js';
import { createRewrite } from '../../src/service/agents/wording/rewrite.js';
import { type ModelServer, openModelServer, refuse } from './agents-model-server.js';
import { event, openMessagesServer, streamed } from './agents-strict-servers.js';
import { openWorld, type Person, type World } from './http-world.js';

let model: ModelServer;
let world: World;
let alice: Person;
/** Whether the pipeline reads descriptions with our grammar. */
let isOurs: boolean;
beforeEach(async () => {
  isOurs = true;
  model = await openModelServer(() => ({
    text: '1. a red fox with a blue scarf\n2. a zorgly beast\n3. a golden crown',
  }));
  world = await openWorld({
    plug: (context) => [
      createWordingFeature(context, {
        rewrite: createRewrite({ url: model.url, model: 'test', log: silentLog }),
        usesGrammar: () => isOurs,
      }),
    ],
  });
  alice = world.person('alice');
  await alice.signIn();
});
afterEach(async () => {
  await world.close();
  await model.close();
});

const help = async (prompt: string, person = alice) =>
  (await person.post('/api/rig/prompt-help', { prompt })).json();

describe('better words for a description', () => {
  test("are the model's, as far as the engine understands them", async () => {
    expect(await help('a fox of truth')).toMatchObject({
      by: 'model',
      understood: ['fox'],
      unknown: ['truth'],
      suggestions: ['a red fox with a blue scarf'],
    });
    const [asked] = model.requests;
    expect(asked?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.parse(asked?.messages[1]?.content ?? '')).toEqual({ description: 'a fox of truth' });
    expect([asked?.tools, model.faults]).toEqual([undefined, []]);
  });

  test('may have words of their own where a provider reads them, but always name a character', async () => {
    isOurs = false;
    expect((await help('a fox')).suggestions).toEqual(['a red fox with a blue scarf', 'a zorgly beast']);
  });

  test('come from the grammar when the model refuses, or answers with nothing of use', async () => {
    model.policy = (_, response) => refuse(response, 400, 'no');
    const grammar = { by: 'grammar', suggestions: expect.arrayContaining(['a fox']) };
    expect(await help('a fox of truth')).toMatchObject(grammar);
    model.policy = () => ({ text: 'I cannot help with that.' });
    expect(await help('a fox of truth')).toMatchObject(grammar);
  });

  test('come from a model with another interface, as AGENT_DIALECT says', async () => {
    const server = await openMessagesServer();
    onTestFinished(() => server.close());
    server.reply = streamed(
      event('content_block_start', { index: 0, content_block: { type: 'text', text: 'a red fox' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } }),
      event('message_stop'),
    );
    const url = new URL(server.url).origin;
    const options = { url, dialect: 'anthropic', model: 'test', key: 'sk-ant-1', log: silentLog } as const;
    expect(await createRewrite(options)('a fox')).toEqual(['a red fox']);
    expect(server.faults).toEqual([]);
  });

  test('are for signed-in users, a dozen times a minute', async () => {
    const eve = world.person('eve');
    expect((await help('a fox', eve)).status).toBe(401);
    for (let at = 0; at < 12; at += 1) expect((await help('a fox')).by).toBe('model');
    expect(await help('a fox')).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(model.requests).toHaveLength(12);
  });
});
