import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import nacl from 'tweetnacl';
import { systemClock } from '../src/base/clock.js';
import { openSqlite } from '../src/base/db/open-sqlite.js';
import type { ErrorCode } from '../src/base/errors.js';
import { systemRandom } from '../src/base/ids.js';
import { silentLog } from '../src/base/log.js';
import { createSeal } from '../src/base/seal.js';
import { createSessionStores } from '../src/bot/session/stores.js';
import { verifySignature } from '../src/chain/signature.js';
import { createServiceApp } from '../src/service/app.js';
import type { FloodKind, FloodOrder, FloodReport } from './auth/flood.js';
import { type Figure, median, percentile } from './figure.js';
import { serviceConfig } from './service/config.js';

const ROUNDS = 7;
const WALLETS = 100_000;
const LOOKUPS = 20_000;
const FLOOD = { perSecond: 1_000, seconds: 6 };

/** Microseconds a run: the median over rounds in which both alternate, so that a busy machine slows both. */
async function compare(
  ours: () => Promise<unknown>,
  theirs: () => unknown,
  [oursEach, theirsEach]: [number, number],
) {
  const time = async (run: () => unknown, count: number) => {
    const begin = performance.now();
    for (let index = 0; index < count; index += 1) await run();
    return ((performance.now() - begin) / count) * 1_000;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push([await time(ours, oursEach), await time(theirs, theirsEach)]);
  const [a, b] = [0, 1].map((side) => median(rounds.slice(1).map((round) => round[side]!)));
  return { ours: a!, theirs: b! };
}

/** Verifying a sign-in text, compared with tweetnacl, for a valid and an invalid signature. */
async function verifying(): Promise<Figure[]> {
  const pair = generateKeyPairSync('ed25519');
  const publicKey = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  const message = randomBytes(450);
  const good = new Uint8Array(sign(null, message, pair.privateKey));
  const wrong = new Uint8Array(sign(null, randomBytes(450), pair.privateKey));
  const figures: Figure[] = [];
  for (const [kind, signature] of Object.entries({ good, wrong })) {
    const signed = { publicKey, message, signature };
    const { ours, theirs } = await compare(
      () => verifySignature(signed),
      () => nacl.sign.detached.verify(message, signed.signature, publicKey),
      [600, 20],
    );
    figures.push({
      name: `strict verify of a ${kind} signature`,
      value: ours,
      unit: 'µs',
      peer: { name: 'tweetnacl', value: theirs },
      ratio: theirs / ours,
      goal: { text: '>= 30 x tweetnacl', met: theirs / ours >= 30 },
    });
  }
  return figures;
}

/** The 99th percentile of the event loop's delay in ms while `during` runs. */
async function delayOf(during: Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await during;
  delay.disable();
  return delay.percentile(99) / 1e6;
}

/** A real service on a file, flooded over real HTTP from another thread with proofs that must all be verified. */
async function flooding(folder: string): Promise<Figure[]> {
  const service = await createServiceApp(
    { ...serviceConfig(folder), trustProxy: true },
    { clock: systemClock, random: systemRandom, log: silentLog },
    async () => [],
  );
  const url = await service.listen(0);
  const order: FloodOrder = { url, ...FLOOD };
  const worker = new Worker(new URL('./auth/flood.js', import.meta.url), { workerData: order });
  await once(worker, 'message');
  const flood = async (kind: FloodKind, code: ErrorCode) => {
    const answered = once(worker, 'message') as Promise<[FloodReport]>;
    worker.postMessage(kind);
    const delayMs = await delayOf(answered);
    const [{ sent, answers, seconds }] = await answered;
    if (answers[code] !== sent) throw new Error(`Not all were ${code}: ${JSON.stringify(answers)}`);
    return { delayMs, perSecond: sent / seconds };
  };
  const unread = await flood('unread', 'nonce_expired');
  const forged = await flood('forged', 'signature_invalid');
  await worker.terminate();
  await service.close();
  const { perSecond } = FLOOD;
  return [
    {
      name: `event-loop delay p99, ${perSecond} bad signatures a second`,
      value: forged.delayMs,
      unit: 'ms',
      ratio: forged.delayMs / unread.delayMs,
      peer: { name: 'the same flood with unknown nonces', value: unread.delayMs },
      goal: { text: '<= 20 ms', met: forged.delayMs <= 20 },
    },
    {
      name: 'of them verified and logged',
      value: forged.perSecond,
      unit: 'per s',
      peer: { name: 'unknown nonces', value: unread.perSecond },
      goal: { text: 'all', met: forged.perSecond >= perSecond * 0.98 },
    },
  ];
}

/** Reads one session out of 100,000 and decrypts its cookies, compared with reading the row without decryption. */
async function lookingUp(folder: string): Promise<Figure[]> {
  const db = await openSqlite(join(folder, 'bot.db'), 'data/migrations/bot');
  const seal = createSeal([randomBytes(32).toString('hex')]);
  const { wallets, vaults } = createSessionStores({ db, seal, clock: systemClock });
  const cookie = (path: string) => ({
    value: randomBytes(32).toString('base64url'),
    path,
    expiresAt: Date.now(),
  });
  const jar = { access_token: cookie('/api'), refresh_token: cookie('/api/auth') };
  await db.transaction(async (t) => {
    for (let index = 0; index < WALLETS; index += 1)
      await wallets.put(t, `member${index}`, { address: `wallet${index}`, userId: `user${index}`, jar });
  });
  const bare = 'SELECT jar, version FROM wallet WHERE member_id = @memberId AND address = @address';
  const anybody = () => randomBytes(4).readUInt32LE() % WALLETS;
  const timed = async (look: (index: number) => unknown): Promise<number[]> => {
    const times: number[] = [];
    for (let count = 0; count < LOOKUPS; count += 1) {
      const index = anybody();
      const begin = performance.now();
      await look(index);
      times.push((performance.now() - begin) * 1_000);
    }
    return times;
  };
  const sealed = await timed((index) =>
    db.get(bare, { memberId: `member${index}`, address: `wallet${index}` }),
  );
  const opened = await timed((index) => vaults.vaultOf(`member${index}`, `wallet${index}`).load());
  await db.close();
  return [
    {
      name: 'session lookup with decryption among 100,000',
      value: median(opened),
      unit: 'µs',
      peer: { name: 'the row without decryption', value: median(sealed) },
      ratio: median(opened) / median(sealed),
    },
    {
      name: 'the same, 99th percentile',
      value: percentile(opened, 0.99),
      unit: 'µs',
      goal: { text: '<= 1 ms', met: percentile(opened, 0.99) <= 1_000 },
    },
  ];
}

export default async function (): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-auth-'));
  try {
    return [...(await verifying()), ...(await flooding(folder)), ...(await lookingUp(folder))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
