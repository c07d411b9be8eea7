import { describe, expect, test } from 'vitest';
import { turn } from './agents-model-world.js';
import { testStrictDialect } from './agents-strict-behaviour.js';
import {
  event,
  inOrder,
  openMessagesServer,
  type Reply,
  refused,
  streamed,
  useStrictServer,
} from './agents-strict-servers.js';

/** Anthropic's Messages, as its reference documents describe them. */

const model = useStrictServer(openMessagesServer, 'sk-ant-1');
const { think } = model;

const start = (input_tokens = 20, cache_read_input_tokens: number | null = null) =>
  event('message_start', {
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'test',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens, output_tokens: 1, cache_read_input_tokens, cache_creation_input_tokens: null },
    },
  });
const textStart = (index = 0) =>
  event('content_block_start', { index, content_block: { type: 'text', text: '' } });
const text = (words: string, index = 0) =>
  event('content_block_delta', { index, delta: { type: 'text_delta', text: words } });
const stop = (index = 0) => event('content_block_stop', { index });
const end = (stop_reason: string, output_tokens = 12) =>
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } }) +
  event('message_stop');
const says = (words: string, reason = 'end_turn'): Reply =>
  streamed(start(), textStart(), ...words.split(/(?<= )/).map((word) => text(word)), stop(), end(reason));
const callsTool = (index: number, id: string, name: string, input: string) =>
  event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } }) +
  (input.match(/.{1,4}/g) ?? [])
    .map((partial_json) =>
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } }),
    )
    .join('') +
  stop(index);
const failure = (type: string, message: string) => ({
  type: 'error',
  error: { type, message },
  request_id: 'req_1',
});

testStrictDialect(model, {
  begun: start() + textStart() + text('A long answer '),
  says,
  refusals: {
    busy: refused(429, failure('rate_limit_error', 'Number of request tokens'), { 'retry-after': '7' }),
    tooLong: refused(
      400,
      failure('invalid_request_error', 'prompt is too long: 214500 tokens > 200000 maximum'),
    ),
    tooLarge: refused(
      400,
      failure(
        'invalid_request_error',
        'max_tokens: 40960 > 8192, which is the maximum allowed number of output tokens for test',
      ),
    ),
    blind: refused(
      400,
      failure('invalid_request_error', 'messages.0.content.0: this model does not support image input'),
    ),
    withSecrets: refused(400, failure('invalid_request_error', 'key sk-ant-1 at 10.0.0.7')),
  },
  messagesIn: ({ messages }) => messages,
  limitIn: ({ max_tokens }) => max_tokens,
});

describe('an answer', () => {
  test('is streamed, with the tokens of request and reply', async () => {
    model.server.reply = says('A red fox.');
    const { text: said, tokens, steps } = await think();
    expect(said).toBe('A red fox.');
    expect(tokens).toBe(32);
    expect(steps.some(({ kind }) => kind === 'cut')).toBe(false);
  });
  test('counts tokens read from the cache', async () => {
    model.server.reply = streamed(start(20, 100), textStart(), text('Hi.'), stop(), end('end_turn', 5));
    expect((await think()).tokens).toBe(125);
  });
  test('shows no thinking, and ignores pings', async () => {
    const thinking = { type: 'thinking', thinking: '', signature: '' };
    model.server.reply = streamed(
      start(),
      event('ping'),
      event('content_block_start', { index: 0, content_block: thinking }),
      event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Red?' } }),
      event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'EqQB' } }),
      stop(),
      textStart(1),
      text('A fox.', 1),
      stop(1),
      end('end_turn'),
    );
    expect((await think()).text).toBe('A fox.');
  });
  test('skips events that did not exist when this was written', async () => {
    model.server.reply = streamed(
      start(),
      event('content_block_hum', { index: 0 }),
      textStart(),
      text('A fox.'),
      stop(),
      end('end_turn'),
    );
    expect((await think()).text).toBe('A fox.');
  });
  test.each([
    ['end_turn', false],
    ['stop_sequence', false],
    ['max_tokens', true],
    ['model_context_window_exceeded', true],
  ])('that ends by %s is cut: %s', async (reason, isCut) => {
    model.server.reply = says('A fox.', reason);
    const { steps } = await think();
    expect(steps.some(({ kind }) => kind === 'cut')).toBe(isCut);
  });
  test('that the model refuses is told as such', async () => {
    model.server.reply = streamed(start(), end('refusal'));
    await expect(think()).rejects.toMatchObject({ code: 'content_rejected' });
  });
});

