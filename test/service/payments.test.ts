import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createRpc, type Rpc } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import type { Page } from '../../src/contract/shapes.js';
import { createLocalChain, type LocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { openWorld, type Person, type World } from './http-world.js';

let chain: LocalChain;
let rpc: Rpc;
let clock: ManualClock;
let world: World;
let alice: Person;
const merchant = Keypair.generate().publicKey.toBase58();

beforeAll(async () => {
  clock = manualClock();
  chain = await createLocalChain({ port: 0, slotMs: 0, clock });
  rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock });
  chain.controls.airdropSol(merchant, 1_000_000_000n);
  chain.controls.airdropUsdc(merchant, 1_000_000n);
  for (const name of ['alice', 'bob', 'mallory']) chain.controls.fund(addressOf(name));
  chain.controls.advance(10);
});
afterAll(async () => {
  await rpc.close();
  await chain.close();
});

const addressOf = (name: string) => createTestWallet({ rpcUrl: chain.rpcUrl, name }).address;

const open = (config: Parameters<typeof openWorld>[0] = {}) =>
  openWorld({
    rpc,
    clock,
    rpcUrl: chain.rpcUrl,
    plug: async (context) => [await createPaymentsFeature(context)],
    config: {
      merchantAddress: merchant,
      usdcMint: chain.usdcMint,
      requiredCommitment: 'finalized' as const,
      webhookSecrets: { helius: 'open sesame' },
      ...config.config,
    },
  });

beforeEach(async () => {
  chain.controls.setRpc('healthy');
  chain.controls.resumeFinality();
  world = await open();
  alice = world.person('alice');
  await alice.signIn();
});
afterEach(() => world.close());

const buy = async (person: Person, currency = 'SOL'): Promise<Intent> =>
  (await person.post('/api/payments/intents', { pack_id: 'starter', currency })).json();
const confirm = (person: Person, { id }: Intent, signature?: string) =>
  person.post(`/api/payments/intents/${id}/confirm`, signature === undefined ? undefined : { signature });
const read = async (person: Person, { id }: Intent): Promise<Intent> =>
  (await person.get(`/api/payments/intents/${id}`)).json();
const credits = async (person: Person) => (await person.get('/api/users/credits')).json().available;
const price = (intent: Intent) => BigInt(intent.amount_base_units);
const pay = async (
  person: Person,
  intent: Intent,
  options?: Parameters<Person['wallet']['pay']>[1],
): Promise<string> => {
  const { signature } = await person.wallet.pay(intent.solana_pay_url, options);
  chain.controls.advance(1);
  return signature;
};
const finalise = () => chain.controls.advance(10);

