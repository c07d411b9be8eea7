import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Log } from '../../src/base/log.js';
import type { ModelRequest, Policy } from './agents-model-server.js';
import { hello, inTurn, type ModelWorld, openModelWorld, turn } from './agents-model-world.js';

/** What servers refuse, with bodies in the form that each of them documents. */

let world: ModelWorld;
beforeEach(async () => {
  world = await openModelWorld();
});
afterEach(async () => {
  await world.server.close();
  expect(world.server.faults).toEqual([]);
});

const refusing =
  (status: number, body: unknown, headers: Record<string, string> = {}): Policy =>
  (_, response) => {
    const isText = typeof body === 'string';
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
    response.end(isText ? body : JSON.stringify(body));
    return undefined;
  };
/** Refuses requests that have what it objects to, and answers others. */
const unless = (objects: (request: ModelRequest) => boolean, refusal: Policy): Policy => {
  return (request, response) => (objects(request) ? refusal(request, response) : { text: 'fine' });
};

const lines: string[] = [];
const keep = (...given: unknown[]) => void lines.push(JSON.stringify(given));
const log = { debug: keep, info: keep, warn: keep, error: keep, child: () => log } as unknown as Log;
beforeEach(() => void lines.splice(0));

const openAi = (message: string, code: string | null = null, type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
});
const gemini = (code: number, message: string, status: string, details: object[] = []) => [
  { error: { code, message, status, details } },
];
/** vLLM's of 2024 and Mistral's. */
const flat = (code: number | string, message: unknown, type = 'BadRequestError') => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
});
const fastApi = (loc: string, msg: string, type = 'extra_forbidden') => ({
  detail: [{ type, loc: ['body', loc], msg, input: true }],
});

const long = Array.from({ length: 31 }, (_, at) =>
  turn(at % 2 === 0 ? 'user' : 'agent', `line ${at} ${'x'.repeat(400)}`),
);

describe('too much context leads to a shorter history', () => {
  const refusals: [string, number, unknown][] = [
    [
      'by OpenAI',
      400,
      openAi('Your input exceeds the context window of this model.', 'context_length_exceeded'),
    ],
    ['by vLLM of 2024', 400, flat(400, "This model's maximum context length is 4096 tokens.")],
    ['by vLLM', 400, { error: flat(400, "This model's maximum context length is 4096 tokens.") }],
    [
      'by llama.cpp',
      400,
      {
        error: {
          code: 400,
          message:
            'request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 5000,
          n_ctx: 4096,
        },
      },
    ],
    [
      'by LM Studio',
      400,
      {
        error:
          'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens.',
      },
    ],
    [
      'by Gemini',
      400,
      gemini(
        400,
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        'INVALID_ARGUMENT',
      ),
    ],
    [
      'by Text Generation Inference',
      422,
      {
        error: 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000',
        error_type: 'validation',
      },
    ],
    [
      'by xAI',
      400,
      {
        code: 'Client specified an invalid argument',
        error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      },
    ],
    [
      'by Mistral',
      400,
      flat(
        '3051',
        'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
        'invalid_request_prompt_too_long',
      ),
    ],
    [
      'by Groq, for a minute',
      413,
      openAi(
        'Request too large for model `llama-3.1-8b-instant` on tokens per minute (TPM): Limit 6000, Requested 6294, please reduce your message size and try again. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
        'rate_limit_exceeded',
        'tokens',
      ),
    ],
    [
      'by OpenAI, for a minute',
      429,
      openAi(
        'Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 36055. The input or output tokens must be reduced in order to run successfully.',
        'rate_limit_exceeded',
        'tokens',
      ),
    ],
    ['by a proxy', 413, '<html><title>413 Request Entity Too Large</title></html>'],
    [
      'by Cloudflare',
      400,
      {
        success: false,
        errors: [
          {
            code: 5021,
            message:
              'The estimated number of input and maximum output tokens (5000) exceeded this model context window limit (4096).',
          },
        ],
      },
    ],
  ];
  test.each(refusals)('%s', async (_, status, body) => {
    const tooLong = (request: ModelRequest) => JSON.stringify(request.messages).length > 6_000;
    world.server.policy = unless(tooLong, refusing(status, body));
    expect(await world.think({ history: long })).toMatchObject({ text: 'fine', failed: undefined });
    expect(world.server.requests.at(-1)?.messages.at(-1)?.content).toContain('line 30');
    expect(world.waits).toEqual([]);
  });

  test('of which pictures are left out first where the body is too large', async () => {
    const attachments = [{ name: 'fox.png', url: 'x', content_type: 'image/png' }];
    const history = [{ ...turn('user', 'like this'), attachments }];
    const hasPicture = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('image_url');
    world.server.policy = unless(hasPicture, refusing(413, '<html>too large</html>'));
    const readPicture = async () => 'data:image/png;base64,AAAA';
    const { text } = await world.think({ history, readPicture, options: { canSee: true } });
    expect(text).toBe('fine');
    expect(world.server.requests.at(-1)?.messages.at(-1)?.content).toContain('fox.png');
  });
});

