import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.js';
import { chunk, type Policy, refuse, startStream } from './agents-model-server.js';
import { hello, inTurn, type ModelWorld, openModelWorld, turn } from './agents-model-world.js';

/** Written from the chat templates and the documents of the servers that people run. */

let world: ModelWorld;
beforeEach(async () => {
  world = await openModelWorld();
});
afterEach(async () => {
  await world.server.close();
  expect(world.server.faults).toEqual([]);
});

/** Streams a text in pieces of this length. */
const typed =
  (text: string, length: number, finish = 'stop'): Policy =>
  (_, response) => {
    startStream(response);
    for (const content of text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'gu')) ?? [])
      response.write(chunk({ content }));
    response.end(`${chunk({}, finish)}data: [DONE]\n\n`);
    return undefined;
  };
const bytes =
  (body: string, type = 'text/event-stream', status = 200): Policy =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
    return undefined;
  };
const json = (value: unknown): Policy => bytes(JSON.stringify(value), 'application/json');

describe('the member reads', () => {
  const said: [string, string, string][] = [
    ['plain words', 'A fox.', 'A fox.'],
    ['no reasoning in tags', '<think>red?</think>A fox.', 'A fox.'],
    ['no reasoning in longer tags', '<thinking>red?</thinking>\n\nA fox.', 'A fox.'],
    ['no reasoning of Magistral', '[THINK]red?[/THINK]A fox.', 'A fox.'],
    ['no reasoning of Sky-T1', '<|begin_of_thought|>red?<|end_of_thought|>\nA fox.', 'A fox.'],
    ['no empty reasoning', '<think>\n\n</think>\n\nA fox.', 'A fox.'],
    ['no reasoning that only ends', 'They want a fox. Red?\n</think>\n\nA fox.', 'A fox.'],
    [
      'only the final message of harmony',
      '<|channel|>analysis<|message|>red?<|end|><|start|>assistant<|channel|>final<|message|>A fox.<|return|>',
      'A fox.',
    ],
    ['a final message of harmony alone', '<|channel|>final<|message|>A fox.', 'A fox.'],
    [
      'what harmony says before it acts',
      '<|start|>assistant<|channel|>commentary<|message|>One moment.<|end|><|start|>assistant<|channel|>final<|message|> A fox.<|return|>',
      'One moment. A fox.',
    ],
    ['no mark at the end', 'A fox.<|im_end|>', 'A fox.'],
    ['no mark of Llama at the end', 'A fox.<|eot_id|>\n', 'A fox.'],
    ['no mark of Gemma at the end', 'A fox.<end_of_turn>', 'A fox.'],
    ['a mark inside a sentence', 'The token <|im_end|> ends a turn.', 'The token <|im_end|> ends a turn.'],
    ['a tag inside a sentence', 'A red <think> fox.', 'A red <think> fox.'],
    ['comparisons', 'if a < b and c <= d then <b>', 'if a < b and c <= d then <b>'],
    ['brackets', '[TOOLS] [a](b) [TOOL', '[TOOLS] [a](b) [TOOL'],
    ['JSON that is no call', '{"name": "Bob", "age": 7}', '{"name": "Bob", "age": 7}'],
    ['a block of code', '```json\n{"a": 1}\n```\nThat is all.', '```json\n{"a": 1}\n```\nThat is all.'],
    ['a list', '[1, 2, 3]', '[1, 2, 3]'],
    [
      'a call of a tool that was not offered',
      '<tool_call>{"name": "rob_bank", "arguments": {}}</tool_call>',
      '<tool_call>{"name": "rob_bank", "arguments": {}}</tool_call>',
    ],
    ['an explanation of calls', 'Models write <tool_call> first.', 'Models write <tool_call> first.'],
    ['surrogate pairs', '🦊'.repeat(9), '🦊'.repeat(9)],
  ];
  test.each(said)('%s', async (_, reply, shown) => {
    for (const length of [1, 3, 8, 1_000]) {
      world.server.policy = typed(reply, length);
      expect((await world.think()).text.trim()).toBe(shown);
    }
  });

  test('reasoning that only ends is not even begun to be shown the next time', async () => {
    world.server.policy = typed('Red?\n</think>\n\nA fox.', 3);
    const brain = world.brainOf();
    await world.think({ brain });
    const { steps } = await world.think({ brain });
    expect(steps.flatMap((step) => (step.kind === 'text' ? [step.delta] : [])).join('')).toBe('A fox.');
    world.server.policy = typed('No reasoning this time.', 3);
    expect((await world.think({ brain })).text).toBe('No reasoning this time.');
    world.server.policy = typed('And streamed again.', 3);
    expect((await world.think({ brain })).text).toBe('And streamed again.');
  });

  test('an error when there was nothing but reasoning', async () => {
    world.server.policy = typed('<think>Is it red? Is it', 5, 'length');
    expect((await world.think()).failed).toMatchObject({ retryable: true });
  });
});

