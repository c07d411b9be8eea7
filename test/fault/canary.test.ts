import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import bs58 from 'bs58';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/base/db/database.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { systemRandom } from '../../src/base/ids.js';
import { createLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { createSessions } from '../../src/bot/session/flow.js';
import { createSessionStores } from '../../src/bot/session/stores.js';
import { createEvents, socketUrl } from '../../src/client/events.js';
import { createHttp, type Http } from '../../src/client/http.js';
import type { Jar } from '../../src/client/jar.js';
import { createNonce, signInWithWallet } from '../../src/contract/auth.js';
import { readCredits } from '../../src/contract/payments.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { createServiceApp, type ServiceApp } from '../../src/service/app.js';
import { manualClock } from '../support/clock.js';

/** Every secret is planted or recorded, every failure is provoked, then all outputs are searched. */

const folder = mkdtempSync(join(tmpdir(), 'rigsmith-canary-'));
const files = { service: join(folder, 'service.db'), bot: join(folder, 'bot.db') };
const key = randomBytes(32).toString('hex');
const clock = manualClock();
const wallet = createTestWallet({ rpcUrl: 'http://127.0.0.1:1', name: 'canary' });
const { address } = wallet;

/** Each secret as text; planted ones say so in their name. */
const secrets = new Map<string, string>();
const planted = {
  cookie: `canary-cookie-${randomBytes(12).toString('hex')}`,
  bearer: `canary-bearer-${randomBytes(12).toString('hex')}`,
  query: `canary-query-${randomBytes(12).toString('hex')}`,
  body: `canary-body-${randomBytes(12).toString('hex')}`,
  webhook: `canary-webhook-${randomBytes(12).toString('hex')}`,
};
for (const [name, value] of Object.entries(planted)) secrets.set(`planted ${name}`, value);
secrets.set('master key', key);

/** Log lines, replies and thrown errors, as an observer of the outputs would see them. */
const outputs: string[] = [];
const listening = new Writable({
  write(chunk, _encoding, done) {
    outputs.push(String(chunk));
    done();
  },
});
const log = createLog('debug', { destination: listening });
const told = (error: unknown) => {
  outputs.push(inspect(error, { depth: 10 }));
  log.error({ err: error }, 'told');
};

let service: ServiceApp;
let url: string;
let db: Database;
let http: Http;

/** Records every cookie that passes. */
const noting = (real: Http): Http => ({
  ...real,
  async call(endpoint, input, jar) {
    const answer = await real.call(endpoint, input, jar);
    outputs.push(JSON.stringify(answer.reply));
    note(answer.jar);
    return answer;
  },
  async renew(jar) {
    const renewed = await real.renew(jar);
    note(renewed);
    return renewed;
  },
});
const note = (jar: Jar) => {
  for (const [name, { value }] of Object.entries(jar)) secrets.set(`cookie ${name} ${secrets.size}`, value);
};

beforeAll(async () => {
  service = await createServiceApp(
    {
      dbPath: files.service,
      dataDir: folder,
      baseUrl: 'http://127.0.0.1:4000',
      domain: 'rigsmith.test',
      migrationsDir: resolve('data/migrations/service'),
      catalogDir: resolve('data/catalog'),
      network: 'localnet',
      merchantAddress: null,
      usdcMint: null,
      requiredCommitment: 'confirmed',
      masterKeys: [key],
      webhookSecrets: { helius: planted.webhook },
    },
    { clock, random: systemRandom, log },
    async () => [
      {
        routes: [],
        plain: (app) =>
          app.get('/fails', async ({ headers }) => {
            throw new Error(`a fault of ours, asked by ${headers['user-agent']}`);
          }),
      },
    ],
  );
  url = await service.listen(0);
  db = await openSqlite(files.bot, resolve('data/migrations/bot'));
  http = noting(createHttp({ baseUrl: url, clock }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function signIn(): Promise<{ jar: Jar; userId: string }> {
  const { reply } = await http.call(createNonce, { body: { address } }, {});
  const { nonce, message } = reply.body;
  const wrong = wallet.signIn('something else').signature;
  const { signature } = wallet.signIn(message);
  secrets.set(`signature ${secrets.size}`, signature);
  secrets.set(`wrong signature ${secrets.size}`, wrong);
  for (const bad of [wrong, planted.body, signature.slice(1)])
    await http.call(signInWithWallet, { body: { address, nonce, signature: bad } }, {}).catch(told);
  const signed = await http.call(signInWithWallet, { body: { address, nonce, signature } }, {});
  await http.call(signInWithWallet, { body: { address, nonce, signature } }, {}).catch(told);
  used.push(nonce);
  return { jar: signed.jar, userId: signed.reply.body.user.id };
}
/** Nonces are sent to clients, but the database and the log must not contain them. */
const used: string[] = [];

/** Requests of strangers, with canaries in every field that may be echoed. */
async function knock(): Promise<void> {
  const headers = {
    cookie: `access_token=${planted.cookie}; refresh_token=${planted.cookie}`,
    authorization: `Bearer ${planted.bearer}`,
    'content-type': 'application/json',
  };
  const requests: [string, string, string?][] = [
    ['GET', `/api/users/me?token=${planted.query}`],
    ['GET', `/nowhere?token=${planted.query}`],
    ['GET', '/fails'],
    ['POST', '/api/auth/refresh', '{}'],
    ['DELETE', '/api/auth/logout'],
    ['POST', '/api/auth/wallet', `{"signature":"${planted.body}"`],
    [
      'POST',
      '/api/auth/wallet',
      JSON.stringify({ address: planted.body, nonce: planted.body, signature: planted.body }),
    ],
    ['POST', '/api/auth/nonce', JSON.stringify({ address, statement: `${planted.body}\n` })],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/api/openapi.json'],
  ];
  for (const [method, path, body] of requests) {
    const reply = await fetch(new URL(path, url), { method, headers, ...(body && { body }) });
    outputs.push(
      await reply.text(),
      JSON.stringify([...reply.headers].filter(([name]) => name !== 'set-cookie')),
    );
  }
}

/** Searches a database file and its journals for a secret, as text or as the bytes it encodes. */
function findIn(file: string): string[] {
  const all = ['', '-wal', '-shm']
    .map((end) => `${file}${end}`)
    .filter(existsSync)
    .map((part) => readFileSync(part));
  const raw = Buffer.concat(all);
  expect(raw.length).toBeGreaterThan(10_000);
  const bare = (value: string) => [
    Buffer.from(value),
    Buffer.from(value, 'utf16le'),
    Buffer.from(value, 'base64url'),
    Buffer.from(value, 'hex'),
    Buffer.from(bs58.decodeUnsafe(value) ?? []),
  ];
  const everything = [...secrets, ...used.map((nonce): [string, string] => [`nonce ${nonce}`, nonce])];
  return everything.flatMap(([name, value]) =>
    bare(value).some((bytes) => bytes.length >= 16 && raw.includes(bytes)) ? [name] : [],
  );
}

it('no secret reaches a log line, a reply, an error or the bytes of a database', async () => {
  const { wallets, vaults } = createSessionStores({ db, seal: createSeal([key]), clock });
  const sessions = createSessions({ wallets, vaults, http, clock });
  const { jar, userId } = await signIn();
  await db.transaction((t) => wallets.put(t, 'mia', { address, userId, jar }));
  await knock();
  const mia = sessions.serviceOf('mia');
  await mia.call(readCredits, {});
  const events = createEvents({
    url: socketUrl(url),
    clock,
    log,
    jitter: () => 0.5,
    onGeneration: () => undefined,
    onIntent: () => undefined,
  });
  const gone = new Promise<void>((done) => {
    events.subscribe({
      user: { key: 'mia', service: mia },
      conversationId: 'cnv_none',
      afterSeq: () => 0,
      onEvent: () => undefined,
      onGap: () => done(),
    });
    setTimeout(done, 300);
  });
  await gone;
  events.close();

  await clock.advance(16 * 60_000);
  await mia.call(readCredits, {}); // renewed
  await clock.advance(61_000);
  await http.renew(jar).catch(told); // a replay: the whole session family is revoked
  await mia.call(readCredits, {}).catch(told);
  const again = await signIn();
  await db.transaction((t) => wallets.put(t, 'mia', { address, ...again }));
  await mia.call(readCredits, {});
  const stranger = createSessionStores({ db, seal: createSeal([randomBytes(32).toString('hex')]), clock });
  await stranger.vaults.vaultOf('mia', address).load().catch(told); // a stolen database, without the key
  const nobody = createHttp({ baseUrl: 'http://127.0.0.1:1', clock });
  await nobody.call(readCredits, {}, again.jar).catch(told);
  await nobody.renew(again.jar).catch(told);
  await sessions.logout('mia', address, 'everywhere');

  expect(secrets.size).toBeGreaterThan(12);
  expect(outputs.length).toBeGreaterThan(30);
  expect([...findIn(files.service), ...findIn(files.bot)]).toEqual([]);
  await service.close();
  await db.close();
  expect([...findIn(files.service), ...findIn(files.bot)]).toEqual([]);

  const said = outputs.join('\n');
  expect([...secrets].flatMap(([name, value]) => (said.includes(value) ? [name] : []))).toEqual([]);
  const logged = outputs.filter((line) => line.startsWith('{"level"')).join('\n');
  expect(logged).toContain('refresh token reused');
  expect(logged).toContain('request failed');
  expect(used.filter((nonce) => logged.includes(nonce))).toEqual([]);
});

it('the search would find a leaked secret', async () => {
  const file = join(folder, 'plain.db');
  const plain = await openSqlite(file, resolve('data/migrations/bot'));
  await plain.run(`INSERT INTO outbox (kind, subject, revision, due_at) VALUES ('x', @subject, 1, 1)`, {
    subject: planted.cookie,
  });
  expect(findIn(file)).toEqual(['planted cookie']);
  await plain.close();
});
