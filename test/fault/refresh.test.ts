import { createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import bs58 from 'bs58';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import { systemRandom } from '../../src/base/ids.js';
import { silentLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { createSessions, renewalEveryMs, type Sessions } from '../../src/bot/session/flow.js';
import { createSessionStores, type SessionStores } from '../../src/bot/session/stores.js';
import { createHttp, type Http } from '../../src/client/http.js';
import { createNonce, signInWithWallet } from '../../src/contract/auth.js';
import { readCredits } from '../../src/contract/payments.js';
import { createServiceApp, type ServiceApp } from '../../src/service/app.js';
import { openBotDatabase } from '../support/bot-database.js';
import { eachOf } from '../support/slice.js';

/**
 * The refresh exchange on a bad connection: two bot processes share one database and one session, a proxy in front of
 * the real service loses, corrupts and refuses requests, processes die midway and come back for at least a minute,
 * and time passes. `npm run proofs` runs a thousand schedules of each kind, the suite a sample.
 */
const [few, runs] = process.env.FAULTS === 'full' ? [1_000, 1_000] : [6, 25];
const seed = 4;

/** A clock that runs faster than ours: every sleep advances it. */
function fastClock(): Clock & { pass(ms: number): void } {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    pass(ms) {
      now += ms;
    },
    sleep: (ms) =>
      new Promise((wake) =>
        setTimeout(() => {
          now += ms;
          wake();
        }, 4),
      ),
  };
}

/** The service's own background work is not needed here. */
const untilAborted: Clock['sleep'] = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const faults = {
  none: {},
  'never arrives': { before: true },
  'reply is lost': { after: 'destroy' },
  'reply breaks off after its cookies': { after: 'cut' },
  '500 before': { before: true, status: 500 },
  '500 after': { after: 'status', status: 500 },
  '502 after': { after: 'status', status: 502 },
  '429 before': { before: true, status: 429 },
  '503 before': { before: true, status: 503 },
} as const satisfies Record<
  string,
  { before?: boolean; after?: 'destroy' | 'cut' | 'status'; status?: number }
>;
type Fault = { before?: boolean; after?: 'destroy' | 'cut' | 'status'; status?: number };
type FaultName = keyof typeof faults;
const bad = (Object.keys(faults) as FaultName[]).filter((name) => name !== 'none');

const clock = fastClock();
let service: ServiceApp;
let proxy: ReturnType<typeof createServer>;
let target: URL;
let db: Database;
let stores: Pick<SessionStores, 'wallets' | 'vaults'>;
let http: Http;
let plan: FaultName[] = [];
/** The refresh responses that reached the bot. */
let heard: number[] = [];
let lineIsCut = false;
let diesWhileSaving = false;

function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const isRefresh = incoming.url === '/api/auth/refresh';
  const fault: Fault = faults[(isRefresh && plan.shift()) || 'none'];
  const answer = (status: number) => outgoing.writeHead(status).end('{}');
  if (lineIsCut) return void incoming.socket.destroy();
  if (fault.before) return void (fault.status ? answer(fault.status) : incoming.socket.destroy());
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (reply) => {
      const { statusCode = 500, headers } = reply;
      if (fault.after === 'destroy' || fault.after === 'status') {
        reply.resume();
        if (fault.after === 'destroy') incoming.socket.destroy();
        else answer(fault.status ?? 500);
        return;
      }
      if (isRefresh) heard.push(statusCode);
      outgoing.writeHead(statusCode, headers);
      if (fault.after === 'cut') {
        reply.resume();
        outgoing.write('{"us', () => outgoing.destroy());
      } else reply.pipe(outgoing);
    },
  );
  incoming.pipe(onward);
}

beforeAll(async () => {
  service = await createServiceApp(
    {
      dbPath: ':memory:',
      dataDir: '.',
      baseUrl: 'http://127.0.0.1:4000',
      domain: 'rigsmith.test',
      migrationsDir: resolve('data/migrations/service'),
      catalogDir: resolve('data/catalog'),
      network: 'localnet',
      merchantAddress: null,
      usdcMint: null,
      requiredCommitment: 'confirmed',
      masterKeys: [randomBytes(32).toString('hex')],
    },
    { clock: { now: clock.now, sleep: untilAborted }, random: systemRandom, log: silentLog },
    async () => [],
  );
  target = new URL(await service.listen(0));
  proxy = createServer(forward).listen(0, '127.0.0.1');
  await new Promise((done) => proxy.once('listening', done));
  http = createHttp({ baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, clock });
  db = await openBotDatabase();
  const { wallets, vaults } = createSessionStores({
    db,
    seal: createSeal([randomBytes(32).toString('hex')]),
    clock,
  });
  const vaultOf: typeof vaults.vaultOf = (memberId, address) => {
    const vault = vaults.vaultOf(memberId, address);
    return {
      ...vault,
      async save(jar, version) {
        if (!diesWhileSaving) return vault.save(jar, version);
        diesWhileSaving = false;
        throw new Error('the process died');
      },
    };
  };
  stores = { wallets, vaults: { ...vaults, vaultOf } };
});
afterAll(async () => {
  proxy.close().closeAllConnections();
  await service.close();
  await db.close();
});

