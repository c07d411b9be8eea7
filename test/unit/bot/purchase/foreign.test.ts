import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createBaselines } from '../../../../src/bot/purchase/baseline.js';
import { createClaims } from '../../../../src/bot/purchase/claims.js';
import { createPurchaseFlow } from '../../../../src/bot/purchase/flow.js';
import { createPurchaseStores } from '../../../../src/bot/purchase/stores.js';
import type { Sessions } from '../../../../src/bot/session/flow.js';
import { createHttp } from '../../../../src/client/http.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { merchant } from '../../contract/shapes.js';

/** Purchases at a service that has only the endpoints of the specification, over real HTTP. */

let clock: ManualClock;
let db: Database;
let server: Server;
let flow: ReturnType<typeof createPurchaseFlow>;
/** The member's credits, and the reply to confirming. */
let credits: number;
let confirming: { status: number; body?: unknown };
let confirmed: Record<string, unknown>[];
let intent: Record<string, unknown>;
let ids = 0;

beforeEach(async () => {
  clock = manualClock();
  [credits, confirming, ids] = [5, { status: 200 }, 0];
  intent = { recipient: merchant, amount_sol: 0.02, status: 'pending' };
  confirmed = [];
  server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const answer = (status: number, body?: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === undefined ? '' : JSON.stringify(body));
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /api/payments/credit-packs')
      return answer(200, [{ id: 'small', credits: 100, price_sol: 0.02 }]);
    if (route === 'POST /api/payments/intents') {
      ids += 1;
      return answer(200, { id: ids, ...intent });
    }
    if (route === 'GET /api/users/credits') return answer(200, { credits });
    if (/^POST .*\/confirm$/.test(route)) {
      confirmed.push(JSON.parse(raw));
      return answer(confirming.status, confirming.body);
    }
    return answer(404, { error: 'Not found' });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const http = createHttp({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clock });
  db = await openBotDatabase();
  const outbox = createOutboxStore(db, clock);
  const seal = createSeal(['11'.repeat(32)]);
  const service = {
    call: async (endpoint: never, input: never) => (await http.call(endpoint, input, {})).reply,
  };
  const sessions = {
    serviceOf: () => service,
    walletOf: async () => ({ address: merchant }),
    walletsOf: async () => [{ address: merchant }],
  } as unknown as Sessions;
  flow = createPurchaseFlow({
    stores: createPurchaseStores({ db, clock, outbox, seal, pageUrl: 'https://bot.example/pay' }),
    sessions,
    http,
    clock,
    random: systemRandom,
    network: 'devnet',
    skus: [],
    listen: () => false,
    baselines: createBaselines(db),
    claims: createClaims(db),
  });
});
afterEach(async () => {
  await db.close();
  server.closeAllConnections();
  server.close();
});

const mia = { id: 'mia', name: 'mia' };
const place = { messageId: 'ms', locale: 'en-US' };
const start = (key = 'k') => flow.start(mia, place, { packId: 'small', currency: 'SOL' }, key);
const sweep = async (ms = 60_000) => {
  await clock.advance(ms);
  await flow.sweep();
};
const status = async (id: string) => (await flow.find(id))?.intent.status;

it('is offered with the missing fields filled in: the credits of the pack and the network', async () => {
  expect((await start()).intent).toMatchObject({
    credits: 100,
    network: 'devnet',
    amount: '0.02',
    solana_pay_url: expect.stringContaining(`solana:${merchant}?amount=0.02`),
  });
});

it('succeeds once the balance has grown, if confirming returns no status', async () => {
  const { id } = await start();
  await sweep();
  expect(await status(id)).toBe('requires_payment');
  credits = 105;
  await sweep();
  expect((await flow.find(id))?.intent).toMatchObject({
    status: 'succeeded',
    amount_received_base_units: '20000000',
  });
  expect((await flow.find(id))?.balance).toBe(105);
});

it('is not judged paid by the credits of another purchase', async () => {
  const [one, two] = [await start('a'), await start('b')];
  credits = 105;
  await sweep();
  const after = [await status(one.id), await status(two.id)].sort();
  expect(after).toEqual(['requires_payment', 'succeeded']);
  await sweep();
  expect([await status(one.id), await status(two.id)].sort()).toEqual(after);
});

it.each([
  [404, { error: 'transaction not found' }],
  [402, { error: 'not paid' }],
  [409, {}],
])('stays pending while confirming is refused with %i', async (code, body) => {
  const { id } = await start();
  confirming = { status: code, body };
  await sweep();
  expect(await status(id)).toBe('requires_payment');
  confirming = { status: 200, body: { payment: { status: 'COMPLETED' } } };
  await sweep();
  expect(await status(id)).toBe('succeeded');
});

it('explains how to submit the transaction if the service wants its signature', async () => {
  const { id } = await start();
  confirming = { status: 400, body: { error: 'txSignature is required' } };
  await expect(flow.check('mia', id, place)).rejects.toThrow('purchase.error.signature_wanted');
  confirming = { status: 200, body: { status: 'paid' } };
  expect((await flow.claim('mia', id, '5'.repeat(88))).intent.status).toBe('succeeded');
});

it('sends a transaction that is not seen yet with each confirming until it is', async () => {
  const { id } = await start();
  const signature = '5'.repeat(88);
  confirming = { status: 202, body: { status: 'pending' } };
  expect((await flow.claim('mia', id, signature)).intent.status).toBe('requires_payment');
  confirming = { status: 404, body: { error: 'not seen yet' } };
  await sweep();
  confirming = { status: 200, body: { status: 'paid' } };
  await sweep();
  expect(await status(id)).toBe('succeeded');
  expect(confirmed).toHaveLength(3);
  for (const body of confirmed) expect(body).toMatchObject({ signature });
});

it('does not send a transaction again that was refused', async () => {
  const { id } = await start();
  confirming = { status: 422, body: { error: 'wrong recipient' } };
  await expect(flow.claim('mia', id, '5'.repeat(88))).rejects.toThrow();
  await sweep();
  expect(confirmed.at(-1)).toEqual({});
});

it('ends with its time, and is cancelled here, though the service does neither', async () => {
  const late = await start('a');
  await sweep(31 * 60_000);
  expect(await status(late.id)).toBe('expired');
  const left = await start('b');
  expect((await flow.cancel('mia', left.id, place)).intent.status).toBe('canceled');
  await sweep();
  expect(await status(left.id)).toBe('canceled');
  credits = 105;
  await sweep(5 * 60_000);
  expect([await status(late.id), await status(left.id)]).toContain('succeeded');
});

it('is refused before any charge for a price that is unclear', async () => {
  intent = { recipient: merchant, amount: 20_000_000, currency: 'SOL' };
  await expect(start()).rejects.toThrow("the service's price is not clear");
});

it("is listed from the bot's own store", async () => {
  const { id } = await start();
  expect((await flow.history('mia')).bought.map(({ intent: { id } }) => id)).toEqual([id]);
  expect((await flow.receipt('mia', id)).intent.id).toBe(id);
});