describe('the shop', () => {
  test('lists packs, all prices or those of one currency', async () => {
    const all = (await alice.get('/api/payments/credit-packs')).json().data;
    expect(all.length).toBeGreaterThanOrEqual(3);
    const [starter] = (await alice.get('/api/payments/credit-packs?currency=USDC')).json().data;
    expect(starter).toMatchObject({
      credits: 100,
      prices: [{ currency: 'USDC', amount: '3', amount_base_units: '3000000' }],
    });
  });

  test('gives an intent everything a wallet needs, and a unique amount', async () => {
    const intents = await Promise.all(Array.from({ length: 10 }, () => buy(alice)));
    expect(new Set(intents.map(({ amount }) => amount)).size).toBe(10);
    const [first] = intents;
    expect(first).toMatchObject({
      status: 'requires_payment',
      recipient: merchant,
      mint: null,
      credits: 100,
    });
    expect(price(first!)).toBeGreaterThan(20_000_000n);
    expect(price(first!)).toBeLessThan(20_200_000n);
    const scanned = alice.wallet.scan(first!.solana_pay_url).payment;
    expect(scanned).toMatchObject({
      recipient: merchant,
      amount: first!.amount,
      references: [first!.reference],
    });
  });

  test('refuses an unknown pack and creates nothing', async () => {
    const reply = await alice.post('/api/payments/intents', { pack_id: 'golden', currency: 'SOL' });
    expect(reply.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await alice.get('/api/payments/intents')).json().data).toEqual([]);
  });

  test('makes one intent for the same Idempotency-Key, also for two simultaneous requests', async () => {
    const press = (currency: string) =>
      alice.post('/api/payments/intents', { pack_id: 'starter', currency }, { 'idempotency-key': 'press-1' });
    const [one, two] = await Promise.all([press('SOL'), press('SOL')]);
    const later = await press('SOL');
    expect([two?.json(), later.json()]).toEqual([one?.json(), one?.json()]);
    expect((await press('USDC')).json()).toMatchObject({ status: 409, code: 'idempotency_conflict' });
    expect((await alice.get('/api/payments/intents')).json().data).toHaveLength(1);
  });

  test('leaves the key of a refused attempt free, and separates keys of different members', async () => {
    const headers = { 'idempotency-key': 'press-2' };
    const post = (person: Person, pack_id: string) =>
      person.post('/api/payments/intents', { pack_id, currency: 'SOL' }, headers);
    expect((await post(alice, 'golden')).statusCode).toBe(404);
    const made = await post(alice, 'starter');
    expect(made.statusCode).toBe(201);
    const bob = world.person('bob');
    await bob.signIn();
    expect((await post(bob, 'starter')).json().id).not.toBe(made.json().id);
  });

  test('lists purchases in pages, newest first, each once, and by status', async () => {
    const made: string[] = [];
    for (let count = 0; count < 7; count += 1) made.unshift((await buy(alice)).id);
    await alice.post(`/api/payments/intents/${made[3]}/cancel`);
    const listed: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page<Intent> = (
        await alice.get(`/api/payments/intents?limit=3${cursor && `&cursor=${cursor}`}`)
      ).json();
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(listed).toEqual(made);
    const canceled = (await alice.get('/api/payments/intents?status=canceled')).json().data;
    expect(canceled.map(({ id }: Intent) => id)).toEqual([made[3]]);
  });

  test('keeps members from reading, confirming or cancelling purchases of others', async () => {
    const intent = await buy(alice);
    const bob = world.person('bob');
    await bob.signIn();
    const replies = await Promise.all([
      bob.get(`/api/payments/intents/${intent.id}`),
      confirm(bob, intent),
      bob.post(`/api/payments/intents/${intent.id}/cancel`),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  test('sells nothing without a merchant address, and says so', async () => {
    await world.close();
    world = await open({ config: { merchantAddress: null } });
    const bob = world.person('bob');
    await bob.signIn();
    const reply = await bob.post('/api/payments/intents', { pack_id: 'starter', currency: 'SOL' });
    expect(reply.json()).toMatchObject({ status: 503, code: 'maintenance' });
  });
});

describe('a payment', () => {
  test.each([
    ['SOL', {}],
    ['USDC', {}],
    ['SOL', { asV0: true, withGuards: true }],
    ['USDC', { asV0: true, withGuards: true }],
  ] as const)(
    'exactly, in %s with %o: processing when confirmed, credited when final',
    async (currency, how) => {
      const intent = await buy(alice, currency);
      const early = await confirm(alice, intent);
      expect([early.statusCode, early.headers['retry-after']]).toEqual([202, '5']);
      expect(early.json().checked).toEqual({ nodes: 1, at: early.json().last_checked_at });

      const signature = await pay(alice, intent, how);
      const seen = await confirm(alice, intent);
      expect(seen.statusCode).toBe(202);
      expect(seen.json()).toMatchObject({ status: 'processing', transactions: [{ signature }] });
      expect(await credits(alice)).toBe(0);

      finalise();
      const done = await confirm(alice, intent);
      expect(done.statusCode).toBe(200);
      expect(done.json()).toMatchObject({
        status: 'succeeded',
        exception: null,
        receipt: { signature, credits: 100 },
        amount_received_base_units: intent.amount_base_units,
      });
      expect(await credits(alice)).toBe(100);
      expect((await confirm(alice, intent)).json()).toEqual(done.json());
      expect((await alice.get('/api/users/credits/entries')).json().data).toMatchObject([
        { kind: 'purchase', credits: 100, balance: 100, subject: intent.id },
      ]);
    },
  );

  test('is credited once by twenty simultaneous confirms', async () => {
    const intent = await buy(alice);
    await pay(alice, intent);
    finalise();
    const replies = await Promise.all(Array.from({ length: 20 }, () => confirm(alice, intent)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect(await credits(alice)).toBe(100);
  });

  test('that is too small is reported as such, and the rest completes it', async () => {
    const intent = await buy(alice);
    await pay(alice, intent, { amountBaseUnits: price(intent) / 2n });
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({ status: 402, code: 'payment_underpaid' });
    expect(await read(alice, intent)).toMatchObject({ status: 'partially_paid', exception: 'underpaid' });
    expect(await credits(alice)).toBe(0);
    await pay(alice, intent, { amountBaseUnits: price(intent) - price(intent) / 2n });
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({ status: 'succeeded', exception: null });
    expect(await credits(alice)).toBe(100);
  });

  test('that is too large is credited and marked', async () => {
    const intent = await buy(alice);
    await pay(alice, intent, { amountBaseUnits: (price(intent) * 3n) / 2n });
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: 'overpaid',
    });
    expect(await credits(alice)).toBe(100);
  });

  test('made twice is credited once and marked', async () => {
    const intent = await buy(alice);
    await pay(alice, intent);
    await pay(alice, intent, { withGuards: true });
    finalise();
    const done = (await confirm(alice, intent)).json();
    expect(done).toMatchObject({ status: 'succeeded', exception: 'duplicate' });
    expect(done.transactions).toHaveLength(2);
    expect(await credits(alice)).toBe(100);
  });

  test('after expiry is still credited, on an intent marked expired', async () => {
    const intent = await buy(alice);
    await clock.advance(15 * 60_000);
    await alice.post('/api/auth/refresh');
    expect((await confirm(alice, intent)).json().status).toBe('expired');
    await clock.advance(5_000);
    chain.controls.advance(1);
    await pay(alice, intent);
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: 'paid_late',
    });
    expect(await credits(alice)).toBe(100);
  });

  test('does not expire while the chain cannot be read', async () => {
    const intent = await buy(alice);
    chain.controls.setRpc('down');
    await clock.advance(16 * 60_000);
    await alice.post('/api/auth/refresh');
    expect((await confirm(alice, intent)).json()).toMatchObject({ status: 502, code: 'rpc_unavailable' });
    expect((await read(alice, intent)).status).toBe('requires_payment');
  });

  test('is found although a stranger sent one lamport with the reference first', async () => {
    const intent = await buy(alice);
    const mallory = world.person('mallory');
    await pay(mallory, intent, { amountBaseUnits: 1n });
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({
      status: 'requires_payment',
      exception: null,
    });
    const signature = await pay(alice, intent);
    finalise();
    const done = (await confirm(alice, intent)).json();
    expect(done).toMatchObject({ status: 'succeeded', exception: null, receipt: { signature } });
  });

  test('dropped by a fork is forgotten again', async () => {
    chain.controls.pauseFinality();
    const intent = await buy(alice);
    await pay(alice, intent);
    expect((await confirm(alice, intent)).json().status).toBe('processing');
    chain.controls.rollback();
    await clock.advance(100_000);
    expect((await confirm(alice, intent)).json()).toMatchObject({
      status: 'requires_payment',
      transactions: [],
      amount_received_base_units: '0',
    });
  });
});

describe('a pasted signature', () => {
  test('credits a payment whose wallet dropped the reference', async () => {
    const intent = await buy(alice);
    const signature = await pay(alice, intent, { omitReference: true });
    finalise();
    expect((await confirm(alice, intent)).statusCode).toBe(202);
    expect((await confirm(alice, intent, signature)).json()).toMatchObject({ status: 'succeeded' });
    expect((await confirm(alice, intent, signature)).statusCode).toBe(200);
    const second = await buy(alice);
    expect((await confirm(alice, second, signature)).json().code).toBe('signature_already_used');
    expect(await credits(alice)).toBe(100);
  });

  test('does not take the payment of another member', async () => {
    const mallory = world.person('mallory');
    await mallory.signIn();
    const theirs = await buy(alice);
    const mine = await buy(mallory);
    const unmarked = await pay(alice, theirs, { omitReference: true });
    const marked = await pay(alice, theirs);
    finalise();
    for (const signature of [unmarked, marked]) {
      const reply = await confirm(mallory, mine, signature);
      expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_request' });
    }
    expect(await credits(mallory)).toBe(0);
  });

  test('of a payment to another address is refused', async () => {
    const intent = await buy(alice);
    const elsewhere = intent.solana_pay_url.replace(merchant, addressOf('bob'));
    const { signature } = await alice.wallet.pay(elsewhere);
    finalise();
    expect((await confirm(alice, intent, signature)).json()).toMatchObject({
      status: 422,
      code: 'wrong_recipient',
    });
  });

  test('in the wrong currency is refused', async () => {
    const inSol = await buy(alice);
    const inUsdc = await buy(alice, 'USDC');
    const mixed = inUsdc.solana_pay_url.replace(inUsdc.reference, inSol.reference);
    const { signature } = await alice.wallet.pay(mixed);
    finalise();
    expect((await confirm(alice, inSol, signature)).json()).toMatchObject({
      status: 422,
      code: 'wrong_asset',
    });
  });

  test('unknown to the chain stays pending', async () => {
    const intent = await buy(alice);
    const unknown = '5'.repeat(87);
    expect((await confirm(alice, intent, unknown)).statusCode).toBe(202);
  });

  test('that is malformed is refused', async () => {
    const intent = await buy(alice);
    expect((await confirm(alice, intent, 'hello')).json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ path: 'signature' }],
    });
  });
});

