import { randomBytes } from 'node:crypto';
import bs58 from 'bs58';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { isOnPostgres, type Person } from './http-world.js';
import { openStreet, type Shop, type Street } from './payments-world.js';

/** Requests and payments that buy nothing: each gets one sentence and the right code, and nothing is credited. */

let street: Street;
let shop: Shop;
let alice: Person;
let bob: Person;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
beforeEach(async () => {
  shop = await street.openShop();
  alice = await shop.signedIn('alice');
  bob = await shop.signedIn('bob');
});
afterEach(async () => {
  const { db } = shop.context;
  expect(await db.all('SELECT id FROM ledger_entry')).toEqual([]);
  expect(await db.all('SELECT id FROM intent WHERE settled_at IS NOT NULL')).toEqual([]);
  await shop.close();
});

type Reply = Awaited<ReturnType<Person['post']>>;
const intents = '/api/payments/intents';
const create = (body: object, headers?: Record<string, string>) => alice.post(intents, body, headers);
const good = { pack_id: 'starter', currency: 'SOL' };

/** A landed transaction of alice's, submitted for one of her purchases that it does not pay. */
const claimed = async (land: (url: string) => Promise<{ signature: string }>, currency = 'SOL') => {
  const intent = await shop.buy(alice, currency);
  const { signature } = await land(intent.solana_pay_url);
  shop.finalise();
  return shop.confirm(alice, intent, signature);
};
const elsewhere = (url: string) => url.replace(/solana:\w+/, `solana:${bob.wallet.address}`);

const refusals: [string, () => Promise<Reply>, number, string][] = [
  ['an unknown pack', () => create({ ...good, pack_id: 'golden' }), 404, 'not_found'],
  ['an unknown currency', () => create({ ...good, currency: 'DOGE' }), 400, 'invalid_request'],
  ['no currency', () => create({ pack_id: 'starter' }), 400, 'invalid_request'],
  ['a pack id that is not a string', () => create({ ...good, pack_id: { $gt: '' } }), 400, 'invalid_request'],
  ['a pack id without end', () => create({ ...good, pack_id: 'x'.repeat(61) }), 400, 'invalid_request'],
  ['a key of unprintable letters', () => create(good, { 'idempotency-key': 'ä' }), 400, 'invalid_request'],
  [
    'a body that is not JSON',
    () => alice.send('POST', intents, '{"pack_id":', { 'content-type': 'application/json' }),
    ...([400, 'invalid_request'] as const),
  ],
  ['a request without a session', () => shop.person('carol').post(intents, good), 401, 'unauthenticated'],
  ['a cursor no list has given', () => alice.get(`${intents}?cursor=xyz`), 400, 'invalid_request'],
  ['a status there is not', () => alice.get(`${intents}?status=lost`), 400, 'invalid_request'],
  ['a purchase with an endless name', () => alice.get(`${intents}/${'x'.repeat(5_000)}`), 404, 'not_found'],
  ['a purchase there is not', () => alice.post(`${intents}/int_none/confirm`), 404, 'not_found'],
  [
    'a cancelled purchase',
    async () => {
      const intent = await shop.buy(alice);
      await alice.post(`${intents}/${intent.id}/cancel`);
      return shop.confirm(alice, intent);
    },
    ...([409, 'intent_canceled'] as const),
  ],
  [
    "another's purchase to confirm",
    async () => shop.confirm(bob, await shop.buy(alice)),
    ...([404, 'not_found'] as const),
  ],
  [
    "another's purchase to read",
    async () => bob.get(`${intents}/${(await shop.buy(alice)).id}`),
    ...([404, 'not_found'] as const),
  ],
  [
    "another's purchase to cancel",
    async () => bob.post(`${intents}/${(await shop.buy(alice)).id}/cancel`),
    ...([404, 'not_found'] as const),
  ],
  [
    'a signature that is none',
    async () => shop.confirm(alice, await shop.buy(alice), '0OIl'.repeat(20)),
    ...([400, 'invalid_request'] as const),
  ],
  [
    'a payment to another address',
    () => claimed((url) => alice.wallet.pay(elsewhere(url))),
    ...([422, 'wrong_recipient'] as const),
  ],
  [
    'a failed payment',
    () => claimed((url) => alice.wallet.pay(url, { fails: true })),
    ...([422, 'transaction_failed'] as const),
  ],
  [
    'another currency under the reference',
    () =>
      claimed((url) =>
        alice.wallet.pay(`${url}&spl-token=${street.chain.usdcMint}`, { amountBaseUnits: 3_000_000n }),
      ),
    ...([422, 'wrong_asset'] as const),
  ],
  [
    'another currency without the reference',
    () =>
      claimed((url) =>
        alice.wallet.pay(`${url}&spl-token=${street.chain.usdcMint}`, {
          amountBaseUnits: 3_000_000n,
          omitReference: true,
        }),
      ),
    ...([422, 'wrong_asset'] as const),
  ],
  [
    "another member's payment without reference",
    () => claimed((url) => bob.wallet.pay(url, { omitReference: true })),
    ...([400, 'invalid_request'] as const),
  ],
  [
    'a payment made before the purchase',
    async () => {
      const { signature } = await alice.wallet.pay((await shop.buy(bob)).solana_pay_url, {
        omitReference: true,
      });
      shop.finalise();
      await street.clock.advance(120_000);
      return claimed(async () => ({ signature }));
    },
    ...([400, 'invalid_request'] as const),
  ],
];