describe('tools are left out', () => {
  const refusals: [string, number, unknown][] = [
    [
      'where OpenRouter has no provider with them',
      404,
      { error: { message: 'No endpoints found that support tool use.', code: 404 }, user_id: 'x' },
    ],
    ['by vLLM of 2024', 400, flat(400, '"auto" tool choice requires --enable-auto-tool-choice')],
    [
      'by Ollama',
      400,
      openAi('registry.ollama.ai/library/phi3:latest does not support tools', null, 'api_error'),
    ],
    [
      'by llama.cpp',
      500,
      { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
    ],
    [
      'by Gemini, for a schema',
      400,
      gemini(
        400,
        'Invalid JSON payload received. Unknown name "const" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
        'INVALID_ARGUMENT',
      ),
    ],
    ['by a strict server', 422, fastApi('tools', 'Extra inputs are not permitted')],
  ];
  test.each(refusals)('%s', async (_, status, body) => {
    world.server.policy = unless(({ tools }) => tools !== undefined, refusing(status, body));
    expect(await world.think()).toMatchObject({ text: 'fine', failed: undefined });
  });

  test('pictures, where OpenRouter has no provider that sees', async () => {
    const attachments = [{ name: 'fox.png', url: 'x', content_type: 'image/png' }];
    const history = [{ ...turn('user', 'like this'), attachments }];
    const hasPicture = ({ messages }: ModelRequest) => JSON.stringify(messages).includes('image_url');
    const body = { error: { message: 'No endpoints found that support image input', code: 404 } };
    world.server.policy = unless(hasPicture, refusing(404, body));
    const readPicture = async () => 'data:image/png;base64,AAAA';
    const { text } = await world.think({ history, readPicture, options: { canSee: true } });
    expect(text).toBe('fine');
    expect(world.server.requests.at(-1)?.tools).toBeDefined();
  });
});

describe('an option that a server does not know is left out', () => {
  test.each([
    ['by Mistral', 422, fastApi('stream_options', 'Extra inputs are not permitted')],
    ['by an older Azure', 400, openAi('Unrecognized request argument supplied: stream_options')],
    ['by vLLM of 2024', 400, flat(400, "[{'type': 'extra_forbidden', 'loc': ('body', 'stream_options')}]")],
  ])('usage in a stream, %s', async (_, status, body) => {
    world.server.policy = unless((request) => 'stream_options' in request, refusing(status, body));
    expect((await world.think()).text).toBe('fine');
  });

  test('the name of the limit, by a reasoning model of Azure', async () => {
    const words =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    world.server.policy = unless(({ max_tokens }) => max_tokens !== undefined, refusing(400, openAi(words)));
    expect((await world.think()).text).toBe('fine');
    expect(world.server.requests.at(-1)?.max_completion_tokens).toBe(4_096);
  });

  test.each([
    ['by DeepSeek', 400, openAi('Invalid max_tokens value, the valid range of max_tokens is [1, 2048]')],
    [
      'by OpenAI',
      400,
      openAi(
        'max_tokens is too large: 4096. This model supports at most 2048 completion tokens, whereas you provided 4096.',
        'invalid_value',
      ),
    ],
    ['by Groq', 400, openAi('`max_tokens` must be less than or equal to `2048`')],
    [
      'by Mistral',
      422,
      fastApi('max_tokens', 'Input should be less than or equal to 2048', 'less_than_equal'),
    ],
  ])('a reply that is too long is made shorter, under the same name, %s', async (_, status, body) => {
    const refuses = ({ max_tokens: most, max_completion_tokens: other }: ModelRequest) =>
      (most ?? 0) > 2_048 || other !== undefined;
    world.server.policy = unless(refuses, refusing(status, body));
    const brain = world.brainOf();
    expect((await world.think({ brain })).text).toBe('fine');
    expect(world.server.requests.at(-1)?.max_tokens).toBe(1_024);
    await world.think({ brain });
    expect(world.server.requests).toHaveLength(3);
  });

  test('both, the name and the size of the limit', async () => {
    world.server.policy = (request, response) => {
      if (request.max_tokens)
        return refusing(400, openAi("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens'."))(
          request,
          response,
        );
      if ((request.max_completion_tokens ?? 0) > 2_048)
        return refusing(400, openAi('max_completion_tokens is too large: 4096. At most 2048.'))(
          request,
          response,
        );
      return { text: 'fine' };
    };
    expect((await world.think()).text).toBe('fine');
  });

  test('the system role, by o1 of OpenAI', async () => {
    const words = "Unsupported value: 'messages[0].role' does not support 'system' with this model.";
    world.server.policy = unless(
      ({ messages }) => messages[0]?.role === 'system',
      refusing(400, openAi(words)),
    );
    expect((await world.think()).text).toBe('fine');
  });
});

describe('a limit for a minute is waited for', () => {
  const minute: [string, number, unknown, Record<string, string>, number][] = [
    [
      'at Groq, whose sentence names its page of bills',
      429,
      openAi(
        'Rate limit reached for model `llama-3.3-70b` on tokens per minute (TPM): Limit 6000, Used 5034, Requested 1443. Please try again in 4.77s. Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing',
        'rate_limit_exceeded',
        'tokens',
      ),
      { 'retry-after': '5' },
      5_000,
    ],
    [
      'at Groq without a header',
      429,
      openAi('Rate limit reached. Please try again in 1m0.5s. See billing.', 'rate_limit_exceeded', 'tokens'),
      {},
      -60_500,
    ],
    [
      'at OpenAI',
      429,
      openAi(
        'Rate limit reached for gpt-4o on requests per min. Please try again in 21s.',
        'rate_limit_exceeded',
      ),
      {},
      21_000,
    ],
    ['at OpenAI, in ms', 429, openAi('Please try again in 706ms.', 'rate_limit_exceeded'), {}, 706],
    [
      'at Gemini, whose sentence speaks of a plan',
      429,
      gemini(
        429,
        'You exceeded your current quota, please check your plan and billing details. * Quota exceeded for metric: generate_content_free_tier_requests, limit: 10\nPlease retry in 12.5s.',
        'RESOURCE_EXHAUSTED',
        [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '12s' }],
      ),
      {},
      12_500,
    ],
    [
      'at Azure',
      429,
      openAi('Requests have exceeded the rate limit.', '429'),
      { 'retry-after-ms': '1500' },
      1_500,
    ],
    [
      'at a gateway of Azure',
      429,
      { statusCode: 429, message: 'Rate limit is exceeded. Try again in 5 seconds.' },
      {},
      5_000,
    ],
    ['at Mistral', 429, { message: 'Requests rate limit exceeded' }, {}, 500],
    ['at vLLM behind nginx', 429, '<html>429 Too Many Requests</html>', {}, 500],
  ];
  test.each(minute)('%s', async (_, status, body, headers, waitMs) => {
    world.server.policy = inTurn(refusing(status, body, headers), hello);
    const { text, failed } = await world.think();
    if (waitMs >= 0) {
      expect(text).toBe('hello');
      expect(world.waits).toEqual([waitMs]);
    } else
      expect(failed).toMatchObject({
        retryable: true,
        error: { code: 'rate_limited', context: { retryAfter: Math.ceil(-waitMs / 1000) } },
      });
  });

  test.each([
    [
      'OpenAI',
      429,
      openAi(
        'You exceeded your current quota, please check your plan and billing details.',
        'insufficient_quota',
      ),
    ],
    ['DeepSeek', 402, openAi('Insufficient Balance', 'invalid_request_error', 'unknown_error')],
    [
      'OpenRouter',
      402,
      { error: { code: 402, message: 'Insufficient credits. Add more using https://openrouter.ai' } },
    ],
    [
      'Gemini without an account',
      429,
      gemini(429, 'Your prepayment credits are depleted. Check your billing.', 'RESOURCE_EXHAUSTED'),
    ],
  ])('but not an account without money, at %s', async (_, status, body) => {
    world.server.policy = refusing(status, body);
    expect((await world.think({ options: { log } })).failed).toMatchObject({
      error: { code: 'maintenance' },
    });
    expect(world.server.requests).toHaveLength(1);
    expect(lines.join()).toContain('billing');
  });
});

