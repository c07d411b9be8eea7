import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Keypair } from '@solana/web3.js';
import { type Clock, systemClock } from '../src/base/clock.js';
import { systemRandom } from '../src/base/ids.js';
import { silentLog } from '../src/base/log.js';
import { type Database, openDatabase, write } from '../src/base/store.js';
import { qrPng } from '../src/bot/cards/qr.js';
import { encodePayUrl, newReference } from '../src/chain/pay-url.js';
import { createRpc, type Rpc } from '../src/chain/rpc.js';
import { createLocalChain, type LocalChain } from '../src/playground/chain/local-chain.js';
import { createService } from '../src/service/app.js';
import { createLedger } from '../src/service/ledger/ledger.js';
import type { SeenPayment } from '../src/service/payments/machine.js';
import { createPaymentsFeature } from '../src/service/payments/payments.js';
import { createPaymentStore } from '../src/service/payments/store.js';
import { type Figure, median } from './figure.js';

const ROUNDS = 7;
const COMMITS = 400;
const [FEW, MANY] = [10, 10_000];
const SESSIONS = 100_000;
const migrationsDir = 'data/migrations/service';
const dayMs = 86_400_000;

const perSecond = (count: number, run: (index: number) => unknown): number => {
  const begin = performance.now();
  for (let index = 0; index < count; index += 1) run(index);
  return (count * 1_000) / (performance.now() - begin);
};

const openIntent = (userId: string, index: number, recipient: string) => ({
  ...{ id: `int_${index}`, userId, packId: 'starter', credits: 100, currency: 'SOL' as const, recipient },
  ...{ mint: null, reference: newReference(randomBytes), requiredCommitment: 'finalized' as const },
  expiresAt: Date.now() + dayMs,
});
const payment = (index: number, amountBaseUnits: bigint): SeenPayment => ({
  ...{ signature: `signature ${index}`, part: 'payer/SOL', standing: 'counts', payer: 'payer' },
  ...{ amountBaseUnits, mint: null, slot: index, commitment: 'finalized', paidAt: Date.now() },
});
const addUser = (db: Database) =>
  db.exec(`INSERT INTO user (id, address, created_at) VALUES ('usr_1', 'payer', 0)`);

/** Credits posted and purchases settled, each durable on its own, beside bare appends that are as durable. */
async function crediting(folder: string): Promise<Figure[]> {
  const db = await openDatabase(join(folder, 'credits.db'), migrationsDir);
  addUser(db);
  const ledger = createLedger(db, systemClock);
  const store = createPaymentStore({ db, ledger, clock: systemClock });
  const file = openSync(join(folder, 'appended'), 'a');
  const entry = randomBytes(200);
  const rounds: [number, number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ids = Array.from({ length: COMMITS }, (_, index) => round * COMMITS + index);
    write(db, () => {
      // Inside one transaction there is nothing to wait for: only settling is measured.
      for (const id of ids)
        void store.create(openIntent('usr_1', id, 'M'), [BigInt(id + 1)], () => undefined);
    });
    const appended = perSecond(COMMITS, () => {
      writeSync(file, entry);
      fdatasyncSync(file);
    });
    const credited = perSecond(COMMITS, (index) =>
      ledger.credit({ userId: 'usr_1', credits: 100, subject: `gift ${ids[index]}` }),
    );
    const settled = perSecond(COMMITS, (index) =>
      store.settle(`int_${ids[index]}`, [payment(ids[index]!, BigInt(ids[index]! + 1))]),
    );
    rounds.push([appended, credited, settled]);
  }
  closeSync(file);
  const succeeded = db.prepare(`SELECT count(*) FROM intent WHERE status = 'succeeded'`).pluck().get();
  db.close();
  if (succeeded !== COMMITS * (ROUNDS + 1)) throw new Error(`Only ${succeeded} purchases were settled.`);
  const [appended, credited, settled] = [0, 1, 2].map((side) =>
    median(rounds.slice(1).map((round) => round[side]!)),
  ) as [number, number, number];
  const peer = { name: 'append of 200 bytes + fdatasync', value: appended };
  return [
    {
      ...{ name: 'durable credit transactions', value: credited, unit: 'per s', peer },
      ratio: credited / appended,
      goal: { text: '>= .8 x append + fdatasync', met: credited / appended >= 0.8 },
    },
    {
      ...{ name: 'purchases settled: payment, verdict, receipt and credit', value: settled, unit: 'per s' },
      ...{ peer, ratio: settled / appended },
    },
  ];
}

