import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Log, silentLog } from '../../src/base/log.js';
import { dialectOf } from '../../src/service/agents/model/dialects/dialect.js';
import { eventually } from '../support/eventually.js';
import { type ModelWorld, openModelWorld, turn } from './agents-model-world.js';
import {
  event,
  inOrder,
  openResponsesServer,
  type Reply,
  refused,
  type StrictServer,
  streamed,
} from './agents-strict-servers.js';

/** OpenAI's Responses, as its reference documents describe them. */

let world: ModelWorld;
let server: StrictServer;
let warnings: object[];
beforeEach(async () => {
  [world, server] = await Promise.all([openModelWorld(), openResponsesServer()]);
  warnings = [];
});
afterEach(async () => {
  await Promise.all([world.server.close(), server.close()]);
  expect(server.faults).toEqual([]);
  expect(world.server.requests).toEqual([]);
});

const log = { ...silentLog, warn: (line: object) => void warnings.push(line) } as Log;
const think = ({ options = {}, ...rest }: Parameters<ModelWorld['think']>[0] = {}) =>
  world.think({ options: { url: server.url, key: 'sk-1', log, ...options }, ...rest });

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

describe('an answer', () => {
  test('is streamed, with the tokens of request and reply', async () => {
    server.reply = says('A red fox.');
    const { text: said, tokens } = await think();
    expect(said).toBe('A red fox.');
    expect(tokens).toBe(42);
  });
  test('shows no reasoning, and skips events that did not exist when this was written', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
    server.reply = streamed(
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
    server.reply = streamed(created, text('A fox and'), incomplete('max_output_tokens'));
    const { text: said, steps } = await think();
    expect(said).toBe('A fox and');
    expect(steps.at(-1)).toEqual({ kind: 'cut' });
  });
  test('that a filter ended is told as such', async () => {
    server.reply = streamed(created, incomplete('content_filter'));
    await expect(think()).rejects.toMatchObject({ code: 'content_rejected' });
  });
  test('that the model refuses is shown in its words', async () => {
    server.reply = streamed(
      created,
      event('response.refusal.delta', { delta: "I can't help." }),
      completed(),
    );
    expect((await think()).text).toBe("I can't help.");
  });
  test('that breaks off fails, and can be tried again', async () => {
    server.reply = streamed(created, text('A f'));
    expect((await think()).failed).toMatchObject({ retryable: true });
  });
  test('is cancelled at the server when the member stops it', async () => {
    const stopping = new AbortController();
    server.reply = (_, reply) => {
      reply.writeHead(200, { 'content-type': 'text/event-stream' });
      reply.write(created + text('A long answer '));
      setTimeout(() => stopping.abort(new Error('stopped')), 100);
    };
    await expect(think({ signal: stopping.signal })).rejects.toThrow('stopped');
    await eventually(() => expect(server.abandoned).toBe(1));
  });
});