describe('a model that is still loading is waited for', () => {
  const loading: [string, number, unknown][] = [
    ['by llama.cpp', 503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }],
    ['by Hugging Face', 503, { error: 'Model gpt2 is currently loading', estimated_time: 20 }],
    ['by Text Generation Inference', 503, { error: 'Model is warming up', error_type: 'overloaded' }],
  ];
  test.each(loading)('%s', async (_, status, body) => {
    const busy = refusing(status, body);
    world.server.policy = inTurn(...Array.from({ length: 12 }, () => busy), hello);
    const answer = await world.think({ options: { firstMs: 600_000 } });
    expect(answer).toMatchObject({ text: 'hello', failed: undefined });
    expect(Math.max(...world.waits)).toBeLessThanOrEqual(10_000);
  });

  test('no longer than for the first words', async () => {
    world.server.policy = refusing(503, loading[0]?.[2]);
    const { failed } = await world.think({ options: { firstMs: 60_000 } });
    expect(failed).toMatchObject({
      retryable: true,
      error: { message: expect.stringContaining('starting') },
    });
    expect(world.waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
    expect(world.waits.length).toBeGreaterThan(4);
  });
});

describe('what only the operator can mend says so', () => {
  const told: [string, number, unknown, RegExp][] = [
    [
      'a model that Ollama lacks',
      404,
      openAi("model 'test' not found, try pulling it first", null, 'api_error'),
      /AGENT_MODEL\b/,
    ],
    [
      'a model that vLLM lacks',
      404,
      flat(404, 'The model `test` does not exist.', 'NotFoundError'),
      /AGENT_MODEL\b/,
    ],
    ['an unknown path of FastAPI', 404, { detail: 'Not Found' }, /AGENT_MODEL_URL/],
    ['a page of another server', 404, '<html>Not found</html>', /AGENT_MODEL_URL/],
    [
      'a model that OpenRouter lacks',
      400,
      { error: { message: 'test is not a valid model ID', code: 400 } },
      /AGENT_MODEL\b/,
    ],
    [
      'a deployment that Azure lacks',
      404,
      { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } },
      /AGENT_MODEL\b/,
    ],
    [
      'no model at LM Studio',
      404,
      {
        error: {
          message: 'No models loaded. Please load a model in the developer page.',
          type: 'invalid_request_error',
          param: 'model',
          code: 'model_not_found',
        },
      },
      /AGENT_MODEL\b/,
    ],
    ['a wrong key of Mistral', 401, { detail: 'Unauthorized' }, /AGENT_MODEL_KEY/],
    [
      'a wrong key of Azure',
      401,
      { statusCode: 401, message: 'Access denied due to invalid subscription key.' },
      /AGENT_MODEL_KEY/,
    ],
    [
      'a wrong key of Gemini',
      400,
      gemini(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT'),
      /AGENT_MODEL_KEY/,
    ],
    [
      'a wrong key of xAI',
      400,
      { code: 'x', error: 'Incorrect API key provided: sk-canary. You can obtain an API key.' },
      /AGENT_MODEL_KEY/,
    ],
    ['a path without this method', 405, { detail: 'Method Not Allowed' }, /AGENT_MODEL_URL/],
  ];
  test.each(told)('%s', async (_, status, body, hint) => {
    world.server.policy = refusing(status, body);
    const { failed } = await world.think({ options: { log } });
    expect(failed).toMatchObject({ retryable: false, error: { code: 'maintenance' } });
    expect(lines.join()).toMatch(hint);
    expect(lines.join()).not.toContain('sk-canary');
    expect(world.server.requests).toHaveLength(1);
  });
});

describe('a filter says so', () => {
  test.each([
    [
      'of Azure',
      400,
      {
        error: {
          message: 'The response was filtered.',
          code: 'content_filter',
          status: 400,
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
    ],
    [
      'of OpenRouter',
      403,
      {
        error: {
          code: 403,
          message: 'Input flagged',
          metadata: { reasons: ['violence'], flagged_input: 'x', provider_name: 'moderation' },
        },
      },
    ],
    ['of DeepSeek', 400, openAi('Content Exists Risk')],
    ['of Qwen', 400, openAi('Input data may contain inappropriate content.', 'data_inspection_failed')],
    [
      'of OpenAI',
      400,
      openAi(
        'Invalid prompt: your prompt was flagged as potentially violating our usage policy.',
        'invalid_prompt',
      ),
    ],
  ])('%s', async (_, status, body) => {
    world.server.policy = refusing(status, body);
    expect((await world.think()).failed).toMatchObject({ error: { code: 'content_rejected' } });
    expect(world.server.requests).toHaveLength(1);
  });
});
