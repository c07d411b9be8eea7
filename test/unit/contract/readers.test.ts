import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.js';
import { fromProblem } from '../../../src/contract/failure.js';
import { isReadable, readNonceReply } from '../../../src/contract/read/auth.js';
import { readConversationReply } from '../../../src/contract/read/conversation.js';
import { readCreditsReply } from '../../../src/contract/read/credits.js';
import { readGenerationReply } from '../../../src/contract/read/generation.js';
import { isMismatch, readFrames, readReply } from '../../../src/contract/read/index.js';
import { readAnswer, readMessagesReply, readPostedReply } from '../../../src/contract/read/message.js';
import { readPipelineReply } from '../../../src/contract/read/pipelines.js';
import { toTime } from '../../../src/contract/read/values.js';
import { runsOf } from '../../support/slice.js';
import { asked, other } from './shapes.js';

describe('a balance', () => {
  it.each([
    [{ credits: 12 }, 12],
    [{ balance: '12.5' }, 12.5],
    [{ data: { available_credits: 3 } }, 3],
    [{ user: { id: 1, credit_balance: 7 } }, 7],
    [{ result: { balance: { available: 9, reserved: 2 } } }, 9],
    [42, 42],
    ['42', 42],
    [{ status: 'ok', credits: { amount: 5 } }, 5],
    [{ userId: 5, totalCredits: 0 }, 0],
  ])('is read from %j', (body, available) => {
    expect(readCreditsReply(body, asked()).value.available).toBe(available);
  });

  it.each([{}, { credits: 'many' }, null, undefined, [], '<html>'])('is a mismatch for %j', (body) => {
    expect(() => readCreditsReply(body, asked())).toThrow('does');
  });
});

describe('a nonce', () => {
  it.each([
    ['plain text', 'Sign in: 8f3a', 'Sign in: 8f3a', 'Sign in: 8f3a'],
    ['nonce alone', { nonce: '8f3a' }, '8f3a', '8f3a'],
    ['nonce and message', { nonce: '8f3a', message: 'Sign 8f3a' }, '8f3a', 'Sign 8f3a'],
    ['challenge with an id', { data: { id: 'c1', challenge: 'Sign 8f3a' } }, 'Sign 8f3a', 'Sign 8f3a'],
    ['a named text', { nonceId: 9, messageToSign: 'Hello\nworld' }, '9', 'Hello\nworld'],
  ])('is read from %s', (_, body, nonce, message) => {
    expect(readNonceReply(body, asked()).value).toMatchObject({ nonce, message, sign_in_input: null });
  });

  it.each([
    ['control signs', 'Sign\u0000in'],
    ['signs that turn the text', 'Sign \u202ein'],
    ['encoded data', 'A'.repeat(201)],
    ['more than a page', 'word '.repeat(500)],
    ['nothing', '  '],
  ])('is not signed when it holds %s', (_, text) => {
    expect(isReadable(text)).toBe(false);
    expect(() => readNonceReply({ nonce: 'n', message: text }, asked())).toThrow();
  });
});

describe('times', () => {
  it.each([
    ['2026-03-01T14:00:00+02:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.123456', '2026-03-01T12:00:00.123Z'],
    [1_772_366_400, '2026-03-01T12:00:00.000Z'],
    ['1772366400', '2026-03-01T12:00:00.000Z'],
    [1_772_366_400_000, '2026-03-01T12:00:00.000Z'],
    ['soon', undefined],
    [null, undefined],
  ])('%j is %s', (given, iso) => expect(toTime(given)).toBe(iso));
});

