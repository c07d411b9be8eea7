import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '../../src/base/log.js';
import { eventually } from '../support/eventually.js';
import { chunk, type ModelServer, type Policy, refuse, startStream } from './agents-model-server.js';
import { hello, inTurn, type ModelWorld, openModelWorld, turn } from './agents-model-world.js';

let server: ModelServer;
let think: ModelWorld['think'];
let waits: number[];
let used: string[];
beforeEach(async () => {
  ({ server, think, waits, used } = await openModelWorld());
});
afterEach(async () => {
  await server.close();
  expect(server.faults).toEqual([]);
});

describe('a request', () => {
  test('names the model, streams, offers every tool with a schema, and begins with the rules', async () => {
    await think({ says: 'hi', options: { key: 'sk-secret' } });
    const [request] = server.requests;
    expect(request).toMatchObject({ model: 'test', stream: true, stream_options: { include_usage: true } });
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.tools?.map((tool) => tool.function.name)).toEqual([
      ...['list_pipelines', 'estimate_cost', 'propose_generation', 'list_generations', 'show_generation'],
      ...['explain_credits', 'list_packs', 'propose_top_up', 'search_docs'],
    ]);
    for (const tool of request?.tools ?? [])
      expect(tool.function.parameters).toMatchObject({ type: 'object' });
    expect(server.authorizations).toEqual(['Bearer sk-secret']);
  });

  test('keeps the newest turns within the context budget and alternates roles', async () => {
    const history = Array.from({ length: 40 }, (_, at) =>
      turn(at % 3 === 2 ? 'agent' : 'user', `line ${at} ${'x'.repeat(400)}`),
    );
    await think({ history: [...history, turn('user', 'the last')], options: { contextTokens: 1_500 } });
    const messages = server.requests[0]?.messages ?? [];
    expect(JSON.stringify(messages).length).toBeLessThan(1_500 * 5);
    expect(messages.at(-1)?.content).toContain('the last');
    expect(messages.at(-1)?.content).toContain('line 39');
    const roles = messages.slice(1).map(({ role }) => role);
    expect(roles[0]).toBe('user');
    for (const [at, role] of roles.entries()) expect(role).not.toBe(roles[at + 1]);
  });

  test('cuts the beginning of an oversized message instead of refusing it', async () => {
    await think({ says: `${'x'.repeat(50_000)} the end`, options: { contextTokens: 1_000 } });
    expect(server.requests[0]?.messages.at(-1)?.content).toMatch(/x the end$/);
  });

  test('includes text files in the message, marked as files', async () => {
    const attachments = [{ name: 'notes.txt', url: null, content_type: 'text/plain', text: 'a purple cow' }];
    await think({ history: [{ ...turn('user', 'make this'), attachments }] });
    expect(server.requests[0]?.messages.at(-1)?.content).toContain('<file>\na purple cow\n</file>');
  });

  test('omits an answer that had only cards, since many servers refuse empty content', async () => {
    await think({ history: [turn('user', 'a fox'), turn('agent', ''), turn('user', 'a bear')] });
    expect(server.requests[0]?.messages.slice(1)).toEqual([{ role: 'user', content: 'a fox\n\na bear' }]);
  });

  test('asks the model to continue after an answer it should continue', async () => {
    await think({ history: [turn('user', 'count'), turn('agent', 'one two')], task: 'continue' });
    expect(server.requests[0]?.messages.slice(1).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });
});

