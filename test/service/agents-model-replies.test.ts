import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chunk, type ModelRequest, type Policy, startStream } from './agents-model-server.js';
import { hello, inTurn, type ModelWorld, openModelWorld, turn } from './agents-model-world.js';

/** Replies as the documents of servers and the reports about them describe them. */

let world: ModelWorld;
beforeEach(async () => {
  world = await openModelWorld();
});
afterEach(async () => {
  await world.server.close();
  expect(world.server.faults).toEqual([]);
});

const bytes =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Policy =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
    response.end(body);
    return undefined;
  };
const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const fox = chunk({ content: 'A fox.' });
const stop = chunk({}, 'stop');
const done = 'data: [DONE]\n\n';
/** A chunk with fields of its own beside `choices`, or in its choice. */
const odd = (delta: unknown, choice: object = {}, rest: object = {}) =>
  data({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null, ...choice }],
    ...rest,
  });

describe('a reply is read whole', () => {
  const replies: [string, string, string?][] = [
    [
      'by OpenAI, with a role first and a usage chunk last',
      chunk({ role: 'assistant', content: '', refusal: null }) +
        fox +
        stop +
        data({ choices: [], usage: { total_tokens: 9 } }) +
        done,
    ],
    [
      'by OpenAI, with padding against eavesdropping',
      odd({ content: 'A fox.' }, { logprobs: null }, { obfuscation: 'x7Yq', service_tier: 'default' }) +
        stop +
        done,
    ],
    [
      'by Azure, with filter results',
      data({ choices: [], prompt_filter_results: [{ prompt_index: 0 }] }) +
        odd({ content: 'A fox.' }, { content_filter_results: { hate: { filtered: false } } }) +
        stop +
        done,
    ],
    [
      'by Azure, with offsets of a late filter behind the end',
      fox +
        stop +
        odd(null, { content_filter_offsets: { check_offset: 1 } }) +
        odd({}, { finish_reason: null, content_filter_results: {} }) +
        done,
    ],
    [
      'by DeepSeek, with reasoning and null content',
      odd({ role: 'assistant', content: null, reasoning_content: 'red?' }) +
        odd({ content: 'A fox.', reasoning_content: null }) +
        stop +
        done,
    ],
    [
      'by OpenRouter, with reasoning details and comments',
      `: OPENROUTER PROCESSING\n\n${odd({ content: '', reasoning: 'red?', reasoning_details: [{ type: 'reasoning.text', text: 'red?' }] })}${odd({ content: 'A fox.', reasoning: null })}${stop}${done}`,
    ],
    [
      'by Groq, with its own usage',
      odd({ role: 'assistant', content: '' }, {}, { x_groq: { id: 'r' } }) +
        fox +
        odd({}, { finish_reason: 'stop' }, { x_groq: { id: 'r', usage: { total_tokens: 9 } } }) +
        done,
    ],
    [
      'by Groq, with reasoning in a channel',
      odd({ channel: 'analysis', reasoning: 'red?' }) + fox + stop + done,
    ],
    [
      'by Gemini, whole in one chunk with its end',
      odd({ role: 'assistant', content: 'A fox.' }, { finish_reason: 'stop' }) + done,
    ],
    [
      'by Gemini, with a signature behind the words',
      fox +
        odd(
          { content: '', extra_content: { google: { thought_signature: 'c2ln' } } },
          { finish_reason: 'stop' },
        ) +
        done,
    ],
    [
      'by Mistral, with thinking and text as parts',
      odd({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'red?' }] }] }) +
        odd({ content: [{ type: 'text', text: 'A fox.' }] }) +
        stop +
        done,
    ],
    [
      'by Mistral, with references among the parts',
      odd({
        content: [
          { type: 'text', text: 'A fox.' },
          { type: 'reference', reference_ids: [1] },
        ],
      }) +
        stop +
        done,
    ],
    [
      'by vLLM, with reasoning under its new name',
      odd({ reasoning: 'red?', content: '' }) +
        odd({ content: 'A fox.' }) +
        odd({ content: '' }, { finish_reason: 'stop', stop_reason: null }) +
        done,
    ],
    [
      'by llama.cpp, with timings',
      fox + odd({}, { finish_reason: 'stop' }, { timings: { predicted_n: 2 } }) + done,
    ],
    [
      'by Ollama, with an empty last delta',
      fox + odd({ role: 'assistant', content: '' }, { finish_reason: 'stop' }) + done,
    ],
    ['by LM Studio, with empty tool calls', odd({ content: 'A fox.', tool_calls: [] }) + stop + done],
    [
      'by Perplexity, with the whole so far beside each piece',
      odd({ content: 'A ' }, { message: { role: 'assistant', content: 'A ' } }) +
        odd({ content: 'fox.' }, { message: { role: 'assistant', content: 'A fox.' } }) +
        odd({ content: '' }, { message: { role: 'assistant', content: 'A fox.' }, finish_reason: 'stop' }),
    ],
    [
      'by MiniMax, with the whole message again at the end',
      fox +
        data({
          object: 'chat.completion',
          choices: [{ index: 0, message: { role: 'assistant', content: 'A fox.' }, finish_reason: 'stop' }],
          usage: { total_tokens: 9 },
        }),
    ],
    [
      'by gateways, with the whole text again at the end',
      chunk({ content: 'A fox in a forest, and ' }) +
        chunk({ content: 'a bear.' }) +
        odd({ content: 'A fox in a forest, and a bear.' }, { finish_reason: 'stop' }) +
        done,
      'A fox in a forest, and a bear.',
    ],
    [
      'with the last words beside the end',
      chunk({ content: 'A ' }) + odd({ content: 'fox.' }, { finish_reason: 'stop' }) + done,
    ],
    [
      'with an echo that is meant',
      chunk({ content: 'ha ' }) + odd({ content: 'ha ' }, { finish_reason: 'stop' }) + done,
      'ha ha ',
    ],
    ['with events that only a line break separates', (fox + stop + done).replaceAll('\n\n', '\n')],
    ['with carriage returns alone', (fox + stop + done).replaceAll('\n', '\r')],
    ['with retry and id lines', `retry: 3000\nid: 1\n${fox}id: 2\n${stop}${done}`],
    ['with pings as events', `event: ping\ndata: {"type": "ping"}\n\n${fox}${stop}${done}`],
    ['with empty data', `data:\n\n${fox}data: \n\n${stop}${done}`],
    ['with null among the choices', data({ choices: [null] }) + fox + stop],
    ['with choices that are an object', data({ choices: { 0: {} } }) + fox + stop],
    [
      'with a second choice',
      data({ choices: [{ index: 1, delta: { content: 'A bear.' }, finish_reason: null }] }) +
        fox +
        stop +
        done,
    ],
    ['with usage that is null', odd({ content: 'A fox.' }, {}, { usage: null }) + stop + done],
    ['with a line break before [DONE]', `${fox}${stop}data:  [DONE] \n\n`],
    ['with an upper case end', fox + chunk({}, 'STOP') + done],
    ['with numbers for content', odd({ content: 7 }) + fox + stop],
    ['in a text field', data({ choices: [{ index: 0, text: 'A fox.', finish_reason: 'stop' }] }) + done],
  ];
  test.each(replies)('%s', async (_, body, text = 'A fox.') => {
    world.server.policy = bytes(body);
    expect(await world.think()).toMatchObject({ text, failed: undefined });
    expect(world.server.requests).toHaveLength(1);
  });

  test('compressed', async () => {
    world.server.policy = bytes(gzipSync(fox + stop + done), { 'content-encoding': 'gzip' });
    expect((await world.think()).text).toBe('A fox.');
  });

  test('behind a redirect to another path', async () => {
    world.server.policy = inTurn(bytes('', { location: '/v2/chat/completions' }, 308), hello);
    expect((await world.think()).text).toBe('hello');
  });

  test.each([
    ['with parts of usage', { prompt_tokens: 300, completion_tokens: 21 }],
    ['with usage as a sum', { prompt_tokens: 300, completion_tokens: 21, total_tokens: 321 }],
  ])('%s', async (_, usage) => {
    world.server.policy = bytes(fox + stop + data({ choices: [], usage }) + done);
    expect((await world.think()).tokens).toBe(321);
  });

  test.each([
    ['its end', fox + stop],
    ['[DONE]', fox + done],
    ['its end and usage', fox + stop + data({ choices: [], usage: { total_tokens: 9 } })],
  ])('when the connection stays open behind %s', async (_, body) => {
    world.server.policy = (_request, response) => void startStream(response).write(body);
    const started = performance.now();
    expect(await world.think()).toMatchObject({ text: 'A fox.', failed: undefined });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('when HTTP/1.0 closes instead of counting', async () => {
    world.server.policy = (_, response) => {
      response.socket?.end(`HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${fox}${stop}`);
      return undefined;
    };
    expect((await world.think()).text).toBe('A fox.');
  });
});