describe('a generation', () => {
  const model = 'https://files.example/a.glb';
  it.each([
    ['Replicate', { id: 'p', status: 'succeeded', output: model, created_at: '2026-01-01T00:00:00Z' }],
    ['Replicate with a list', { id: 'p', status: 'succeeded', output: [model] }],
    [
      'Meshy',
      {
        id: 'p',
        status: 'SUCCEEDED',
        progress: 100,
        model_urls: { glb: model, fbx: 'https://files.example/a.fbx' },
        thumbnail_url: 'https://files.example/a.png',
      },
    ],
    [
      'Tripo',
      { code: 0, data: { task_id: 'p', type: 'text_to_model', status: 'success', output: { model } } },
    ],
    [
      'files',
      {
        generation: {
          generationId: 'p',
          state: 'done',
          files: [{ type: 'model/gltf-binary', name: 'a.glb', downloadUrl: model }],
        },
      },
    ],
    ['a flag', { id: 'p', done: true, result: { url: model } }],
  ])('is read from %s', (_, body) => {
    const { value } = readGenerationReply(body, asked());
    expect(value).toMatchObject({ id: 'p', status: 'succeeded', progress: 100 });
    expect(value.output?.files[0]).toMatchObject({ format: 'glb', url: model });
    expect(value.finished_at).not.toBeNull();
  });

  it.each([
    [{ id: 7, status: 'PENDING' }, 'queued', 0],
    [{ job_id: 'j', status: 'processing', progress: 0.4 }, 'running', 40],
    [{ taskId: 'j', state: 'in-progress', percent: '55%' }, 'running', 55],
    [{ id: 'j', status: 'failed', error: { message: 'No body found' } }, 'failed', 0],
    [{ id: 'j', status: 'cancelled' }, 'canceled', 0],
    ['j', 'queued', 0],
  ])('%j is %s', (body, status, progress) => {
    const { value } = readGenerationReply(body, asked({ body: { prompt: 'a fox' } }));
    expect(value).toMatchObject({ status, progress, input: { prompt: 'a fox' } });
    if (status === 'failed') expect(value.error?.detail).toBe('No body found');
  });
});

describe('a pipeline', () => {
  it.each([
    [[{ name: 'steps', type: 'int', min: 1, max: 50, default: 20 }]],
    [{ steps: { type: 'integer', minimum: 1, maximum: 50, default: 20 } }],
    [
      {
        type: 'object',
        properties: { steps: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
        required: [],
      },
    ],
  ])('has its parameters by %j', (parameters) => {
    const { value } = readPipelineReply({ pipeline: { id: 'p', parameters } }, asked());
    expect(value.parameters).toMatchObject([
      { name: 'steps', type: 'integer', minimum: 1, maximum: 50, default: 20, required: false },
    ]);
  });
});

describe('messages', () => {
  const [question, answer] = ['Hi', 'Hello there'];
  it.each([
    [
      'OpenAI',
      [
        { role: 'user', content: question },
        { role: 'assistant', content: [{ type: 'text', text: answer }] },
      ],
    ],
    [
      'Anthropic',
      {
        data: [
          { role: 'user', content: question },
          {
            role: 'assistant',
            content: [
              { type: 'thinking', thinking: 'hm' },
              { type: 'text', text: answer },
            ],
          },
        ],
      },
    ],
    [
      'AI SDK',
      {
        messages: [
          { role: 'user', parts: [{ type: 'text', text: question }] },
          { role: 'assistant', parts: [{ type: 'text', text: answer }] },
        ],
      },
    ],
    [
      'LangServe',
      {
        output: {
          messages: [
            { type: 'human', content: question },
            { type: 'ai', content: answer },
          ],
        },
        data: [
          { type: 'human', content: question },
          { type: 'ai', content: answer },
        ],
      },
    ],
    [
      'sender and text',
      {
        items: [
          { sender: 'user', text: question },
          { sender: 'bot', text: answer },
        ],
        next: null,
      },
    ],
    [
      'newest first',
      {
        results: [
          { from: 'agent', body: answer, createdAt: 1_772_366_401 },
          { from: 'user', body: question, createdAt: 1_772_366_400 },
        ],
      },
    ],
    [
      'inside the conversation',
      {
        conversation: {
          id: 'c',
          messages: [
            { author: { role: 'user' }, message: question },
            { author: { role: 'agent' }, message: answer },
          ],
        },
      },
    ],
  ])('are read from %s', (_, body) => {
    const { value } = readMessagesReply(body, asked({ params: { conversation_id: 'c' } }));
    expect(value.data.map(({ role, content }) => [role, content])).toEqual([
      ['user', question],
      ['agent', answer],
    ]);
  });

  it.each([
    [{ reply: 'Hello' }],
    [{ message: { role: 'assistant', content: 'Hello' } }],
    [{ data: { answer: 'Hello' } }],
    [{ choices: [{ message: { role: 'assistant', content: 'Hello' } }] }],
    [
      {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: 'Hello' },
        ],
      },
    ],
  ])('hold the answer in %j', (body) => expect(readAnswer(body, 'Hi')?.text).toBe('Hello'));

  it.each([
    [{ ok: true }],
    [{ id: 'm1', role: 'user', content: 'Hi' }],
    [undefined],
    [{ message: 'queued' }],
    [''],
  ])('hold no answer in %j, and are posted all the same', (body) => {
    expect(readAnswer(body, 'Hi')).toBeNull();
    const sent = { content: 'Hi', client_message_id: 'x' };
    const { value } = readPostedReply(body, asked({ params: { conversation_id: 'c' }, body: sent }));
    expect(value.run).toMatchObject({ id: 'run:x', finished_at: null });
  });
});