/** A day of the clock in 24 minutes. */
const FASTER = 60;
const fastClock = (): Clock => {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * FASTER,
    sleep: (ms, signal) => systemClock.sleep(ms / FASTER, signal),
  };
};

const counting = (rpc: Rpc) => {
  let calls = 0;
  const counted = Object.fromEntries(
    Object.entries(rpc).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        if (!['nodes', 'close', 'onActivity'].includes(name)) calls += 1;
        return (method as (...of: unknown[]) => unknown)(...values);
      },
    ]),
  ) as Rpc;
  return { rpc: counted, calls: () => calls };
};

type Till = { chain: LocalChain; merchant: string; rpc: Rpc };

const openService = (dbPath: string, folder: string, till: Till, clock: Clock, rpc: Rpc) =>
  createService(
    {
      ...{ dbPath, dataDir: folder, baseUrl: 'http://127.0.0.1', domain: 'bench', migrationsDir },
      ...{ catalogDir: 'data/catalog', network: 'localnet', requiredCommitment: 'finalized' },
      ...{ merchantAddress: till.merchant, usdcMint: till.chain.usdcMint, masterKeys: ['7'.repeat(64)] },
    },
    { clock, random: systemRandom, log: silentLog, rpc },
    (context) => [createPaymentsFeature(context)],
  );

/** A database with purchases that wait, and sessions of as many wallets. */
async function fill(dbPath: string, intents: number, sessions: number): Promise<void> {
  const db = await openDatabase(dbPath, migrationsDir);
  addUser(db);
  const store = createPaymentStore({ db, ledger: createLedger(db, systemClock), clock: systemClock });
  const user = db.prepare('INSERT INTO user (id, address, created_at) VALUES (?, ?, 0)');
  const session = db.prepare(
    'INSERT INTO session (id, user_id, created_at, last_used_at, expires_at) VALUES (?, ?, 0, 0, ?)',
  );
  write(db, () => {
    for (let index = 0; index < intents; index += 1)
      void store.create(openIntent('usr_1', index, 'M'), [BigInt(20_000_000 + index)], () => undefined);
    for (let index = 0; index < sessions; index += 1) {
      user.run(`user ${index}`, `address ${index}`);
      session.run(`session ${index}`, `user ${index}`, Date.now() + dayMs);
    }
  });
  db.close();
}

/** Calls in a minute of a service that watches, sixty times as fast as time. */
async function watching(folder: string, till: Till): Promise<Figure[]> {
  const callsWith = async (open: number) => {
    const dbPath = join(folder, `open-${open}.db`);
    await fill(dbPath, open, 0);
    const { rpc, calls } = counting(till.rpc);
    const service = await openService(dbPath, folder, till, fastClock(), rpc);
    await service.listen(0);
    await systemClock.sleep(300); // the first look, which reads further back
    const begin = { calls: calls(), at: performance.now() };
    await systemClock.sleep(2_000);
    const minutes = ((performance.now() - begin.at) * FASTER) / 60_000;
    const rate = (calls() - begin.calls) / minutes;
    await service.close();
    return rate;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push([await callsWith(FEW), await callsWith(MANY)]);
    for (const open of [FEW, MANY])
      for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `open-${open}.db${end}`), { force: true });
  }
  const [few, many] = [0, 1].map((side) => median(rounds.map((round) => round[side]!))) as [number, number];
  return [
    {
      ...{ name: `RPC calls with ${MANY.toLocaleString('en-US')} open purchases`, value: many },
      ...{ unit: 'per minute', peer: { name: `with ${FEW}`, value: few }, ratio: many / few },
      goal: { text: '<= 1.1 x', met: many / few <= 1.1 },
    },
  ];
}