test.each(refusals)('%s is refused', async (_, ask, status, code) => {
  const reply = await ask();
  const problem = reply.json();
  expect(problem).toMatchObject({ status, code });
  expect(reply.headers['content-type']).toContain('application/problem+json');
  expect(problem.detail).toMatch(/^[A-Z].{10,}/);
  expect(problem.detail).not.toMatch(/undefined|null|\[object|Error:|\n/);
});

test('a signature from another network stays pending, with the number of nodes that do not know it', async () => {
  const other = await createLocalChain({ port: 0, slotMs: 0, clock: street.clock });
  const abroad = createTestWallet({ rpcUrl: other.rpcUrl, name: 'alice' });
  other.controls.fund(abroad.address);
  other.controls.airdropSol(street.merchant.publicKey.toBase58(), 1_000_000_000n);
  const intent = await shop.buy(alice);
  const { signature } = await abroad.pay(intent.solana_pay_url);
  other.controls.advance(10);
  const reply = await shop.confirm(alice, intent, signature);
  expect([reply.statusCode, reply.json().checked.nodes]).toEqual([202, 1]);
  expect(reply.json().transactions).toEqual([]);
  await other.close();
});

test('purchases beyond the rate limit are refused for a while', async () => {
  const replies = [];
  for (let turn = 0; turn < 31; turn += 1) replies.push(await create(good));
  expect(replies.at(-1)?.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(replies.at(-1)?.headers['retry-after']).toBeDefined();
});

test('guessing at signatures is refused for a while; following other purchases is not', async () => {
  const [guessed, followed] = [await shop.buy(alice), await shop.buy(alice)];
  const guesses = [];
  for (let turn = 0; turn < 21; turn += 1)
    guesses.push(await shop.confirm(alice, guessed, bs58.encode(randomBytes(64))));
  expect(guesses.at(-2)?.statusCode).toBe(202);
  expect(guesses.at(-1)?.json()).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await shop.confirm(alice, followed)).statusCode).toBe(202);
});

test('an eleventh purchase while ten await payment is refused until one of them ends', async () => {
  const open = [];
  for (let turn = 0; turn < 10; turn += 1) open.push(await shop.buy(alice));
  const refused = await create(good);
  expect(refused.json()).toMatchObject({
    status: 403,
    code: 'quota_exceeded',
    detail: 'You have 10 open purchases, which is the limit. Pay or cancel one first.',
  });
  expect((await bob.post(intents, good)).statusCode).toBe(201);
  await alice.post(`${intents}/${open[0]?.id}/cancel`);
  expect((await create(good)).statusCode).toBe(201);
});

