import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createSessions, type Sessions } from '../../../../src/bot/session/flow.js';
import { createSessionStores, type SessionStores } from '../../../../src/bot/session/stores.js';
import { createHttp } from '../../../../src/client/http.js';
import { readCredits } from '../../../../src/contract/payments.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

/** A service that knows sessions by their first cookie value, and counts its requests. */
type Upstream = { url: string; asked: string[]; status: number; close(): void };

async function openUpstream(): Promise<Upstream> {
  const server = createServer((request, response) => {
    const [, wallet = '?'] = request.headers.cookie?.match(/access=(\w+)/) ?? [];
    upstream.asked.push(`${request.method} ${request.url} ${wallet}`);
    if (upstream.status !== 0) return response.writeHead(upstream.status).end('{}');
    response.setHeader('content-type', 'application/json');
    if (request.method === 'DELETE') return response.writeHead(204).end();
    if (request.url === '/api/auth/refresh')
      response.setHeader('set-cookie', `access=${wallet}; Path=/api; Max-Age=900`);
    const available = wallet.length;
    response.end(
      JSON.stringify({ available, held: 0, lifetime_purchased: 0, updated_at: '2026-01-01T00:00:00.000Z' }),
    );
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const upstream: Upstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    status: 0,
    close: () => server.close().closeAllConnections(),
  };
  return upstream;
}

let db: Database;
let clock: ManualClock;
let upstream: Upstream;
let stores: SessionStores;
let sessions: Sessions;

beforeEach(async () => {
  clock = manualClock();
  upstream = await openUpstream();
  db = await openBotDatabase();
  stores = createSessionStores({ db, seal: createSeal([randomBytes(32).toString('hex')]), clock });
  sessions = createSessions({ ...stores, http: createHttp({ baseUrl: upstream.url, clock }), clock });
  for (const address of ['cold', 'daily']) {
    const access = { value: address, path: '/api', expiresAt: clock.now() + 900_000 };
    const wallet = { address, userId: `usr_${address}`, jar: { access } };
    await db.transaction((t) => stores.wallets.put(t, 'mia', wallet));
    await clock.advance(1);
  }
});
afterEach(async () => {
  await db.close();
  upstream.close();
});

const credits = async (address?: string) =>
  (await sessions.serviceOf('mia', address).call(readCredits, {})).body.available;

it('a member acts with the primary wallet, and at once with another when that becomes primary', async () => {
  const service = sessions.serviceOf('mia');
  expect((await service.call(readCredits, {})).body.available).toBe('daily'.length);
  await sessions.use('mia', 'cold');
  expect((await service.call(readCredits, {})).body.available).toBe('cold'.length);
  expect(await credits('daily')).toBe('daily'.length);
  await expect(sessions.use('mia', 'stranger')).rejects.toMatchObject({ code: 'not_found' });
  await expect(sessions.serviceOf('sam').call(readCredits, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

it.each(['x'.repeat(33), 'two\nlines', 'right\u202eleft', 'zero\u200bwidth'])(
  'the label %j is refused with a sentence',
  async (label) => {
    await expect(sessions.label('mia', 'cold', label)).rejects.toThrow('wallet.error.name');
    expect((await sessions.walletsOf('mia')).map((wallet) => wallet.label)).toEqual([null, null]);
  },
);

it('a label is trimmed, and an empty one removes it', async () => {
  expect((await sessions.label('mia', 'cold', '  Ledger 1 ')).label).toBe('Ledger 1');
  expect((await sessions.label('mia', 'cold', ' ')).label).toBeNull();
});

it('logging out of a wallet leaves it linked and says so, and other wallets unchanged', async () => {
  await sessions.logout('mia', 'daily', 'here');
  expect(upstream.asked).toEqual(['DELETE /api/auth/logout daily']);
  expect(await sessions.walletOf('mia')).toBeNull();
  expect(await sessions.walletsOf('mia')).toMatchObject([{ ended: 'logged_out' }, { ended: null }]);
  await expect(credits()).rejects.toThrow('You have logged out of this wallet. Use /link');
  expect(await credits('cold')).toBe(4);
  await sessions.logout('mia', 'daily', 'here');
  expect(upstream.asked.filter((each) => each.startsWith('DELETE'))).toHaveLength(1);
});

it('logging out everywhere ends all sessions of the wallet at the service', async () => {
  await sessions.logout('mia', 'daily', 'everywhere');
  expect(upstream.asked).toEqual(['DELETE /api/auth/sessions daily']);
  expect((await sessions.walletsOf('mia'))[0]?.ended).toBe('logged_out');
});

it('unlinking works without the service; signing out everywhere changes nothing when it is unreachable', async () => {
  upstream.status = 503;
  await expect(sessions.unlink('mia', 'daily', 'everywhere')).rejects.toMatchObject({ code: 'maintenance' });
  await expect(sessions.logout('mia', 'daily', 'here')).rejects.toMatchObject({ code: 'maintenance' });
  expect(await sessions.walletsOf('mia')).toMatchObject([{ address: 'daily', ended: null }, {}]);
  expect(await sessions.unlink('mia', 'daily', 'here')).toMatchObject({ address: 'daily' });
  expect(await sessions.walletsOf('mia')).toMatchObject([{ address: 'cold', isPrimary: true }]);
  await expect(sessions.unlink('mia', 'daily', 'here')).rejects.toMatchObject({ code: 'not_found' });
});

it('sessions in use are renewed before they expire, idle ones are not', async () => {
  await credits();
  upstream.asked.length = 0;
  await sessions.renew();
  expect(upstream.asked).toEqual([]);
  await clock.advance(820_000);
  await sessions.renew();
  expect(upstream.asked).toEqual(['POST /api/auth/refresh daily']);
  await clock.advance(31 * 60_000);
  await sessions.renew();
  expect(upstream.asked).toHaveLength(1);
});

it('a refresh interrupted by a crash is completed by the next process', async () => {
  const vault = stores.vaults.vaultOf('mia', 'cold');
  const kept = await vault.load();
  await vault.claim(kept?.jar ? kept.version : 0, clock.now() + 25_000);
  await sessions.renew();
  expect(upstream.asked).toEqual([]);
  await clock.advance(25_000);
  await sessions.renew();
  expect(upstream.asked).toEqual(['POST /api/auth/refresh cold']);
  expect(await stores.vaults.listOwed(10)).toEqual([]);
});

it('an interrupted refresh is completed even by a process that has just renewed', async () => {
  await clock.advance(890_000);
  await credits('cold');
  await sessions.renew();
  upstream.asked.length = 0;
  const vault = stores.vaults.vaultOf('mia', 'cold');
  const kept = await vault.load();
  await vault.claim(kept?.jar ? kept.version : 0, clock.now() + 1_000);
  await clock.advance(1_000);
  await sessions.renew();
  expect(upstream.asked).toEqual(['POST /api/auth/refresh cold']);
});

it('a session the service refuses ends with its reason, and the round continues', async () => {
  await credits();
  await credits('cold');
  await clock.advance(820_000);
  upstream.status = 401;
  await sessions.renew();
  expect((await sessions.walletsOf('mia')).map(({ ended }) => ended)).toEqual(['refused', 'refused']);
  await expect(credits()).rejects.toThrow('The service ended your session. Use /link');
});