describe('a request', () => {
  test('names system text, tools and a limit apart from the messages', async () => {
    model.server.reply = says('Hi.');
    await think({ options: { maxReplyTokens: 512 } });
    const [{ system, tools, messages, max_tokens, stream }] = model.server.requests;
    expect(system).toContain('You are the agent of Rigsmith');
    expect(tools.map(({ name }: { name: string }) => name)).toContain('search_docs');
    expect(messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]);
    expect([max_tokens, stream]).toEqual([512, true]);
  });
  test('keeps the order of a longer conversation', async () => {
    model.server.reply = says('Hi.');
    await think({ history: [turn('user', 'one'), turn('agent', 'two'), turn('user', 'three')] });
    expect(model.server.requests[0].messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ]);
  });
  test('continues an answer that was cut', async () => {
    model.server.reply = says('and hats.');
    const history = [turn('user', 'foxes?'), turn('agent', 'They have tails')];
    expect((await think({ history, task: 'continue' })).text).toBe('and hats.');
  });
  test('carries pictures as bytes', async () => {
    model.server.reply = says('A fox.');
    const file = { name: 'fox.png', content_type: 'image/png', url: null, upload_id: 'upl_1' };
    const history = [{ ...turn('user', 'what is this?'), attachments: [file] }];
    const readPicture = async () => 'data:image/png;base64,iVBORw0KGgo=';
    await think({ history, readPicture, options: { canSee: true } });
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' };
    expect(model.server.requests[0].messages[0].content).toContainEqual({ type: 'image', source });
  });
  test('goes to /v1/messages from any usual form of the address', async () => {
    model.server.reply = says('Hi.');
    const origin = new URL(model.server.url).origin;
    for (const url of [origin, `${origin}/v1`, `${origin}/v1/`, `${origin}/v1/messages`])
      expect((await think({ options: { url, dialect: 'anthropic' } })).text).toBe('Hi.');
  });
});

describe('tools', () => {
  test('are used, several at once, and their results answered in one message', async () => {
    model.server.reply = inOrder(
      streamed(
        start(),
        textStart(),
        text('Let me look.'),
        stop(),
        callsTool(1, 'toolu_1', 'explain_credits', '{}'),
        callsTool(2, 'toolu_2', 'search_docs', '{"query": "wallet"}'),
        end('tool_use'),
      ),
      says('You have 5.'),
    );
    const { text: said } = await think();
    expect(said).toBe('Let me look.\n\nYou have 5.');
    const results = model.server.requests[1].messages.at(-1).content;
    expect(results.map((block: { tool_use_id: string }) => block.tool_use_id)).toEqual([
      'toolu_1',
      'toolu_2',
    ]);
    expect(results[0].content).toContain('"available":5');
    expect(model.server.requests[1].messages.at(-2).content[2].input).toEqual({ query: 'wallet' });
  });
  test('without arguments are called with none', async () => {
    model.server.reply = inOrder(
      streamed(start(), callsTool(0, 'toolu_1', 'explain_credits', ''), end('tool_use')),
      says('5.'),
    );
    expect((await think()).text).toBe('5.');
    expect(model.world.used).toEqual(['usr_1']);
  });
  test('with invalid arguments are corrected by the model', async () => {
    const wrong = streamed(start(), callsTool(0, 'toolu_1', 'search_docs', '{"query": 7}'), end('tool_use'));
    const right = streamed(
      start(),
      callsTool(0, 'toolu_2', 'search_docs', '{"query": "fox"}'),
      end('tool_use'),
    );
    model.server.reply = inOrder(wrong, right, says('Done.'));
    expect((await think()).text).toBe('Done.');
    expect(model.server.requests[1].messages.at(-1).content[0].content).toContain('error');
  });
});

describe('a refusal', () => {
  const told: [number, string, string, string | RegExp][] = [
    [401, 'authentication_error', 'invalid x-api-key', /refused AGENT_MODEL_KEY/],
    [403, 'permission_error', 'Your API key does not have permission', /refused AGENT_MODEL_KEY/],
    [404, 'not_found_error', 'model: claude-9', /AGENT_MODEL and AGENT_MODEL_URL/],
    [402, 'billing_error', 'Payment required', /no quota left/],
    [
      400,
      'invalid_request_error',
      'Your credit balance is too low to access the Anthropic API.',
      /no quota left/,
    ],
  ];
  test.each(told)('%i %s: %s gives the operator a hint', async (status, type, message, hint) => {
    model.server.reply = refused(status, failure(type, message));
    expect((await think()).failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(JSON.stringify(model.warnings)).toMatch(hint);
    expect(model.server.requests).toHaveLength(1);
  });
  test('of an overloaded server is retried', async () => {
    model.server.reply = inOrder(refused(529, failure('overloaded_error', 'Overloaded')), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
  test('inside a stream is retried before the first word, and ends the answer after it', async () => {
    const overloaded = event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    model.server.reply = inOrder(streamed(start(), overloaded), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
    model.server.reply = streamed(
      start(),
      textStart(),
      text('A long beginning of an answer. '.repeat(20)),
      overloaded,
    );
    expect((await think()).failed).toMatchObject({ retryable: true });
  });
  test('of a connection is retried', async () => {
    model.server.reply = inOrder((_, response) => void response.destroy(), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
});