describe('a request', () => {
  test('carries the whole conversation, because nothing is stored', async () => {
    server.reply = says('Hi.');
    await think({
      history: [turn('user', 'one'), turn('agent', 'two'), turn('user', 'three')],
      options: { maxReplyTokens: 512 },
    });
    const [{ instructions, input, max_output_tokens, tools }] = server.requests;
    expect(instructions).toContain('You are the agent of Rigsmith');
    expect(input.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(max_output_tokens).toBe(512);
    expect(tools.map(({ name }: { name: string }) => name)).toContain('search_docs');
  });
  test('carries pictures, and none to a model that cannot see', async () => {
    server.reply = says('A fox.');
    const file = { name: 'fox.png', content_type: 'image/png', url: null, upload_id: 'upl_1' };
    const history = [{ ...turn('user', 'what is this?'), attachments: [file] }];
    const readPicture = async () => 'data:image/png;base64,iVBORw0KGgo=';
    await think({ history, readPicture, options: { canSee: true } });
    await think({ history, readPicture, options: { canSee: false } });
    expect(server.requests[0].input[0].content).toHaveLength(2);
    expect(JSON.stringify(server.requests[1])).not.toContain('base64');
  });
  test('goes to this interface by its address or by AGENT_DIALECT', async () => {
    server.reply = says('Hi.');
    expect((await think()).text).toBe('Hi.');
    const url = server.url.replace('/responses', '');
    expect((await think({ options: { url, dialect: 'responses' } })).text).toBe('Hi.');
    const known = [
      'https://api.openai.com/v1',
      'https://api.anthropic.com',
      'http://localhost:8080/v1/messages',
    ];
    expect([server.url, ...known].map(dialectOf)).toEqual(['responses', 'chat', 'anthropic', 'anthropic']);
  });
});

describe('tools', () => {
  test('are used, several at once, and each result follows its call', async () => {
    server.reply = inOrder(
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
    const outputs = server.requests[1].input.filter(
      ({ type }: { type?: string }) => type === 'function_call_output',
    );
    expect(outputs.map(({ call_id }: { call_id: string }) => call_id)).toEqual(['call_1', 'call_2']);
    expect(outputs[0].output).toContain('"available":5');
  });
  test('with invalid arguments are corrected by the model', async () => {
    const wrong = streamed(created, callsTool(0, 'call_1', 'search_docs', '{"query": 7}'), completed());
    const right = streamed(created, callsTool(0, 'call_2', 'search_docs', '{"query": "fox"}'), completed());
    server.reply = inOrder(wrong, right, says('Done.'));
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
    server.reply = refused(status, failure(message, code));
    expect((await think()).failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(JSON.stringify(warnings)).toMatch(hint);
    expect(server.requests).toHaveLength(1);
  });
  test('of a busy server is retried after the time it names', async () => {
    const busy = refused(429, failure('Rate limit reached', 'rate_limit_exceeded'), { 'retry-after': '7' });
    server.reply = inOrder(busy, says('Hi.'));
    expect((await think()).text).toBe('Hi.');
    expect(world.waits).toContain(7_000);
  });
  test('inside a stream is retried before the first word', async () => {
    const error = { code: 'server_error', message: 'The server had an error' };
    const failed = event('response.failed', { response: response({ status: 'failed', error }) });
    server.reply = inOrder(streamed(created, failed), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
  test('of a conversation that is too long is sent again with less of it', async () => {
    const long = failure('Your input exceeds the context window of this model.', 'context_length_exceeded');
    server.reply = inOrder(refused(400, long), says('Hi.'));
    const history = Array.from({ length: 21 }, (_, at) =>
      turn(at % 2 ? 'agent' : 'user', `${at} ${'word '.repeat(300)}`),
    );
    expect((await think({ history })).text).toBe('Hi.');
    const [first, second] = server.requests.map(({ input }) => JSON.stringify(input).length);
    expect(second).toBeLessThan(Number(first) * 0.7);
  });
  test('inside a stream of a conversation that is too long is sent again as well', async () => {
    const error = { code: 'context_length_exceeded', message: 'Your input exceeds the context window' };
    server.reply = inOrder(streamed(event('error', error)), says('Hi.'));
    expect((await think()).text).toBe('Hi.');
  });
  test('of a reply limit that is too large is sent again with a modest one', async () => {
    const large = failure(
      "Invalid 'max_output_tokens': integer above maximum value.",
      'integer_above_max_value',
    );
    server.reply = inOrder(refused(400, large), says('Hi.'));
    expect((await think({ options: { maxReplyTokens: 40_960 } })).text).toBe('Hi.');
    expect(server.requests[1].max_output_tokens).toBe(1_024);
  });
  test('of pictures is sent again without them', async () => {
    server.reply = inOrder(refused(400, failure('This model does not support image inputs.')), says('Hi.'));
    const file = { name: 'fox.png', content_type: 'image/png', url: null, upload_id: 'upl_1' };
    const history = [{ ...turn('user', 'what is this?'), attachments: [file] }];
    await think({
      history,
      readPicture: async () => 'data:image/png;base64,AAAA',
      options: { canSee: true },
    });
    expect(JSON.stringify(server.requests[1])).not.toContain('base64');
  });
  test('never shows the words of the server to the member', async () => {
    server.reply = refused(400, failure('key sk-1 at 10.0.0.7'));
    expect(JSON.stringify((await think()).failed)).not.toMatch(/sk-1|10\.0/);
  });
});
