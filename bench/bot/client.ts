import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { systemClock } from '../../src/base/clock.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { createSeal } from '../../src/base/seal.js';
import { createSessionStores } from '../../src/bot/session/stores.js';
import { createHttp } from '../../src/client/http.js';
import { createService } from '../../src/client/session.js';
import { readCredits } from '../../src/contract/payments.js';
import { type BenchChild, startChild } from '../child.js';
import { type Figure, median } from '../figure.js';
import type { ServerOrder, ServerStarted } from '../service/server.js';

const ROUNDS = 15;
const REQUESTS = 1_500;
const AT_ONCE = 16;
const COOKIE = 'a'.repeat(43);
const BODY = JSON.stringify({
  available: 300,
  held: 0,
  lifetime_purchased: 300,
  updated_at: '2026-01-01T00:00:00.000Z',
});

async function startPeer(): Promise<{ child: BenchChild; url: string }> {
  const child = startChild(new URL('../service/server.js', import.meta.url));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(BODY)), // as the service answers; without it the reply is chunked
    'cache-control': 'no-store',
  };
  const order: ServerOrder = { kind: 'bare', headers, body: BODY };
  const { port } = await child.ask<ServerStarted>(order);
  return { child, url: `http://127.0.0.1:${port}` };
}

async function perSecond(ask: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS;
  const begin = performance.now();
  const lane = async () => {
    while (left-- > 0) await ask();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (REQUESTS * 1_000) / (performance.now() - begin);
}

/** A member's credits by the bot's client, which reads the sealed session each time, compared with `undici.request`. */
export async function measureClient(folder: string): Promise<Figure> {
  const { child, url } = await startPeer();
  const db = await openSqlite(join(folder, 'client.db'), 'data/migrations/bot');
  const seal = createSeal([randomBytes(32).toString('hex')]);
  const { wallets, vaults } = createSessionStores({ db, seal, clock: systemClock });
  const cookie = { value: COOKIE, path: '/api', expiresAt: Date.now() + 3_600_000 };
  await db.transaction((t) =>
    wallets.put(t, 'member', { address: 'wallet', userId: 'user', jar: { access_token: cookie } }),
  );
  const http = createHttp({ baseUrl: url, clock: systemClock });
  const service = createService({ http, vault: vaults.vaultOf('member', 'wallet'), clock: systemClock });
  const dispatcher = new Agent();
  const address = new URL('/api/users/credits', url);
  const headers = { accept: 'application/json', cookie: `access_token=${COOKIE}` };
  const bare = async () => (await request(address, { headers, dispatcher })).body.json();
  const rounds: [number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push([await perSecond(() => service.call(readCredits, {})), await perSecond(bare)]);
  await db.close();
  await dispatcher.destroy();
  await child.stop();
  const measured = rounds.slice(1);
  const ratio = median(measured.map(([ours, theirs]) => ours / theirs));
  return {
    name: 'requests of the authenticated client',
    value: median(measured.map(([ours]) => ours)),
    unit: 'per s',
    peer: { name: 'undici.request', value: median(measured.map(([, theirs]) => theirs)) },
    ratio,
    goal: { text: '>= .6 x undici.request', met: ratio >= 0.6 },
  };
}
