import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { currentRequestId } from '../../src/base/request-id.js';
import { defineEndpoint } from '../../src/contract/endpoint.js';
import { route } from '../../src/service/feature.js';
import { openWorld, type World } from './http-world.js';

const get = { method: 'GET', errors: [] } as const;
const balance = defineEndpoint({
  ...get,
  id: 'balance',
  path: '/api/balance',
  summary: 'A kept balance, and the id of the act that read it',
  auth: 'user',
  replies: { 200: z.object({ available: z.number(), act: z.string().nullable() }) },
});
const oddFailure = defineEndpoint({
  ...get,
  id: 'oddFailure',
  path: '/api/odd-failure',
  summary: 'Throws a text',
  auth: 'none',
  replies: { 204: null },
});
const badCookie = defineEndpoint({
  ...get,
  id: 'badCookie',
  path: '/api/bad-cookie',
  summary: 'Sets a cookie that cannot be written',
  auth: 'none',
  replies: { 204: null },
});

let world: World;
beforeEach(async () => {
  world = await openWorld({
    plug: ({ db, ledger }) => [
      {
        routes: [
          route(balance, async ({ user }) => {
            const { available } = await ledger.readBalance(db, user.id);
            return { status: 200, body: { available, act: currentRequestId() ?? null } };
          }),
          route(oddFailure, () => Promise.reject('a text')),
          route(badCookie, async () => ({
            status: 204,
            body: null,
            cookies: [{ name: 'a cookie', value: '', path: '/', maxAgeSeconds: 0 }],
          })),
        ],
      },
    ],
  });
});
afterEach(() => world.close());

test('requests that share a session and a kept balance each run under their own id', async () => {
  const mia = world.person('mia');
  await mia.signIn();
  const ids = ['act-1', 'act-2', 'act-3', 'act-4'];
  const ask = (id: string) => mia.get('/api/balance', { 'x-request-id': id });
  await ask('act-0');
  const answers = await Promise.all(ids.map(ask));
  expect(answers.map((answer) => answer.json().act)).toEqual(ids);
});

test('a handler that throws a text, or whose answer cannot be sent, is an internal error', async () => {
  const anyone = world.person('anyone');
  for (const path of ['/api/odd-failure', '/api/bad-cookie']) {
    const answer = await anyone.get(path);
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 500, 'internal']);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  }
});

/** The status codes of the answers to requests that are sent one after the other on one connection. */
async function statusesOf(url: string, requests: readonly string[]): Promise<string[]> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  await once(socket, 'connect');
  const statuses: string[] = [];
  for (const request of requests) {
    socket.write(request);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    statuses.push(/^HTTP\/1\.1 (\d+)/.exec(answer.toString())?.[1] ?? answer.toString());
  }
  socket.destroy();
  return statuses;
}

test('a connection answers on after requests without a body, and after a body that no handler read', async () => {
  const url = await world.listen();
  const without = 'GET /healthz HTTP/1.1\r\nhost: test\r\n\r\n';
  // More than Node buffers of a request: the connection stops where nothing takes the rest of it.
  const body = 'x'.repeat(512 * 1024);
  const plain = `POST /nowhere HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const chunked = `POST /nowhere HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const requests = [without, without, plain, without, chunked, without];
  const statuses = await statusesOf(url, requests);
  expect(statuses.filter((_, at) => requests[at] === without)).toEqual(Array(4).fill('200'));
});
