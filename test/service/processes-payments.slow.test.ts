import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Leases } from '../../src/base/shared/leases.js';
import { createRpc, type Rpc } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import { createLocalChain, type LocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import type { ServiceContext } from '../../src/service/app.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import { compareLedger } from '../../src/service/payments/reconcile/ledger.js';
import { type ManualClock, manualClock, mortalClock } from '../support/clock.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { openWorld, type Person, type World } from './http-world.js';
import { type Cluster, listenAt, openCluster, type ServiceProcess } from './processes-world.js';

/** Leases that never find out that another process took over. */
const unfenced = (leases: Leases): Leases => ({
  ...leases,
  take: async (name) => {
    const lease = await leases.take(name);
    return lease && { ...lease, holds: async () => true };
  },
});

describe.skipIf(postgresPrograms === null)(`payments of several service processes${needsPostgres}`, () => {
  let clock: ManualClock;
  let chain: LocalChain;
  let rpc: Rpc;
  let cluster: Cluster;
  const merchant = Keypair.generate().publicKey.toBase58();
  beforeAll(async () => {
    clock = manualClock();
    chain = await createLocalChain({ port: 0, slotMs: 0, clock });
    rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock });
    chain.controls.airdropSol(merchant, 1_000_000_000n);
    chain.controls.airdropUsdc(merchant, 1_000_000n);
    chain.controls.fund(createTestWallet({ rpcUrl: chain.rpcUrl, name: 'alice' }).address);
    chain.controls.advance(10);
  });
  afterAll(async () => {
    await rpc.close();
    await chain.close();
  });
  beforeEach(async () => {
    cluster = await openCluster(
      { merchantAddress: merchant, usdcMint: chain.usdcMint, requiredCommitment: 'finalized' },
      { clock, rpc, rpcUrl: chain.rpcUrl },
    );
  });
  afterEach(() => cluster.close());

  /** A process, and how often it has listed the merchant's transactions. */
  const start = async (changes: Partial<Rpc> = {}, change = (context: ServiceContext) => context) => {
    const watched = { times: 0 };
    const own: Rpc = {
      ...rpc,
      async signaturesFor(address, options) {
        if (address === merchant) watched.times += 1;
        return rpc.signaturesFor(address, options);
      },
      ...changes,
    };
    const process = await cluster.start(async (context) => [
      await createPaymentsFeature(change({ ...context, rpc: own })),
    ]);
    return { process, watched };
  };
  const buy = async (person: Person): Promise<Intent> =>
    (await person.post('/api/payments/intents', { pack_id: 'starter', currency: 'SOL' })).json();
  const statusOf = async (person: Person, { id }: Intent) =>
    (await person.get(`/api/payments/intents/${id}`)).json().status;
  const creditsOf = async (person: Person) => (await person.get('/api/users/credits')).json().available;
  const pay = async (person: Person, intent: Intent) => {
    await person.wallet.pay(intent.solana_pay_url);
    chain.controls.advance(1);
  };
  const signIn = async (process: ServiceProcess) => {
    const alice = process.person('alice');
    await alice.signIn();
    return alice;
  };

  it.each(['is killed', 'stops'])(
    'are watched by one process, and within 20 s by the other when the first %s; each is credited once',
    async (how) => {
      const first = await start();
      await cluster.until(() => first.watched.times > 0);
      const second = await start();
      await cluster.pass(40_000);
      expect(second.watched.times).toBe(0);
      const alice = await signIn(second.process);
      const intent = await buy(alice);
      await pay(alice, intent);
      await cluster.until(async () => (await statusOf(alice, intent)) === 'processing');
      first.process.time.stop();
      if (how === 'stops') {
        first.process.time.resume();
        await first.process.close();
      }
      const before = first.watched.times;
      chain.controls.advance(40);
      await cluster.until(async () => (await cluster.fenceOf('payments')) === 2, 20_000);
      await cluster.until(() => second.watched.times > 0);
      await cluster.until(async () => (await statusOf(alice, intent)) === 'succeeded');
      first.process.time.resume(); // the killed one was only paused: it finds out that it was replaced
      await cluster.pass(30_000);
      expect(await creditsOf(alice)).toBe(intent.credits);
      expect(first.watched.times).toBeLessThanOrEqual(before + 2);
      expect(await compareLedger(second.process.context.db)).toEqual([]);
    },
  );

  it('reach the sockets of a process that does not watch, with their confirmations', async () => {
    const first = await start();
    await cluster.until(() => first.watched.times > 0);
    const second = await start();
    const alice = await signIn(second.process);
    const { frames } = await listenAt(second.process, alice);
    const intent = await buy(alice);
    await pay(alice, intent);
    const told = () => frames.map((frame) => (frame.intent as Intent).status);
    await cluster.until(() => told().includes('processing'));
    chain.controls.pauseFinality();
    chain.controls.advance(3);
    const counted = () => frames.map((frame) => (frame.intent as Intent).transactions[0]?.confirmations ?? 0);
    await cluster.until(() => counted().some((count) => count >= 3));
    chain.controls.resumeFinality();
    chain.controls.advance(40);
    await cluster.until(() => told().at(-1) === 'succeeded');
    expect(second.watched.times).toBe(0);
  });

  it('are read at once by the watching process when a member bought at another', async () => {
    const first = await start();
    await cluster.until(() => first.watched.times > 0);
    const second = await start();
    const alice = await signIn(second.process);
    await cluster.pass(10_000);
    const before = first.watched.times;
    await buy(alice);
    expect(await cluster.until(() => first.watched.times > before)).toBeLessThanOrEqual(1_500);
  });

  /** A watcher asks about a payment, is paused, and hears after its replacement that no node knew the payment. */
  const hearTooLate = async (change?: (context: ServiceContext) => ServiceContext) => {
    let answer: () => void = () => undefined;
    let isAsked = false;
    const first = await start(
      {
        async statuses(signatures) {
          isAsked = true;
          await new Promise<void>((resolve) => {
            answer = resolve;
          });
          return signatures.map(() => null);
        },
      },
      change,
    );
    await cluster.until(() => first.watched.times > 0);
    const second = await start();
    const alice = await signIn(second.process);
    const intent = await buy(alice);
    await pay(alice, intent);
    await cluster.until(() => isAsked, 200_000);
    expect(await statusOf(alice, intent)).toBe('processing');
    first.process.time.stop();
    await cluster.until(() => second.watched.times > 0);
    await cluster.pass(5_000);
    second.process.time.stop(); // otherwise it might find the payment again before the test looks
    await cluster.pass(2_000);
    answer();
    await cluster.pass(2_000);
    const payments = await second.process.context.db.all(
      'SELECT signature FROM payment WHERE intent_id = @id',
      {
        id: intent.id,
      },
    );
    second.process.time.resume();
    chain.controls.advance(40);
    await cluster.until(async () => (await statusOf(alice, intent)) === 'succeeded');
    first.process.time.resume();
    await cluster.pass(10_000);
    expect(await creditsOf(alice)).toBe(intent.credits);
    return payments.length;
  };

  it('are not forgotten by a watcher that was paused and replaced', async () => {
    expect(await hearTooLate()).toBe(1);
  });

  it('would be forgotten without the fence', async () => {
    const sabotaged = (context: ServiceContext) => ({ ...context, leases: unfenced(context.leases) });
    expect(await hearTooLate(sabotaged)).toBe(0);
  });
});