describe('cancelling', () => {
  test('ends the wait, may be repeated, and late money still counts', async () => {
    const intent = await buy(alice);
    const cancel = () => alice.post(`/api/payments/intents/${intent.id}/cancel`);
    expect((await cancel()).json().status).toBe('canceled');
    expect((await cancel()).statusCode).toBe(200);
    expect((await confirm(alice, intent)).json()).toMatchObject({ status: 409, code: 'intent_canceled' });
    await clock.advance(2_000);
    await pay(alice, intent);
    finalise();
    expect((await confirm(alice, intent)).json()).toMatchObject({
      status: 'succeeded',
      exception: 'paid_late',
    });
  });

  test('is refused once money has arrived', async () => {
    const intent = await buy(alice);
    await pay(alice, intent);
    await confirm(alice, intent);
    const reply = await alice.post(`/api/payments/intents/${intent.id}/cancel`);
    expect(reply.json()).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('without any click', () => {
  const until = async (person: Person, intent: Intent, status: string) => {
    for (let turn = 0; turn < 200; turn += 1) {
      const now = await read(person, intent);
      if (now.status === status) return now;
      await clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error(`the purchase never became ${status}`);
  };

  test('the watcher credits a payment, also one that lost its reference', async () => {
    await world.listen();
    const [marked, unmarked] = [await buy(alice), await buy(alice)];
    await pay(alice, marked);
    await pay(alice, unmarked, { omitReference: true });
    finalise();
    await until(alice, marked, 'succeeded');
    await until(alice, unmarked, 'succeeded');
    expect(await credits(alice)).toBe(200);
  });

  test('a service that crashes between payment and credit credits once after its restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rigsmith-'));
    try {
      const config = { dbPath: join(folder, 'service.db'), masterKeys: ['7'.repeat(64)] };
      const before = await open({ config });
      const bob = before.person('bob');
      await bob.signIn();
      const intent = await buy(bob);
      await pay(bob, intent);
      expect((await confirm(bob, intent)).json().status).toBe('processing');
      await before.close();
      finalise();

      const after = await open({ config });
      const back = after.person('bob');
      Object.assign(back.cookies, bob.cookies);
      await after.listen();
      await until(back, intent, 'succeeded');
      expect((await confirm(back, intent)).statusCode).toBe(200);
      expect(await credits(back)).toBe(100);
      await after.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a webhook is a hint that needs its secret', async () => {
    const post = (provider: string, authorization: string) =>
      alice.post(`/api/payments/webhooks/${provider}`, { signatures: [] }, { authorization });
    expect((await post('helius', 'open sesame')).statusCode).toBe(202);
    expect((await post('helius', 'Bearer open sesame')).statusCode).toBe(202);
    expect((await post('helius', 'open says me')).statusCode).toBe(403);
    expect((await post('nobody', 'open sesame')).statusCode).toBe(404);
  });
});