describe('a server without support for', () => {
  test('tools is asked again without them', async () => {
    server.policy = ({ tools: offered }, response) =>
      offered ? refuse(response, 400, 'test does not support tools') : { text: 'plain' };
    expect((await think()).text).toBe('plain');
    expect(server.requests).toHaveLength(2);
  });

  test('usage in streams is asked without it', async () => {
    server.policy = (request, response) =>
      'stream_options' in request
        ? refuse(response, 400, 'Unrecognized request argument supplied: stream_options')
        : { text: 'plain' };
    expect((await think()).text).toBe('plain');
  });

  test('max_tokens is given max_completion_tokens', async () => {
    server.policy = ({ max_tokens }, response) =>
      max_tokens
        ? refuse(response, 400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
        : { text: 'new' };
    expect((await think()).text).toBe('new');
    expect(server.requests[1]?.max_completion_tokens).toBe(4096);
  });
});

describe('a failing server', () => {
  test('that answers 429 is retried after the time it names', async () => {
    const busy: Policy = (_, response) => refuse(response, 429, 'slow down', { 'retry-after': '7' });
    server.policy = inTurn(busy, busy, hello);
    expect((await think()).text).toBe('hello');
    expect(waits).toEqual([7_000, 7_000]);
  });

  test('that keeps answering 429 fails the answer and says when to come back', async () => {
    server.policy = (_, response) => refuse(response, 429, 'slow down', { 'retry-after': '600' });
    const { failed } = await think();
    expect(failed).toMatchObject({
      retryable: true,
      error: { code: 'rate_limited', context: { retryAfter: 600 } },
    });
    expect(waits).toEqual([]);
  });

  test('that answers 500 is retried with growing delays, then the error says to ask again', async () => {
    server.policy = (_, response) => refuse(response, 500, 'boom at 10.0.0.7');
    const { failed } = await think();
    expect(waits).toEqual([500, 1000, 2000]);
    expect(failed).toMatchObject({ retryable: true, error: { code: 'provider_error' } });
    expect(JSON.stringify(failed)).not.toContain('10.0.0.7');
  });

  test('that is unreachable gives the same error', async () => {
    const { failed } = await think({ options: { url: 'http://127.0.0.1:1/v1' } });
    expect(failed).toMatchObject({ retryable: true, error: { code: 'provider_error' } });
  });

  test('that refuses the key is not retried, and the key stays secret', async () => {
    const lines: string[] = [];
    const keep = (...given: unknown[]) => void lines.push(JSON.stringify(given));
    const log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log } as unknown as Log;
    server.policy = (_, response) => refuse(response, 401, 'Incorrect API key provided: sk-canary');
    const { failed, steps } = await think({ options: { key: 'sk-canary', log } });
    expect(failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(lines.length).toBeGreaterThan(0);
    expect(JSON.stringify([steps, lines, failed?.kind === 'failed' && failed.error.message])).not.toContain(
      'canary',
    );
  });

  test('without the model gives an error that points to the moderator', async () => {
    server.policy = (_, response) => refuse(response, 404, 'model test not found');
    expect((await think()).failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(server.requests).toHaveLength(1);
  });

  test('that answers 400 is not retried', async () => {
    server.policy = (_, response) => refuse(response, 400, 'no such model');
    const { failed } = await think();
    expect(failed).toMatchObject({ retryable: false });
    expect(server.requests).toHaveLength(1);
  });

  test('that stays silent runs into the timeout', async () => {
    server.policy = (_, response) => {
      startStream(response);
      response.write(chunk({ content: 'So ' }));
      return undefined;
    };
    const { failed, text } = await think({ options: { idleMs: 100, firstMs: 20_000 } });
    expect(text).toBe('So ');
    expect(failed).toMatchObject({
      retryable: true,
      error: { message: expect.stringContaining('stopped responding') },
    });
  });
});

describe('a stream that', () => {
  const raw =
    (...parts: string[]): Policy =>
    (_, response) => {
      startStream(response);
      for (const part of parts) response.write(part);
      response.end();
      return undefined;
    };

  test('has a broken line is read without it', async () => {
    server.policy = raw(chunk({ content: 'So ' }), 'data: {"choices": [{"del\n\n', chunk({}, 'stop'));
    expect(await think()).toMatchObject({ text: 'So ', failed: undefined });
  });

  test('has only broken lines ends with an error message', async () => {
    server.policy = raw('data: {"choices": [{"del\n\n', 'data: [DONE]\n\n');
    expect((await think()).failed).toMatchObject({
      retryable: true,
      error: { message: expect.stringContaining("couldn't read the model's answer") },
    });
  });

  test('is cut before its end gives an error, and is retried when nothing had arrived', async () => {
    server.policy = raw(chunk({ content: 'So ' }));
    expect((await think()).failed).toMatchObject({
      error: { message: expect.stringContaining('was cut off') },
    });
    server.policy = inTurn(raw(), hello);
    expect((await think()).text).toBe('hello');
  });

  test('is torn off by a dying connection gives an error', async () => {
    server.policy = (_, response) => {
      startStream(response);
      response.write(chunk({ content: 'Once upon a time ' }), () => response.destroy());
      return undefined;
    };
    expect((await think()).failed).toMatchObject({ retryable: true });
  });

  test('ends with an error event is not taken for a whole answer', async () => {
    server.policy = raw(chunk({ content: 'Once ' }), chunk({}, 'error'));
    expect((await think()).failed).toMatchObject({
      error: { message: expect.stringContaining('was cut off') },
    });
    const trouble = 'data: {"error":{"message":"overloaded, key sk-123","code":502}}\n\n';
    server.policy = raw(chunk({ content: 'Once ' }), trouble);
    const { failed } = await think();
    expect(failed).toMatchObject({ retryable: true });
    expect(JSON.stringify(failed)).not.toContain('sk-123');
  });

  test('is empty costs nothing; a refusal or text in parts counts as an answer', async () => {
    server.policy = raw(chunk({ role: 'assistant', content: '' }), chunk({}, 'stop'));
    expect((await think()).failed).toMatchObject({
      retryable: true,
      error: { message: expect.stringContaining('gave no answer') },
    });
    server.policy = raw(chunk({ refusal: 'I will not ' }), chunk({ refusal: 'do that.' }), chunk({}, 'stop'));
    expect((await think()).text).toBe('I will not do that.');
    const parts = [{ type: 'text', text: 'in ' }, { type: 'text', text: 'parts' }, null];
    server.policy = raw(chunk({ content: parts }), chunk({}, 'stop'));
    expect((await think()).text).toBe('in parts');
  });

  test('never ends is cut, even when the server ignores the limit', async () => {
    server.policy = (_, response) => {
      startStream(response);
      const more = () => {
        while (!response.destroyed && response.write(chunk({ content: 'and on '.repeat(200) })));
      };
      response.on('drain', more);
      more();
      return undefined;
    };
    const { text, steps } = await think({ options: { maxReplyTokens: 500 } });
    expect(steps.at(-1)?.kind).toBe('cut');
    expect(text.length).toBeLessThan(30_000);
    await eventually(() => expect(server.abandoned).toBe(1));
  });

  test('lacks [DONE] but has a finish reason is complete', async () => {
    server.policy = raw(chunk({ content: 'whole' }), chunk({}, 'stop'));
    expect(await think()).toMatchObject({ text: 'whole', failed: undefined });
  });

  test('has malformed chunks is read for its valid ones', async () => {
    const odd = [
      'null',
      '{}',
      '{"choices":null}',
      '{"choices":[{"delta":null}]}',
      '{"choices":[{"delta":{"content":7}}]}',
    ];
    server.policy = raw(
      ...odd.map((one) => `data: ${one}\n\n`),
      ': a comment\n\n',
      chunk({ content: 'fine' }),
      chunk({ tool_calls: [null, { index: -1 }, { index: 1e9, function: { name: 'x' } }, 'x'] }),
      chunk({}, 'stop'),
    );
    expect(await think()).toMatchObject({ text: 'fine', failed: undefined });
  });

  test('sends 50,000 characters in one delta arrives in pieces and whole', async () => {
    const long = Array.from({ length: 5_000 }, (_, at) => `line ${at}\n`)
      .join('')
      .slice(0, 50_000);
    server.policy = raw(chunk({ content: long }), chunk({}, 'stop'));
    const { text, steps } = await think();
    expect(text).toBe(long);
    for (const step of steps) if (step.kind === 'text') expect(step.delta.length).toBeLessThanOrEqual(8_000);
  });

  test('sends many tiny deltas is forwarded in few pieces', { tags: 'slow' }, async () => {
    server.policy = () => ({ text: 'word '.repeat(5_000) });
    const { steps, text } = await think();
    expect(text).toBe('word '.repeat(5_000));
    expect(steps.filter(({ kind }) => kind === 'text').length).toBeLessThan(200);
  });

  test('begins with reasoning text is shown without it, however it is split', async () => {
    const whole = '<think>They want a fox.\nIs it red?</think>\n\nA red <think> fox.';
    for (const length of [1, 3, 8, 200]) {
      const pieces = whole.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? [];
      server.policy = raw(...pieces.map((content) => chunk({ content })), chunk({}, 'stop'));
      expect((await think()).text).toBe('A red <think> fox.');
    }
    server.policy = raw(
      ...['<', 'b>no', ' thoughts'].map((content) => chunk({ content })),
      chunk({}, 'stop'),
    );
    expect((await think()).text).toBe('<b>no thoughts');
  });

  test('ends at the length limit says so', async () => {
    server.policy = () => ({ text: 'Once upon', finish: 'length' });
    expect((await think()).steps.at(-1)).toEqual({ kind: 'cut' });
  });
});

describe('tool calls', () => {
  const answered = () => server.requests.at(-1)?.messages.filter(({ role }) => role === 'tool') ?? [];

  test('act for the owner of the run, whatever member the model names', async () => {
    server.policy = inTurn(
      () => ({ calls: [{ name: 'explain_credits', input: { user_id: 'usr_2' } }] }),
      hello,
    );
    expect((await think()).text).toBe('hello');
    expect(used).toEqual(['usr_1']);
    expect(JSON.parse(answered()[0]?.content ?? '')).toMatchObject({ available: 5 });
  });

  test('in one reply are told apart by their index', async () => {
    server.policy = inTurn(
      () => ({
        text: 'Let me look.',
        calls: [
          { name: 'list_packs', input: {} },
          { name: 'explain_credits', input: {} },
        ],
      }),
      () => ({ text: 'Done.' }),
    );
    expect((await think()).text).toBe('Let me look.\n\nDone.');
    expect(answered().map(({ tool_call_id }) => tool_call_id)).toEqual(['call_0', 'call_1']);
  });

  test.each([
    ['an unknown tool', { name: 'spend_everything', input: {} }, 'There is no tool'],
    ['broken JSON', { name: 'search_docs', input: '{"query": "wal' }, 'not JSON'],
    ['arguments that do not fit', { name: 'search_docs', input: { query: 7 } }, 'expected string'],
    ['what cannot be done', { name: 'propose_generation', input: { type: 'image' } }, 'Send a picture'],
  ])('%s is reported to the model, which can correct it', async (_, call, words) => {
    server.policy = inTurn(() => ({ calls: [call] }), hello);
    expect((await think()).text).toBe('hello');
    expect(answered()[0]?.content).toContain(words);
    const [asked] = server.requests.at(-1)?.messages.filter(({ tool_calls }) => tool_calls) ?? [];
    for (const sent of (asked?.tool_calls ?? []) as { function: { arguments: string } }[])
      expect(() => JSON.parse(sent.function.arguments)).not.toThrow();
  });

  const raw =
    (...deltas: object[]): Policy =>
    (_, response) => {
      startStream(response);
      for (const delta of deltas) response.write(chunk(delta));
      response.end(chunk({}, 'tool_calls'));
      return undefined;
    };
  const call = (id: string | null, name: string | null, input: unknown, index?: number) => ({
    ...(index !== undefined && { index }),
    ...(id && { id }),
    function: { ...(name && { name }), arguments: input },
  });

  test.each([
    [
      'all under the same index, as some servers count',
      [
        { tool_calls: [call('a', 'list_packs', '{}', 0)] },
        { tool_calls: [call('b', 'explain_credits', '{}', 0)] },
      ],
    ],
    [
      'torn apart and in turns',
      [
        { tool_calls: [call('a', 'list_packs', '', 0), call('b', 'explain_credits', '{', 1)] },
        { tool_calls: [call(null, null, '{', 0)] },
        { tool_calls: [call(null, null, '}', 1), call(null, null, '}', 0)] },
      ],
    ],
    [
      'whole and without an index',
      [{ tool_calls: [call('a', 'list_packs', '{}')] }, { tool_calls: [call('b', 'explain_credits', {})] }],
    ],
    [
      'with null and JSON in JSON for arguments',
      [{ tool_calls: [call('a', 'list_packs', 'null', 0), call('b', 'explain_credits', '"{}"', 1)] }],
    ],
  ])('two calls, %s, are both answered, each once', async (_, deltas) => {
    server.policy = inTurn(raw(...deltas), hello);
    expect((await think()).text).toBe('hello');
    expect(answered().map(({ tool_call_id }) => tool_call_id)).toEqual(['a', 'b']);
    for (const { content } of answered()) expect(content).not.toContain('error');
    expect(used).toEqual(['usr_1']);
  });

  test('cut off by the length limit are reported to the model as broken', async () => {
    server.policy = inTurn(
      () => ({ calls: [{ name: 'search_docs', input: '{"query": "wal' }], finish: 'length' }),
      hello,
    );
    expect((await think()).text).toBe('hello');
    expect(answered()[0]?.content).toContain('not JSON');
  });

  test('with a card and no text count as an answer', async () => {
    server.policy = inTurn(
      () => ({ calls: [{ name: 'list_packs', input: {} }] }),
      () => ({ text: '' }),
    );
    expect(await think()).toMatchObject({ text: '', failed: undefined });
  });

  test('that never stop are ended: the last round offers no tools', async () => {
    server.policy = ({ tools: offered }) =>
      offered ? { calls: [{ name: 'list_packs', input: {} }] } : { text: 'Enough.' };
    expect((await think()).text).toBe('Enough.');
    expect(server.requests).toHaveLength(6);
    server.policy = () => ({ calls: [{ name: 'list_packs', input: {} }] });
    await think();
    expect(server.requests).toHaveLength(12);
  });
});

describe('token usage', () => {
  test('comes from the server if it counts, otherwise from an estimate', async () => {
    server.policy = () => ({ text: 'hello', totalTokens: 321 });
    expect((await think()).tokens).toBe(321);
    server.policy = hello;
    const { tokens } = await think();
    expect(tokens).toBeGreaterThan(300);
    expect(tokens).toBeLessThan(4_000);
  });

  test.each([1.5, -3, 1e300, 20_000_000])('of %d is rejected and estimated instead', async (totalTokens) => {
    server.policy = () => ({ text: 'hello', totalTokens });
    const { tokens, text } = await think();
    expect(text).toBe('hello');
    expect(Number.isInteger(tokens) && tokens > 300 && tokens < 4_000).toBe(true);
  });

  test('limits the reply, and no request is sent without enough credits', async () => {
    await think({ budgetTokens: 4_000 });
    expect(server.requests[0]?.max_tokens).toBeLessThan(4_000);
    await expect(think({ budgetTokens: 100 })).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(server.requests).toHaveLength(1);
  });
});

test('stopping an answer aborts its HTTP request', async () => {
  const stopping = new AbortController();
  server.policy = (_, response) => {
    startStream(response);
    response.write(chunk({ content: 'So ' }), () => stopping.abort(new Error('stopped')));
    return undefined;
  };
  await expect(think({ signal: stopping.signal })).rejects.toThrow('stopped');
  await eventually(() => expect(server.abandoned).toBe(1));
});