describe('a reply that ended early is incomplete', () => {
  const ends: [string, string, RegExp][] = [
    ['for lack of room at DeepSeek', fox + chunk({}, 'insufficient_system_resource'), /cut off/],
    ['by an abort of vLLM', fox + chunk({}, 'abort'), /cut off/],
    [
      'by an error of vLLM in the stream',
      fox +
        data({ object: 'error', message: 'engine is dead', type: 'InternalServerError', code: 500 }) +
        done,
      /can't reach/,
    ],
    [
      'by an error of vLLM under its new name',
      fox + data({ error: { message: 'engine is dead', type: 'InternalServerError', code: 500 } }) + done,
      /can't reach/,
    ],
    [
      'by an error of llama.cpp as a field of its own',
      `${fox}error: {"code":500,"message":"slot failed","type":"server_error"}\n\n`,
      /can't reach/,
    ],
    [
      'by an error event of Groq',
      `${fox}event: error\ndata: {"error":{"message":"over","type":"internal_server_error","code":"x"}}\n\n`,
      /can't reach|couldn't read/,
    ],
    ['by a detail of FastAPI', fox + data({ detail: 'Internal error' }) + done, /can't reach/],
    ['by a connection without any reason', fox, /cut off/],
    ['by a reason that stays null', fox + odd({}, { finish_reason: null }), /cut off/],
    [
      'by a call that Gemini could not write',
      fox + chunk({}, 'function_call_filter: MALFORMED_FUNCTION_CALL'),
      /cut off/,
    ],
    ['by network_error at Zhipu', fox + chunk({}, 'network_error'), /cut off/],
  ];
  test.each(ends)('%s', async (_, body, words) => {
    world.server.policy = bytes(body);
    const { failed } = await world.think();
    expect(failed).toMatchObject({ retryable: true, error: { message: expect.stringMatching(words) } });
  });

  test.each(ends)('%s, and is asked again when nothing was said', async (_, body) => {
    world.server.policy = inTurn(bytes(body.replace(fox, '')), hello);
    expect((await world.think()).text).toBe('hello');
  });

  test.each(['SAFETY', 'sensitive', 'content_filter', 'RECITATION', 'BLOCKLIST', 'SPII'])(
    'but refused: %s',
    async (reason) => {
      world.server.policy = bytes(chunk({}, reason) + done);
      await expect(world.think()).rejects.toMatchObject({ code: 'content_rejected' });
    },
  );

  test.each([
    ['a code', { code: 'context_length_exceeded', message: 'too long' }],
    ['a status', { code: 400, message: 'This model has a maximum context length of 4096 tokens' }],
    ['a type', { type: 'exceed_context_size_error', code: 400, message: 'exceeds' }],
  ])('nor one whose context was too long, told in the stream by %s', async (_, error) => {
    const history = Array.from({ length: 31 }, (_each, at) =>
      turn(at % 2 ? 'agent' : 'user', `${at} ${'x'.repeat(400)}`),
    );
    world.server.policy = (request, response) =>
      JSON.stringify(request.messages).length > 6_000
        ? bytes(data({ error }))(request, response)
        : { text: 'fine' };
    const { text, steps } = await world.think({ history });
    expect(text).toBe('fine');
    expect(steps.some((step) => step.kind === 'progress' && step.step === 'history')).toBe(true);
  });

  test.each([
    ['rate_limit_exceeded', /busy/],
    ['insufficient_quota', /set up/],
    ['invalid_api_key', /set up/],
    ['server_error', /can't reach/],
  ])('%s in the stream is told as such', async (code, words) => {
    world.server.policy = bytes(data({ error: { code, message: 'x' } }));
    expect((await world.think()).failed).toMatchObject({ error: { message: expect.stringMatching(words) } });
  });
});

type Call = {
  id?: string;
  type?: string;
  extra_content?: unknown;
  function: { name: string; arguments: string };
};
type Sent = ModelRequest['messages'][number] & { reasoning_content?: string; reasoning_details?: unknown };
const said = (request: ModelRequest | undefined) => (request?.messages ?? []) as Sent[];
const call = (id: string | undefined, input: unknown, rest: object = {}) => ({
  ...(id !== undefined && { id }),
  type: 'function',
  function: { name: 'explain_credits', arguments: input },
  ...rest,
});
const calling = (...pieces: object[]) =>
  pieces.map((piece) => odd(piece)).join('') + chunk({}, 'tool_calls') + done;
const refused = (message: string): Policy =>
  bytes(JSON.stringify({ error: { message, code: 400 } }), {}, 400);

describe('calls', () => {
  const parallel: [string, string][] = [
    [
      'by Gemini, both without ids at index 0',
      calling({ tool_calls: [call('', '{}', { index: 0 })] }, { tool_calls: [call('', '{}', { index: 0 })] }),
    ],
    [
      'by Gemini, in one chunk at index 0',
      calling({ tool_calls: [call(undefined, '{}', { index: 0 }), call(undefined, '{}', { index: 0 })] }),
    ],
    ['without ids and indices', calling({ tool_calls: [call(undefined, '{}'), call(undefined, '{}')] })],
    [
      'with the same id for both',
      calling({ tool_calls: [call('call', '{}', { index: 0 }), call('call', '{}', { index: 1 })] }),
    ],
    [
      'with indices from 1',
      calling(
        { tool_calls: [call('a', '{}', { index: 1 })] },
        { tool_calls: [call('b', '{}', { index: 2 })] },
      ),
    ],
    [
      'with arguments that are objects',
      calling({ tool_calls: [call('a', {}, { index: 0 }), call('b', {}, { index: 1 })] }),
    ],
    [
      'with the name in every piece',
      calling(
        { tool_calls: [call('a', '{', { index: 0 })] },
        { tool_calls: [call('a', '}', { index: 0 })] },
        { tool_calls: [call('b', '{}', { index: 1 })] },
      ),
    ],
    [
      'with the end on the same chunk',
      odd(
        { tool_calls: [call('a', '{}', { index: 0 }), call('b', '{}', { index: 1 })] },
        { finish_reason: 'stop' },
      ) + done,
    ],
    [
      'as one object instead of a list',
      calling({ tool_calls: call('a', '{}') }, { tool_calls: call('b', '{}') }),
    ],
  ];
  test.each(parallel)('two at once, %s, are both made', async (_, body) => {
    world.server.policy = inTurn(bytes(body), hello);
    expect((await world.think()).text).toBe('hello');
    expect(world.used).toEqual(['usr_1', 'usr_1']);
    const results = said(world.server.requests[1]).filter(({ role }) => role === 'tool');
    expect(new Set(results.map(({ tool_call_id }) => tool_call_id)).size).toBe(2);
  });

  test('without an id get one that Mistral takes, and no other call of the answer has', async () => {
    const written = bytes(chunk({ content: '[TOOL_CALLS]explain_credits[ARGS]{}' }) + stop + done);
    world.server.policy = inTurn(written, written, hello);
    await world.think();
    const ids = said(world.server.requests[2]).flatMap(({ tool_calls = [] }) =>
      (tool_calls as Call[]).map(({ id }) => id),
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
  });

  test('of Gemini keep the signature of their thought', async () => {
    const extra_content = { google: { thought_signature: 'c2lnbmF0dXJl' } };
    const first = bytes(calling({ tool_calls: [call('a', '{}', { index: 0, extra_content })] }));
    world.server.policy = inTurn(first, (request, response) => {
      const calls = said(request).flatMap(({ tool_calls = [] }) => tool_calls as Call[]);
      if (calls.every((one) => one.extra_content)) return { text: 'fine' };
      return refused('Function call is missing a thought_signature in functionCall parts.')(
        request,
        response,
      );
    });
    expect((await world.think()).text).toBe('fine');
    expect(said(world.server.requests[1]).find(({ tool_calls }) => tool_calls)?.tool_calls).toMatchObject([
      { extra_content },
    ]);
    expect(world.server.requests).toHaveLength(2);
  });

  test('of DeepSeek and Kimi keep their reasoning', async () => {
    const first = bytes(
      calling(
        { reasoning_content: 'Credits' },
        { reasoning_content: '?' },
        { tool_calls: [call('a', '{}', { index: 0 })] },
      ),
    );
    world.server.policy = inTurn(first, (request, response) => {
      const asking = said(request).find(({ tool_calls }) => tool_calls);
      if (asking?.reasoning_content === 'Credits?') return { text: 'fine' };
      return refused('The `reasoning_content` in the thinking mode must be passed back to the API.')(
        request,
        response,
      );
    });
    expect((await world.think()).text).toBe('fine');
    expect(world.server.requests).toHaveLength(2);
  });

  test('of OpenRouter keep the details of their reasoning', async () => {
    const detail = { type: 'reasoning.encrypted', data: 'x', index: 0 };
    world.server.policy = inTurn(
      bytes(calling({ reasoning_details: [detail] }, { tool_calls: [call('a', '{}', { index: 0 })] })),
      hello,
    );
    expect((await world.think()).text).toBe('hello');
    expect(said(world.server.requests[1]).find(({ tool_calls }) => tool_calls)?.reasoning_details).toEqual([
      detail,
    ]);
  });

  test('of a server without reasoning add no field for it', async () => {
    world.server.policy = inTurn(bytes(calling({ tool_calls: [call('a', '{}', { index: 0 })] })), hello);
    await world.think();
    const asking = said(world.server.requests[1]).find(({ tool_calls }) => tool_calls);
    expect(Object.keys(asking ?? {}).sort()).toEqual(['content', 'role', 'tool_calls']);
  });

  test.each([
    'messages[3].role: unknown variant `tool`, expected `user` or `assistant`',
    'Conversation roles must alternate user/assistant/user/assistant/...',
    'System role not supported',
  ])('are told in words where results are refused: %s', async (words) => {
    const first = bytes(calling({ tool_calls: [call('a', '{}', { index: 0 })] }));
    world.server.policy = inTurn(first, (request, response) =>
      said(request).some(({ role, tool_calls }) => role === 'tool' || tool_calls)
        ? refused(words)(request, response)
        : { text: 'fine' },
    );
    expect((await world.think()).text).toBe('fine');
    const [last] = said(world.server.requests.at(-1)).slice(-1);
    expect(last?.content).toContain('explain_credits');
    expect(last?.content).toContain('"available":5');
  });

  test('that are refused without tools in the last round are told in words', async () => {
    world.server.policy = (request, response) => {
      if (request.tools) return { calls: [{ name: 'explain_credits', input: {} }] };
      const hasResult = said(request).some(({ role }) => role === 'tool');
      return hasResult
        ? refused('Requests which include `tool_use` or `tool_result` blocks must define tools')(
            request,
            response,
          )
        : { text: 'fine' };
    };
    expect((await world.think()).text).toBe('fine');
  });
});

describe('the address', () => {
  const urlsOf = async (suffix: string) => {
    const urls: string[] = [];
    world.server.policy = (_, response) => {
      urls.push(`${response.req.url} ${response.req.headers['api-key'] ?? ''}`.trim());
      return { text: 'fine' };
    };
    const url = new URL(world.server.url).origin + suffix;
    expect((await world.think({ options: { url, key: 'sk-1' } })).text).toBe('fine');
    return urls;
  };
  test.each([
    ['with a slash at its end', '/v1/', '/v1/chat/completions'],
    ['of the endpoint itself', '/v1/chat/completions', '/v1/chat/completions'],
    ['of Gemini', '/v1beta/openai/', '/v1beta/openai/chat/completions'],
    [
      'of a deployment at Azure',
      '/openai/deployments/fox?api-version=2024-10-21',
      '/openai/deployments/fox/chat/completions?api-version=2024-10-21',
    ],
    [
      'of the whole endpoint at Azure',
      '/openai/deployments/fox/chat/completions?api-version=2024-10-21',
      '/openai/deployments/fox/chat/completions?api-version=2024-10-21',
    ],
  ])('%s is understood', async (_, suffix, path) => {
    expect((await urlsOf(suffix))[0]?.split(' ')[0]).toBe(path);
  });

  test('with a version of the interface sends the key as Azure reads it', async () => {
    expect((await urlsOf('/openai/deployments/fox?api-version=2024-10-21'))[0]).toContain('sk-1');
    expect((await urlsOf('/v1'))[0]).not.toContain('sk-1');
  });
});