describe('payments of a service on SQLite', () => {
  it('are watched at once by the process after one that was killed, whose lease does not end by itself', async () => {
    const clock = manualClock();
    const chain = await createLocalChain({ port: 0, slotMs: 0, clock });
    const rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock });
    const merchantAddress = Keypair.generate().publicKey.toBase58();
    chain.controls.airdropSol(merchantAddress, 1_000_000_000n);
    const folder = mkdtempSync(join(tmpdir(), 'killed-'));
    const start = async () => {
      const time = mortalClock(clock);
      const world = await openWorld({
        rpc,
        clock: Object.assign(time, { advance: clock.advance }),
        config: {
          dbPath: join(folder, 'service.db'),
          databaseUrl: undefined, // also where all tests run on PostgreSQL
          merchantAddress,
          masterKeys: ['ab'.repeat(32)],
        },
        plug: async (context) => [await createPaymentsFeature(context)],
      });
      await world.listen();
      await clock.advance(2_000);
      return { ...world, time };
    };
    const fence = async ({ context }: World) =>
      (await context.db.get<{ fence: number }>(
        "SELECT fence FROM work_lease WHERE name = 'payments' AND until > @now",
        { now: clock.now() },
      ))!.fence;
    const killed = await start();
    expect(await fence(killed)).toBe(1);
    killed.time.stop();
    const next = await start();
    expect(await fence(next)).toBe(2);
    killed.time.resume();
    for (const world of [next, killed]) await world.close();
    await rpc.close();
    await chain.close();
  });
});
