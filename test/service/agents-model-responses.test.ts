import { describe, expect, test } from 'vitest';
import { dialectOf } from '../../src/service/agents/model/dialects/dialect.js';
import { turn } from './agents-model-world.js';
import { testStrictDialect } from './agents-strict-behaviour.js';
import {
  event,
  inOrder,
  openResponsesServer,
  type Reply,
  refused,
  streamed,
  useStrictServer,
} from './agents-strict-servers.js';

/** OpenAI's Responses, as its reference documents describe them. */

const model = useStrictServer(openResponsesServer, 'sk-1');
const { think } = model;

const response = (fields: object = {}) => ({
  id: 'resp_1',
  object: 'response',
  status: 'in_progress',
  ...fields,
});
const created = event('response.created', { response: response() });
const text = (delta: string) =>
  event('response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta });
const completed = (total_tokens = 42) =>
  event('response.completed', { response: response({ status: 'completed', usage: { total_tokens } }) });
const incomplete = (reason: string) =>
  event('response.incomplete', {
    response: response({ status: 'incomplete', incomplete_details: { reason } }),
  });
const says = (words: string): Reply => streamed(created, ...words.split(/(?<= )/).map(text), completed());
const callsTool = (output_index: number, call_id: string, name: string, input: string) =>
  event('response.output_item.added', {
    output_index,
    item: { type: 'function_call', id: `fc_${call_id}`, call_id, name, arguments: '', status: 'in_progress' },
  }) +
  (input.match(/.{1,4}/g) ?? [])
    .map((delta) =>
      event('response.function_call_arguments.delta', { item_id: `fc_${call_id}`, output_index, delta }),
    )
    .join('') +
  event('response.function_call_arguments.done', {
    item_id: `fc_${call_id}`,
    output_index,
    arguments: input,
  });
const failure = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});

testStrictDialect(model, {
  begun: created + text('A long answer '),
  says,
  refusals: {
    busy: refused(429, failure('Rate limit reached', 'rate_limit_exceeded'), { 'retry-after': '7' }),
    tooLong: refused(
      400,
      failure('Your input exceeds the context window of this model.', 'context_length_exceeded'),
    ),
    tooLarge: refused(
      400,
      failure("Invalid 'max_output_tokens': integer above maximum value.", 'integer_above_max_value'),
    ),
    blind: refused(400, failure('This model does not support image inputs.')),
    withSecrets: refused(400, failure('key sk-1 at 10.0.0.7')),
  },
  messagesIn: ({ input }) => input,
  limitIn: ({ max_output_tokens }) => max_output_tokens,
});

describe('an answer', () => {
  test('is streamed, with the tokens of request and reply', async () => {
    model.server.reply = says('A red fox.');
    const { text: said, tokens } = await think();
    expect(said).toBe('A red fox.');
    expect(tokens).toBe(42);
  });
  test('shows no reasoning, and skips events that did not exist when this was written', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
    model.server.reply = streamed(
      created,
      event('response.output_item.added', { output_index: 0, item: reasoning }),
      event('response.reasoning_summary_text.delta', { delta: 'Red?' }),
      event('response.hum', {}),
      text('A fox.'),
      completed(),
    );
    expect((await think()).text).toBe('A fox.');
  });
  test('that the limit ended is cut', async () => {
    model.server.reply = streamed(created, text('A fox and'), incomplete('max_output_tokens'));
    const { text: said, steps } = await think();
    expect(said).toBe('A fox and');
    expect(steps.at(-1)).toEqual({ kind: 'cut' });
  });
  test('that a filter ended is told as such', async () => {
    model.server.reply = streamed(created, incomplete('content_filter'));
    await expect(think()).rejects.toMatchObject({ code: 'content_rejected' });
  });
  test('that the model refuses is shown in its words', async () => {
    model.server.reply = streamed(
      created,
      event('response.refusal.delta', { delta: "I can't help." }),
      completed(),
    );
    expect((await think()).text).toBe("I can't help.");
  });
});

