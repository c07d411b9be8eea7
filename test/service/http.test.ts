import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../src/base/errors.js';
import { defineEndpoint } from '../../src/contract/endpoint.js';
import { endpoints } from '../../src/contract/endpoints.js';
import { route } from '../../src/service/feature.js';
import { openWorld, type Person, type World } from './http-world.js';

const echo = defineEndpoint({
  id: 'echo',
  method: 'POST',
  path: '/api/echo/{name}',
  summary: 'Echo',
  auth: 'none',
  query: z.object({ times: z.coerce.number().int().max(3).default(1) }),
  body: z.object({ words: z.array(z.object({ text: z.string().min(1) })) }),
  replies: { 200: z.object({ said: z.string() }) },
  errors: [],
});
const explode = defineEndpoint({
  id: 'explode',
  method: 'GET',
  path: '/api/explode',
  summary: 'Explode',
  auth: 'none',
  replies: { 204: null },
  errors: [],
});

let world: World;
let anyone: Person;
let ready: string | null;
beforeEach(async () => {
  ready = null;
  world = await openWorld({
    plug: () => [
      {
        routes: [
          route(echo, async ({ params, query, body }) => {
            const line = `${params.name}: ${body.words.map(({ text }) => text).join(' ')}`;
            return { status: 200, body: { said: Array(query.times).fill(line).join('\n') } };
          }),
          route(explode, async () => {
            throw new Error('secret detail of a table');
          }),
        ],
        check: async () => ready,
      },
    ],
  });
  anyone = world.person('anyone');
});
afterEach(() => world.close());

describe('every reply', () => {
  test('echoes the request id, or carries a fresh one', async () => {
    const given = await anyone.get('/healthz', { 'x-request-id': 'bot-42' });
    expect(given.headers['x-request-id']).toBe('bot-42');
    const forged = await anyone.get('/healthz', { 'x-request-id': 'a"b {x}' });
    expect(forged.headers['x-request-id']).toMatch(/^req_[0-9a-z]{20}$/);
  });

  test('carries headers that keep browsers strict', async () => {
    const { headers } = await anyone.get('/healthz');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });
});

describe('health', () => {
  test('is ready when every feature is, and otherwise names the problem', async () => {
    expect((await anyone.get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await anyone.get('/readyz')).json()).toEqual({ status: 'ready', problems: [], parts: {} });
    ready = 'The disk is full.';
    const reply = await anyone.get('/readyz');
    expect([reply.statusCode, reply.json().problems]).toEqual([503, ['The disk is full.']]);
  });
});

test('an unreadable address is answered in our error format', async () => {
  for (const [path, status] of [
    [`/api/${'x'.repeat(20_000)}/y`, 404],
    ['/api/%E0%A4%A', 400],
  ] as const) {
    const reply = await anyone.get(path);
    expect(reply.json()).toMatchObject({ status, request_id: reply.headers['x-request-id'] });
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
  }
});

describe('input', () => {
  test('that is valid reaches the handler typed', async () => {
    const reply = await anyone.post('/api/echo/ann?times=2', { words: [{ text: 'hi' }], more: 1 });
    expect(reply.json()).toEqual({ said: 'ann: hi\nann: hi' });
  });

  test('that is invalid is answered with every fault by path', async () => {
    const reply = await anyone.post('/api/echo/ann', { words: [{ text: '' }, {}] });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    const problem = reply.json();
    expect(problem).toMatchObject({
      code: 'invalid_request',
      title: 'invalid request',
      instance: '/api/echo/ann',
      request_id: reply.headers['x-request-id'],
    });
    expect(problem.errors.map(({ path }: { path: string }) => path)).toEqual([
      'words.0.text',
      'words.1.text',
    ]);
    expect((await anyone.post('/api/echo/ann?times=9', { words: [] })).json().errors[0].path).toBe('times');
  });

  test.each([
    ['{"words": [', 'application/json', 400, 'invalid_request'],
    ['{"__proto__": {"admin": true}, "words": []}', 'application/json', 400, 'invalid_request'],
    ['', 'application/json', 400, 'invalid_request'],
    ['null', 'application/json', 400, 'invalid_request'],
    ['words=1', 'application/x-www-form-urlencoded', 415, 'unsupported_media'],
    ['hello', 'text/plain', 415, 'unsupported_media'],
    [`"${'x'.repeat(300_000)}"`, 'application/json', 413, 'too_large'],
  ])('such as %.30s (%s) is %i %s', async (payload, type, status, code) => {
    const reply = await anyone.send('POST', '/api/echo/ann', payload, { 'content-type': type });
    expect(reply.json()).toMatchObject({ status, code });
  });

  test('for an unknown address or method gives a problem too', async () => {
    for (const reply of [await anyone.get('/api/nothing'), await anyone.delete('/api/echo/ann')])
      expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
  });
});

test('an internal error shows its request id and never its details', async () => {
  const reply = await anyone.get('/api/explode');
  expect(reply.json()).toMatchObject({ status: 500, code: 'internal', request_id: expect.any(String) });
  expect(reply.body).not.toContain('secret');
});

describe('a page of another origin', () => {
  test('cannot change anything with the cookies of a member', async () => {
    await anyone.signIn();
    const foreign = await anyone.delete('/api/auth/logout', { origin: 'https://evil.example' });
    expect(foreign.json()).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await anyone.get('/api/users/me')).statusCode).toBe(200);
    const own = await anyone.delete('/api/auth/logout', { origin: 'http://127.0.0.1:4000' });
    expect(own.statusCode).toBe(204);
  });
});

describe('the documentation', () => {
  test('describes every endpoint as OpenAPI 3.1', async () => {
    const document = (await anyone.get('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    for (const { id, method, path } of endpoints)
      expect(document.paths[path][method.toLowerCase()].operationId).toBe(id);
    const create = document.paths['/api/payments/intents'].post;
    expect(create.security).toEqual([{ access: [] }]);
    expect(create.requestBody.content['application/json'].schema.required).toEqual(['pack_id', 'currency']);
    expect(create.responses['409'].description).toBe('idempotency_conflict');
    expect(create.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key' }));
  });

  test('is a page that loads nothing from other hosts', async () => {
    const page = await anyone.get('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const { path } of endpoints) expect(page.body).toContain(path);
    expect(page.body).not.toMatch(/(src|href)="?https?:|@import|<script/);
  });
});

describe('the database', () => {
  test('reopens with its key, also after a rotation, and not with another', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigsmith-'));
    try {
      const dbPath = join(folder, 'service.db');
      const [old, fresh, other] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
        string,
        string,
        string,
      ];
      for (const masterKeys of [[old], [fresh, old], [fresh]])
        await (await openWorld({ config: { dbPath, masterKeys } })).close();
      await expect(openWorld({ config: { dbPath, masterKeys: [other] } })).rejects.toThrow('MASTER_KEY');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('an expected failure keeps its code and its details', async () => {
  const error = new AppError('insufficient_credits', 'Too few.', { context: { needed: 10, available: 4 } });
  await world.close();
  world = await openWorld({
    plug: () => [
      {
        routes: [
          route(explode, async () => {
            throw error;
          }),
        ],
      },
    ],
  });
  expect((await world.person('anyone').get('/api/explode')).json()).toMatchObject({
    status: 402,
    code: 'insufficient_credits',
    detail: 'Too few.',
    needed: 10,
    available: 4,
  });
});