describe('a conversation', () => {
  it.each([
    [{ id: 5 }, '5'],
    [{ conversationId: 'c' }, 'c'],
    [{ data: { uuid: 'c' } }, 'c'],
    [{ conversation: { id: 'c', state: 'OPEN' } }, 'c'],
    ['c', 'c'],
  ])('is read from %j', (body, id) =>
    expect(readConversationReply(body, asked()).value).toMatchObject({ id, status: 'idle' }),
  );
});

describe('an error', () => {
  it.each([
    [402, { error: 'Insufficient credits' }, 'insufficient_credits'],
    [400, { error: { code: 'INSUFFICIENT_FUNDS', message: 'no' } }, 'insufficient_credits'],
    [401, { message: 'Unauthorized', statusCode: 401 }, 'unauthenticated'],
    [401, { code: 'token_expired' }, 'session_expired'],
    [429, 'slow down', 'rate_limited'],
    [500, '<html>oops</html>', 'provider_error'],
    [502, '<html>Bad gateway</html>', 'provider_unreachable'],
    [404, { detail: 'Not Found' }, 'not_found'],
    [400, { errors: [{ msg: 'field required' }] }, 'invalid_request'],
    [500, { code: 'provider_mismatch' }, 'provider_error'],
    [409, { error: { type: 'agent_busy' } }, 'conversation_busy'],
    [500, { error: 'unauthorized' }, 'provider_error'],
  ])('%i %j is %s, in words of our own', (status, body, code) => {
    const error = fromProblem(status, body);
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('oops');
    expect(error.message).not.toContain('INSUFFICIENT_FUNDS');
  });
});

describe('every reader', () => {
  it('throws nothing but the typed mismatch, whatever JSON it is given', () => {
    const likely = fc.constantFrom(
      'id',
      'data',
      'status',
      'amount',
      'currency',
      'message',
      'items',
      'type',
      'event',
      'text',
      'content',
      'error',
      'credits',
      'prices',
      'recipient',
      'output',
      'parameters',
      'choices',
      'role',
      'run',
      'created_at',
      'conversation_id',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom(other, 'SOL', '0.02', 'agent_response', 'done', 'solana:x'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(likely, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (body) => {
        for (const endpoint of endpoints)
          try {
            readReply(endpoint, 200, body, asked({ params: { conversation_id: 'c' }, body: {} }));
          } catch (error) {
            if (!isMismatch(error)) throw error;
          }
        readFrames(JSON.stringify(body) ?? '');
        fromProblem(418, body);
      }),
      { numRuns: runsOf(100, 3_000) },
    );
  });
});