/** From nothing to a service that says it is ready, over real HTTP, with and without a past. */
async function restarting(folder: string, till: Till): Promise<Figure[]> {
  const [empty, full] = [join(folder, 'empty.db'), join(folder, 'full.db')];
  await fill(empty, 0, 0);
  await fill(full, MANY, SESSIONS);
  const start = async (dbPath: string) => {
    const begin = performance.now();
    const service = await openService(dbPath, folder, till, systemClock, till.rpc);
    const url = await service.listen(0);
    while (!(await fetch(`${url}/readyz`)).ok) await systemClock.sleep(1);
    const took = performance.now() - begin;
    await service.close();
    return took;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS * 2; round += 1) rounds.push([await start(empty), await start(full)]);
  const [fresh, loaded] = [0, 1].map((side) => median(rounds.slice(1).map((round) => round[side]!))) as [
    number,
    number,
  ];
  return [
    {
      ...{ name: 'restart to ready, 10,000 open purchases and 100,000 sessions', value: loaded, unit: 'ms' },
      ...{ peer: { name: 'empty', value: fresh }, ratio: loaded / fresh },
      goal: { text: '<= 1.2 x empty', met: loaded / fresh <= 1.2 },
    },
  ];
}

type Draw = (text: string) => Promise<Buffer>;

/** `toBuffer` of the usual encoder; it comes without types, so its name must not be seen by the compiler. */
async function usualEncoder(): Promise<Draw> {
  const name: string = 'qrcode';
  const { default: qrcode } = (await import(name)) as { default: { toBuffer: Draw } };
  return qrcode.toBuffer;
}

/** The picture of a payment link, a different one each time. */
async function drawing(): Promise<Figure[]> {
  const links = Array.from({ length: 200 }, (_, index) =>
    encodePayUrl({
      ...{ recipient: newReference(randomBytes), reference: newReference(randomBytes), mint: null },
      ...{
        amountBaseUnits: BigInt(20_000_000 + index),
        decimals: 9,
        label: 'Rigsmith',
        message: '100 credits',
      },
    }),
  );
  const draw = await usualEncoder();
  const timed = async (each: (link: string) => Buffer | Promise<Buffer>) => {
    const begin = performance.now();
    for (const link of links) await each(link);
    return (performance.now() - begin) / links.length;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) rounds.push([await timed(qrPng), await timed(draw)]);
  const [ours, theirs] = [0, 1].map((side) => median(rounds.slice(1).map((round) => round[side]!))) as [
    number,
    number,
  ];
  const largest = Math.max(...links.map((link) => qrPng(link).length));
  return [
    {
      ...{
        name: 'QR PNG of a payment link',
        value: ours,
        unit: 'ms',
        peer: { name: 'qrcode toBuffer', value: theirs },
      },
      ...{ ratio: ours / theirs, goal: { text: '<= .2 x qrcode', met: ours / theirs <= 0.2 } },
    },
    {
      ...{ name: 'its size at most', value: largest, unit: 'bytes' },
      goal: { text: '<= 2 KB', met: largest <= 2_048 },
    },
  ];
}

export default async function (): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-payments-'));
  const chain = await createLocalChain({ port: 0 });
  const merchant = Keypair.generate().publicKey.toBase58();
  chain.controls.fund(merchant);
  const rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock: systemClock });
  const till = { chain, merchant, rpc };
  try {
    return [
      ...(await crediting(folder)),
      ...(await watching(folder, till)),
      ...(await restarting(folder, till)),
      ...(await drawing()),
    ];
  } finally {
    await rpc.close();
    await chain.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