test.skipIf(isOnPostgres)(
  'a full disk closes the shop with one sentence, and the operator is told',
  async () => {
    const { db } = shop.context;
    await db.run('CREATE TABLE filler (text TEXT)');
    const pages = (await db.get<{ page_count: number }>('PRAGMA page_count'))!.page_count;
    await db.get(`PRAGMA max_page_count = ${pages + 2}`);
    const fill = async () => {
      for (;;) await db.run('INSERT INTO filler VALUES (hex(zeroblob(400)))');
    };
    await expect(fill()).rejects.toThrow('full');
    const replies = [];
    for (const person of [alice, bob])
      for (let turn = 0; turn < 9; turn += 1) replies.push(await person.post(intents, good));
    expect(replies.find(({ statusCode }) => statusCode !== 201)?.json()).toMatchObject({
      status: 503,
      code: 'maintenance',
      detail: "The service can't store anything right now. Try again later.",
    });
    expect((await alice.get('/readyz')).json()).toMatchObject({
      status: 'not_ready',
      problems: [expect.stringContaining('the database cannot be written')],
    });
    await db.get('PRAGMA max_page_count = 1000000');
    expect((await create(good)).statusCode).toBe(201);
    await street.clock.advance(5_000); // the disk is checked once in five seconds
    expect((await alice.get('/readyz')).json().problems).toEqual([]);
  },
);

describe('a webhook', () => {
  const secret = { authorization: 'open sesame' };
  const post = (body: object | string, headers: Record<string, string> = secret, provider = 'helius') =>
    alice.send('POST', `/api/payments/webhooks/${provider}`, body, {
      'content-type': 'application/json',
      ...headers,
    });

  test.each<[string, () => Promise<Reply>, number, string]>([
    ['with a wrong secret', () => post([], { authorization: 'open says me' }), 403, 'forbidden'],
    ['with a secret of another length', () => post([], { authorization: 'open' }), 403, 'forbidden'],
    ['without a secret', () => post([], {}), 403, 'forbidden'],
    ['without a secret and with no JSON', () => post('{', {}), 403, 'forbidden'],
    ['without a secret and without end', () => post(`["${'x'.repeat(6_000_000)}"]`, {}), 403, 'forbidden'],
    ['from an unknown sender', () => post([], secret, 'nobody'), 404, 'not_found'],
    ['that is not JSON', () => post('{'), 400, 'invalid_request'],
    ['of another form', () => post({ hello: 1 }), 400, 'invalid_request'],
    ['with numbers for signatures', () => post([{ signature: 7 }]), 400, 'invalid_request'],
    ['named like a part of every object', () => post([], secret, 'constructor'), 404, 'not_found'],
    ['named like the prototype', () => post([], secret, '__proto__'), 404, 'not_found'],
    [
      'with more signatures than any node sends',
      () => post(Array(10_001).fill({ signature: 'x' })),
      ...([400, 'invalid_request'] as const),
    ],
    ['that never ends', () => post(`["${'x'.repeat(6_000_000)}"]`), 413, 'too_large'],
  ])('%s is refused', async (_, ask, status, code) => {
    expect((await ask()).json()).toMatchObject({ status, code });
  });

  test.each<[string, object]>([
    ['in the enhanced form', [{ signature: '5'.repeat(87), nativeTransfers: [{ amount: 20_000_000 }] }]],
    ['of one transaction alone', { signature: '5'.repeat(87) }],
    [
      'with everything that is in twenty transactions',
      Array(20).fill({ signature: '5'.repeat(87), description: 'x'.repeat(15_000) }),
    ],
    ['in the raw form', [{ slot: 1, transaction: { signatures: ['5'.repeat(87)], message: {} } }]],
    ['as a plain list', { signatures: ['5'.repeat(87)] }],
  ])('%s is not trusted: the chain is read, and has no such payment', async (_, body) => {
    await shop.listen();
    const intent = await shop.buy(alice);
    expect((await post(body)).statusCode).toBe(202);
    for (let turn = 0; turn < 10; turn += 1) await street.clock.advance(500);
    expect((await shop.read(alice, intent)).status).toBe('requires_payment');
  });
});