/** A member with a new session. */
async function signIn(memberId: string): Promise<string> {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), randomBytes(32)]);
  const secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const key = createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32);
  const address = bs58.encode(key);
  const { reply: asked } = await http.call(createNonce, { body: { address } }, {});
  const { nonce, message } = asked.body;
  const signature = bs58.encode(sign(null, Buffer.from(message), secret));
  const { reply, jar } = await http.call(signInWithWallet, { body: { address, nonce, signature } }, {});
  await db.transaction((t) => stores.wallets.put(t, memberId, { address, userId: reply.body.user.id, jar }));
  return address;
}

type Step =
  | { kind: 'call'; process: number }
  | { kind: 'both' }
  | { kind: 'wait'; seconds: number }
  | { kind: 'crash'; process: number }
  | { kind: 'crash while saving'; process: number };
type Schedule = { steps: Step[]; faults: FaultName[] };

const boot = (): Sessions => createSessions({ ...stores, http, clock });

/** Plays one schedule through the bot; calls may fail, the session must not end. */
async function play(memberId: string, { steps, faults: line }: Schedule): Promise<void> {
  const processes = [boot(), boot()];
  plan = [...line];
  const call = (process: number) =>
    processes[process]!.serviceOf(memberId)
      .call(readCredits, {})
      .catch(() => undefined);
  const live = async (seconds: number) => {
    for (let waited = 0; waited < seconds * 1_000; waited += renewalEveryMs) {
      clock.pass(renewalEveryMs);
      for (const process of processes) await process.renew().catch(() => undefined);
    }
  };
  for (const step of steps) {
    if (step.kind === 'call') await call(step.process);
    if (step.kind === 'both') await Promise.all([call(0), call(1), call(0), call(1)]);
    if (step.kind === 'crash') processes[step.process] = boot();
    if (step.kind === 'crash while saving') {
      diesWhileSaving = true;
      await call(step.process);
      diesWhileSaving = false;
      processes[step.process] = boot();
      await live(60);
    }
    if (step.kind === 'wait') await live(step.seconds);
  }
  plan = [];
}

const minute: Schedule = { steps: [{ kind: 'wait', seconds: 60 }], faults: [] };

const either = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('call' as const), process: either }),
  fc.record({ kind: fc.constant('both' as const) }),
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(10, 50, 400, 900, 2_000) }),
  fc.record({ kind: fc.constant('crash' as const), process: either }),
  fc.record({ kind: fc.constant('crash while saving' as const), process: either }),
);
/** At most two faults in a row: the connection is bad, not dead. */
const badLine: fc.Arbitrary<FaultName[]> = fc
  .array(fc.tuple(fc.constantFrom(...bad), fc.constantFrom('none' as const, ...bad)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((pairs) => pairs.flatMap(([first, second]) => [first, second, 'none' as const]));
const schedules = fc.record({ steps: fc.array(step, { minLength: 3, maxLength: 10 }), faults: badLine });

const isOpen = async (memberId: string) => (await stores.wallets.find(memberId))?.ended === null;

eachOf(1, [...new Set([few, runs])])(
  '%i random schedules on a bad connection sign no member out',
  async (runs) => {
    let member = 0;
    let exchanges = 0;
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        const memberId = `gentle ${++member}`;
        heard = [];
        await signIn(memberId);
        await play(memberId, schedule);
        await play(memberId, minute);
        clock.pass(16 * 60_000);
        const { body } = await boot().serviceOf(memberId).call(readCredits, {});
        expect(body.available).toBe(0);
        expect(await isOpen(memberId)).toBe(true);
        expect(heard.every((status) => status === 200)).toBe(true);
        exchanges += heard.length;
      }),
      { seed, numRuns: runs },
    );
    expect(exchanges).toBeGreaterThan(runs);
  },
  { timeout: 1_200_000 },
);

it(`${runs} random schedules with dead connections and revoked sessions sign out only on a definite refusal`, {
  tags: 'slow',
  timeout: 1_200_000,
}, async () => {
  const disasters = fc.record({
    schedule: schedules,
    deadMinutes: fc.constantFrom(0, 1, 4),
    revoked: fc.boolean(),
  });
  let member = 0;
  let ended = 0;
  await fc.assert(
    fc.asyncProperty(disasters, async ({ schedule, deadMinutes, revoked }) => {
      const memberId = `hard ${++member}`;
      heard = [];
      await signIn(memberId);
      await play(memberId, schedule);
      if (revoked)
        await service.inject({ method: 'DELETE', url: '/api/auth/logout', cookies: await jarOf(memberId) });
      lineIsCut = deadMinutes > 0;
      await play(memberId, {
        steps: [
          { kind: 'call', process: 0 },
          { kind: 'wait', seconds: deadMinutes * 60 },
        ],
        faults: [],
      });
      lineIsCut = false;
      clock.pass(16 * 60_000);
      await play(memberId, { steps: [{ kind: 'both' }, { kind: 'call', process: 1 }], faults: [] });
      expect(await isOpen(memberId)).toBe(!heard.includes(401));
      if (revoked) expect(await isOpen(memberId)).toBe(false);
      ended += Number(!(await isOpen(memberId)));
    }),
    { seed, numRuns: runs },
  );
  expect(ended).toBeGreaterThan(0);
  expect(ended).toBeLessThan(runs);
});

async function jarOf(memberId: string): Promise<Record<string, string>> {
  const { address = '' } = (await stores.wallets.find(memberId)) ?? {};
  const kept = await stores.vaults.vaultOf(memberId, address).load();
  return Object.fromEntries(Object.entries(kept?.jar ?? {}).map(([name, { value }]) => [name, value]));
}