describe('a call written as text is made', () => {
  const query = '{"query": "wallet"}';
  const calls: [string, string][] = [
    ['by Hermes and Qwen', `<tool_call>\n{"name": "search_docs", "arguments": ${query}}\n</tool_call>`],
    [
      'after words',
      `Let me look.\n<tool_call>\n{"name": "search_docs", "arguments": ${query}}\n</tool_call><|im_end|>`,
    ],
    [
      'after reasoning',
      `<think>docs!</think>\n<tool_call>{"name":"search_docs","arguments":${query}}</tool_call>`,
    ],
    [
      'by Qwen Coder',
      '<tool_call>\n<function=search_docs>\n<parameter=query>\nwallet\n</parameter>\n</function>\n</tool_call>',
    ],
    ['by Llama in tags', `<function=search_docs>${query}</function>`],
    ['by Llama behind a mark', `<|python_tag|>{"name": "search_docs", "parameters": ${query}}<|eom_id|>`],
    ['by Llama without any mark', `{"name": "search_docs", "parameters": ${query}}`],
    ['in a block of code', `\`\`\`json\n{"name": "search_docs", "arguments": ${query}}\n\`\`\``],
    ['by Mistral', `[TOOL_CALLS][{"name": "search_docs", "arguments": ${query}}]`],
    ['by newer Mistral', `[TOOL_CALLS]search_docs[ARGS]${query}`],
    [
      'by DeepSeek',
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search_docs\n\`\`\`json\n${query}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    [
      'by newer DeepSeek',
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>search_docs<｜tool▁sep｜>${query}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
    ],
    [
      'by Kimi',
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.search_docs:0<|tool_call_argument_begin|>${query}<|tool_call_end|><|tool_calls_section_end|>`,
    ],
    ['by Granite', `<|tool_call|>[{"name": "search_docs", "arguments": ${query}}]`],
    ['by Phi', `<|tool_call|>[{"name": "search_docs", "parameters": ${query}}]<|/tool_call|>`],
    ['in tags of others', `<function_call> {"name": "search_docs", "arguments": ${query}} </function_call>`],
    [
      'as OpenAI nests it',
      `{"type": "function", "function": {"name": "search_docs", "arguments": ${query}}}`,
    ],
    [
      'with its arguments as text',
      `<tool_call>{"name": "search_docs", "arguments": ${JSON.stringify(query)}}</tool_call>`,
    ],
    [
      'in harmony',
      `<|channel|>analysis<|message|>docs<|end|><|start|>assistant<|channel|>commentary to=functions.search_docs <|constrain|>json<|message|>${query}<|call|>`,
    ],
    [
      'in harmony, addressed first',
      `<|start|>assistant to=functions.search_docs<|channel|>commentary json<|message|>${query}<|call|>`,
    ],
  ];
  test.each(calls)('%s', async (_, written) => {
    for (const length of [1, 6, 1_000]) {
      world.server.policy = inTurn(typed(written, length), hello);
      const { text, steps } = await world.think();
      expect(text.replace('Let me look.', '').trim()).toBe('hello');
      expect(steps).toContainEqual(
        expect.objectContaining({ tool: { name: 'search_docs', status: 'finished' } }),
      );
    }
  });

  test('each of two', async () => {
    const one = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`;
    world.server.policy = inTurn(typed(`${one('list_packs')}\n${one('explain_credits')}`, 4), hello);
    await world.think();
    expect(world.used).toEqual(['usr_1']);
    expect(world.server.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(2);
  });

  test('not when no tools were offered, as in the last round', async () => {
    const written = '<tool_call>{"name": "list_packs", "arguments": {}}</tool_call>';
    world.server.policy = ({ tools }, response) =>
      typed(tools ? written : 'Enough.', 5)({ messages: [], model: '' }, response);
    expect((await world.think()).text).toBe('Enough.');
  });

  const part = (index: number | undefined, id: string | undefined, name?: string, input?: unknown) => ({
    ...(index !== undefined && { index }),
    ...(id !== undefined && { id }),
    function: { ...(name && { name }), ...(input !== undefined && { arguments: input }) },
  });
  /** As servers are reported to stream two calls, or one. */
  const streamedCalls: [name: string, used: number, ...pieces: object[]][] = [
    [
      'by older Ollama, without indices',
      2,
      part(undefined, 'a', 'explain_credits', '{}'),
      part(undefined, 'b', 'explain_credits', '{}'),
    ],
    [
      'by Ollama, each with the index 0',
      2,
      part(0, 'a', 'explain_credits', '{}'),
      part(0, 'b', 'explain_credits', '{}'),
    ],
    [
      'by vLLM, without ids',
      2,
      part(0, undefined, 'explain_credits', '{'),
      part(0, undefined, undefined, '}'),
      part(1, undefined, 'explain_credits', '{}'),
    ],
    ['by Gemini, without an index and with empty arguments', 1, part(undefined, 'a', 'explain_credits', '')],
    [
      'with the id repeated in every piece',
      1,
      part(0, 'a', 'explain_credits', '{'),
      part(0, 'a', undefined, '}'),
    ],
    [
      'with an empty id and name in later pieces',
      1,
      part(0, 'a', 'explain_credits', '{'),
      part(0, '', '', '}'),
    ],
    ['with arguments that are no string', 1, part(0, 'a', 'explain_credits', {})],
    ['without arguments', 1, part(0, 'a', 'explain_credits')],
  ];
  test.each(streamedCalls)('%s', async (_, used, ...pieces) => {
    const body = pieces.map((piece) => chunk({ tool_calls: [piece] })).join('');
    world.server.policy = inTurn(bytes(`${body}${chunk({}, 'stop')}data: [DONE]\n\n`), hello);
    expect((await world.think()).text).toBe('hello');
    expect(world.used).toEqual(Array.from({ length: used }, () => 'usr_1'));
  });

  test('by vLLM without a parser of tools: a reason that names calls, and none, shows the words', async () => {
    const body = chunk({ content: 'A fox.', tool_calls: [] }) + chunk({}, 'tool_calls');
    world.server.policy = bytes(`${body}data: [DONE]\n\n`);
    expect((await world.think()).text).toBe('A fox.');
  });

  test('in the old form of a delta', async () => {
    const deltas = [
      { function_call: { name: 'explain_credits', arguments: '' } },
      { function_call: { arguments: '{}' } },
    ];
    const old = bytes(`${deltas.map((delta) => chunk(delta)).join('')}${chunk({}, 'function_call')}`);
    world.server.policy = inTurn(old, hello);
    expect((await world.think()).text).toBe('hello');
    expect(world.used).toEqual(['usr_1']);
  });
});

describe('an answer in one piece', () => {
  const message = (content: unknown, rest: object = {}, finish: string | null = 'stop') => ({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content, ...rest }, finish_reason: finish }],
    usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 321 },
  });

  test('counts, with its usage', async () => {
    world.server.policy = json(message('A fox.'));
    expect(await world.think()).toMatchObject({ text: 'A fox.', tokens: 321, failed: undefined });
  });

  test('counts when the server calls it a stream of events', async () => {
    world.server.policy = bytes(JSON.stringify(message('A fox.')), 'text/event-stream');
    expect((await world.think()).text).toBe('A fox.');
  });

  test('without a reason for its end is whole', async () => {
    world.server.policy = json(message('A fox.', {}, null));
    expect(await world.think()).toMatchObject({ text: 'A fox.', failed: undefined });
  });

  test('may call tools', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'explain_credits', arguments: '{}' } };
    world.server.policy = inTurn(json(message(null, { tool_calls: [call] }, 'tool_calls')), hello);
    expect((await world.think()).text).toBe('hello');
    expect(world.used).toEqual(['usr_1']);
  });

  test('that is cut says so', async () => {
    world.server.policy = json(message('A fo', {}, 'length'));
    expect((await world.think()).steps.at(-1)).toEqual({ kind: 'cut' });
  });

  test('that is an error, with status 200, is one', async () => {
    world.server.policy = json({ error: { message: 'overloaded sk-1', code: 503 } });
    const { failed } = await world.think();
    expect(failed).toMatchObject({ retryable: true, error: { code: 'provider_error' } });
    expect(JSON.stringify(failed)).not.toContain('sk-1');
    expect(world.waits).toHaveLength(3);
  });

  test.each([
    ['torn', '{"choices": [{"message": {"content": "A f', 'application/json'],
    ['a page of a proxy', '<html><body>Bad gateway</body></html>', 'text/html'],
    ['empty', '', 'application/json'],
  ])('that is %s is an error, after retries', async (_, body, type) => {
    world.server.policy = bytes(body, type);
    expect((await world.think()).failed).toMatchObject({ retryable: true });
    expect(world.waits).toHaveLength(3);
  });
});

describe('a stream is read', () => {
  const fox = chunk({ content: 'A fox.' });
  const stop = chunk({}, 'stop');
  const streams: [string, string][] = [
    ['with CR LF', (fox + stop).replaceAll('\n', '\r\n')],
    ['without a space behind data:', (fox + stop).replaceAll('data: ', 'data:')],
    ['with event names and ids', `event: message\nid: 1\n${fox}event: message\nid: 2\n${stop}`],
    ['with comments', `: OPENROUTER PROCESSING\n\n${fox}: ping\n\n${stop}`],
    ['with a byte order mark', `\uFEFF${fox}${stop}`],
    ['without a reason but with [DONE]', `${fox}data: [DONE]\n\n`],
    ['without its last line break', `${fox}${stop}`.trimEnd()],
    ['with a broken line', `${fox}data: {"choices": [{"del\n\n${stop}`],
    ['with words that are no event', `${fox}hello there\n\n${stop}`],
    ['with usage on every chunk', fox.replace('"choices"', '"usage":{"total_tokens":9},"choices"') + stop],
    ['with the reason on the last words', chunk({ content: 'A fox.' }, 'eos')],
    ['that ends a turn', `${fox}${chunk({}, 'end_turn')}`],
    ['that ends with STOP', `${fox}${chunk({}, 'STOP')}`],
    ['with reasoning in a field of its own', chunk({ reasoning_content: 'red?' }) + fox + stop],
    [
      'with an empty first chunk of a filter',
      `data: {"choices":[],"prompt_filter_results":[]}\n\n${fox}${stop}`,
    ],
  ];
  test.each(streams)('%s', async (_, body) => {
    world.server.policy = bytes(body);
    expect(await world.think()).toMatchObject({ text: 'A fox.', failed: undefined });
  });

  test.each(['max_tokens', 'model_length', 'MAX_TOKENS'])('and cut where it ends by %s', async (finish) => {
    world.server.policy = bytes(fox + chunk({}, finish));
    expect((await world.think()).steps.at(-1)).toEqual({ kind: 'cut' });
  });

  test.each(['SAFETY', 'content_filter', 'PROHIBITED_CONTENT'])(
    'and refused where it ends by %s',
    async (finish) => {
      world.server.policy = bytes(fox + chunk({}, finish));
      await expect(world.think()).rejects.toMatchObject({ code: 'content_rejected' });
    },
  );

  test('up to an event that is an error', async () => {
    world.server.policy = bytes(`${fox}event: error\ndata: {"message": "overloaded sk-1"}\n\n`);
    const { failed } = await world.think();
    expect(failed).toMatchObject({ retryable: true });
    expect(JSON.stringify(failed)).not.toContain('sk-1');
  });
});

describe('an error of OpenRouter behind status 200', () => {
  const failing = (code: number, message: string) =>
    `data: ${JSON.stringify({ error: { code, message }, choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] })}\n\n`;

  test.each([
    [
      'after the first words can be tried again',
      chunk({ content: 'A f' }) + failing(502, 'Provider disconnected'),
    ],
    ['before any word can be tried again', failing(503, 'Worker limit reached')],
  ])('%s', async (_, body) => {
    world.server.policy = bytes(body);
    expect((await world.think()).failed).toMatchObject({ retryable: true });
  });

  test('without an error beside it is one too', async () => {
    world.server.policy = bytes(`${chunk({ content: 'A f' })}${chunk({}, 'error')}`);
    expect((await world.think()).failed).toBeDefined();
  });
});

describe('a refusal', () => {
  const long = Array.from({ length: 30 }, (_, at) =>
    turn(at % 2 === 0 ? 'user' : 'agent', `line ${at} ${'x'.repeat(400)}`),
  );
  const history = [...long, turn('user', 'the last')];

  test.each([
    [
      400,
      "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens (max_tokens 4096).",
    ],
    [
      400,
      'the request exceeds the available context size. try increasing the context size or enable context shift',
    ],
    [400, 'prompt is too long: 9000 tokens > 4096 maximum'],
    [413, 'Request too large: reduce the length of the messages'],
    [500, 'input is too long for n_ctx'],
  ])('of too much context, %d: %s, leads to a shorter history', async (status, words) => {
    world.server.policy = (request, response) =>
      JSON.stringify(request.messages).length > 6_000 ? refuse(response, status, words) : { text: 'short' };
    const { text } = await world.think({ history });
    expect(text).toBe('short');
    expect(world.server.requests.at(-1)?.messages.at(-1)?.content).toContain('the last');
    expect(world.server.requests.at(-1)?.tools).toBeDefined();
  });

  test('of any context ends with an error, not in circles', async () => {
    world.server.policy = (_, response) => refuse(response, 400, 'maximum context length is 7 tokens');
    expect((await world.think({ history })).failed).toMatchObject({ retryable: false });
    expect(world.server.requests.length).toBeLessThan(8);
  });

  test('leaves a note when the conversation was too long from the start', async () => {
    const { steps } = await world.think({ history, options: { contextTokens: 1_500 } });
    expect(steps[0]).toMatchObject({ kind: 'progress', step: 'history' });
    expect(world.server.requests[0]?.messages[0]?.content).toContain('too long for you to see');
    expect((await world.think()).steps[0]).not.toMatchObject({ step: 'history' });
  });

  test.each([
    [400, 'System role not supported'],
    [500, 'Jinja Exception: System role not supported'],
    [400, 'Conversation roles must alternate user/assistant/user/assistant/...'],
    [400, 'Developer instruction is not enabled for models/gemma-3-27b-it'],
    [422, 'Only user and assistant roles are supported!'],
  ])('of the system role, %d: %s, puts the rules into the first message', async (status, words) => {
    world.server.policy = ({ messages }, response) =>
      messages[0]?.role === 'system' ? refuse(response, status, words) : { text: 'fine' };
    const brain = world.brainOf();
    expect((await world.think({ brain })).text).toBe('fine');
    expect(world.server.requests.at(-1)?.messages[0]?.content).toMatch(/^You are the agent[\s\S]*hello$/);
    await world.think({ brain });
    expect(world.server.requests).toHaveLength(3);
  });

  test.each([
    [400, 'registry.ollama.ai/library/gemma:latest does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
    [422, 'function calling is not supported by this model'],
  ])('of tools, %d: %s, is answered without them, this time', async (status, words) => {
    world.server.policy = ({ tools }, response) =>
      tools ? refuse(response, status, words) : { text: 'plain' };
    const brain = world.brainOf();
    expect((await world.think({ brain })).text).toBe('plain');
    world.server.policy = hello;
    await world.think({ brain });
    expect(world.server.requests.at(-1)?.tools).toBeDefined();
  });

  test.each([
    [429, 'You exceeded your current quota, please check your plan and billing details.'],
    [402, 'Insufficient Balance'],
    [401, 'Incorrect API key provided: sk-1'],
    [404, "model 'test' not found, try pulling it first"],
  ])('that only the operator can mend, %d, is not repeated', async (status, words) => {
    world.server.policy = (_, response) => refuse(response, status, words);
    expect((await world.think()).failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(world.server.requests).toHaveLength(1);
  });

  test.each([
    [400, "The response was filtered due to the prompt triggering Azure OpenAI's content management policy."],
    [400, 'Your request was rejected as a result of our safety system.'],
    [403, 'Input blocked by moderation'],
  ])('of the content, %d, says so', async (status, words) => {
    world.server.policy = (_, response) => refuse(response, status, words);
    expect((await world.think()).failed).toMatchObject({
      retryable: false,
      error: { code: 'content_rejected' },
    });
    expect(world.server.requests).toHaveLength(1);
  });

  test.each([408, 409, 500, 502, 503, 524, 529])('for a moment, %d, is retried', async (status) => {
    world.server.policy = inTurn(bytes('<html>busy</html>', 'text/html', status), hello);
    expect((await world.think()).text).toBe('hello');
    expect(world.waits).toHaveLength(1);
  });
});

describe('time', () => {
  /** Sends each comment when the last one was read. */
  const slowly =
    (comments: number): Policy =>
    async (_, response) => {
      startStream(response).flushHeaders();
      for (let sent = 0; sent < comments; sent += 1) {
        await eventually(() => expect(world.patiences()).toBeGreaterThan(sent));
        response.write(': keep-alive\n\n');
      }
      response.end(chunk({ content: 'A fox.' }) + chunk({}, 'stop'));
      return undefined;
    };

  test('until the first words begins again with every sign of life of the server', async () => {
    world.server.policy = slowly(8);
    expect(await world.think()).toMatchObject({ text: 'A fox.' });
    expect(world.patiences()).toBeGreaterThanOrEqual(8);
  });

  test('has an end when nothing comes, and the request is cancelled at the model', async () => {
    world.server.policy = (_, response) => void startStream(response).flushHeaders();
    const { failed } = await world.think({ options: { firstMs: 50 } });
    expect(failed).toMatchObject({ retryable: true });
    await eventually(() => expect(world.server.abandoned).toBe(world.server.requests.length));
  });
});