describe('a request', () => {
  test('carries the whole conversation, because nothing is stored', async () => {
    model.server.reply = says('Hi.');
    await think({
      history: [turn('user', 'one'), turn('agent', 'two'), turn('user', 'three')],
      options: { maxReplyTokens: 512 },
    });
    const [{ instructions, input, max_output_tokens, tools }] = model.server.requests;
    expect(instructions).toContain('You are the agent of Rigsmith');
    expect(input.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(max_output_tokens).toBe(512);
    expect(tools.map(({ name }: { name: string }) => name)).toContain('search_docs');
  });
  test('carries pictures', async () => {
    model.server.reply = says('A fox.');
    const file = { name: 'fox.png', content_type: 'image/png', url: null, upload_id: 'upl_1' };
    const history = [{ ...turn('user', 'what is this?'), attachments: [file] }];
    const readPicture = async () => 'data:image/png;base64,iVBORw0KGgo=';
    await think({ history, readPicture, options: { canSee: true } });
    expect(model.server.requests[0].input[0].content).toHaveLength(2);
  });
  test('goes to this interface by its address or by AGENT_DIALECT', async () => {
    model.server.reply = says('Hi.');
    expect((await think()).text).toBe('Hi.');
    const url = model.server.url.replace('/responses', '');
    expect((await think({ options: { url, dialect: 'responses' } })).text).toBe('Hi.');
    const known = [
      'https://api.openai.com/v1',
      'https://api.anthropic.com',
      'http://localhost:8080/v1/messages',
    ];
    expect([model.server.url, ...known].map(dialectOf)).toEqual([
      'responses',
      'chat',
      'anthropic',
      'anthropic',
    ]);
  });
});

describe('tools', () => {
  test('are used, several at once, and each result follows its call', async () => {
    model.server.reply = inOrder(
      streamed(
        created,
        text('Let me look.'),
        callsTool(1, 'call_1', 'explain_credits', '{}'),
        callsTool(2, 'call_2', 'search_docs', '{"query": "wallet"}'),
        completed(),
      ),
      says('You have 5.'),
    );
    expect((await think()).text).toBe('Let me look.\n\nYou have 5.');
    const outputs = model.server.requests[1].input.filter(
      ({ type }: { type?: string }) => type === 'function_call_output',
    );
    expect(outputs.map(({ call_id }: { call_id: string }) => call_id)).toEqual(['call_1', 'call_2']);
    expect(outputs[0].output).toContain('"available":5');
  });
  test('with invalid arguments are corrected by the model', async () => {
    const wrong = streamed(created, callsTool(0, 'call_1', 'search_docs', '{"query": 7}'), completed());
    const right = streamed(created, callsTool(0, 'call_2', 'search_docs', '{"query": "fox"}'), completed());
    model.server.reply = inOrder(wrong, right, says('Done.'));
    expect((await think()).text).toBe('Done.');
  });
});

describe('a refusal', () => {
  const told: [number, string, string | null, RegExp][] = [
    [401, 'Incorrect API key provided', 'invalid_api_key', /refused AGENT_MODEL_KEY/],
    [403, 'Country, region, or territory not supported', null, /refused AGENT_MODEL_KEY/],
    [404, 'The model does not exist', 'model_not_found', /AGENT_MODEL and AGENT_MODEL_URL/],
    [429, 'You exceeded your current quota, please check your plan', 'insufficient_quota', /no quota left/],
  ];
  test.each(told)('%i %s gives the operator a hint', async (status, message, code, hint) => {
    model.server.reply = refused(status, failure(message, code));
    expect((await think()).failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(JSON.stringify(model.warnings)).toMatch(hint);
    expect(model.server.requests).toHaveLength(1);
  });
  test('inside a stream is retried before the first word', async () => {
    const error = { code: 'server_error', message: 'The server had an error' };
    const failed = event('response.failed', { response: response({ status: 'failed', error }) });
    model.server.reply = inOrder(streamed(created, failed), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
  test('inside a stream of a conversation that is too long is sent again as well', async () => {
    const error = { code: 'context_length_exceeded', message: 'Your input exceeds the context window' };
    model.server.reply = inOrder(streamed(event('error', error)), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
});
