import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../src/base/db/database.js';
import { createSeal } from '../../src/base/seal.js';
import { createSessions } from '../../src/bot/session/flow.js';
import { createSessionStores, type SessionStores } from '../../src/bot/session/stores.js';
import { createHttp, type Http } from '../../src/client/http.js';
import { createNonce, listSessions, revokeSession, signInWithWallet } from '../../src/contract/auth.js';
import { readCredits } from '../../src/contract/payments.js';
import { openBotDatabase } from '../support/bot-database.js';
import { openWorld, type World } from './http-world.js';

/** The bot's sessions at the real service, over real HTTP. */

let world: World;
let db: Database;
let http: Http;
let stores: SessionStores;
const seal = createSeal([randomBytes(32).toString('hex')]);

beforeEach(async () => {
  world = await openWorld({ config: { welcomeCredits: 3 } });
  http = createHttp({ baseUrl: await world.listen(), clock: world.clock });
  db = await openBotDatabase();
  stores = createSessionStores({ db, seal, clock: world.clock });
});
afterEach(async () => {
  await world.close();
  await db.close();
});

const boot = () => createSessions({ ...stores, http, clock: world.clock });
async function link(memberId: string, name = memberId): Promise<string> {
  const { wallet } = world.person(name);
  const { address } = wallet;
  const { reply: asked } = await http.call(createNonce, { body: { address } }, {});
  const { nonce, message } = asked.body;
  const { signature } = wallet.signIn(message, 'offchain_legacy');
  const body = { address, nonce, signature, encoding: 'offchain_v0' as const };
  const { reply, jar } = await http.call(signInWithWallet, { body }, {});
  await db.transaction((t) => stores.wallets.put(t, memberId, { address, userId: reply.body.user.id, jar }));
  return address;
}
const refreshes = async () =>
  (await world.context.db.all('SELECT 1 AS used FROM refresh_token WHERE used_at IS NOT NULL')).length;

test('500 calls with an expired access token make one refresh', async () => {
  await link('mia');
  const mia = boot().serviceOf('mia');
  await mia.call(readCredits, {});
  await world.clock.advance(15 * 60_000);
  const replies = await Promise.all(Array.from({ length: 500 }, () => mia.call(readCredits, {})));
  expect(replies.every(({ body }) => body.available === 3)).toBe(true);
  expect(await refreshes()).toBe(1);
});

test('200 calls whose session the service has forgotten make one refresh', { tags: 'slow' }, async () => {
  await link('mia');
  const mia = boot().serviceOf('mia');
  await world.context.db.run('DELETE FROM access_token'); // a 401 before the token's expiry time
  const replies = await Promise.all(Array.from({ length: 200 }, () => mia.call(readCredits, {})));
  expect(replies).toHaveLength(200);
  expect(await refreshes()).toBe(1);
});

test("a member lists the sessions of one wallet and ends another device's while staying signed in", async () => {
  const address = await link('mia');
  await link('mia'); // signing in again with the same wallet later leaves the older session open at the service
  const mia = boot().serviceOf('mia', address);
  const { body } = await mia.call(listSessions, {});
  expect(body.data.map(({ current }) => current).sort()).toEqual([false, true]);
  const other = body.data.find(({ current }) => !current)!;
  await mia.call(revokeSession, { params: { session_id: other.id } });
  expect((await mia.call(listSessions, {})).body.data).toHaveLength(1);
});

test("logging out everywhere ends every session of that wallet and none of the member's other wallet", async () => {
  const cold = await link('mia', 'cold');
  const daily = await link('mia', 'daily');
  const sessions = boot();
  await sessions.logout('mia', daily, 'everywhere');
  await expect(sessions.serviceOf('mia', daily).call(readCredits, {})).rejects.toThrow('You have logged out');
  expect((await sessions.serviceOf('mia', cold).call(readCredits, {})).body.available).toBe(3);
  await link('mia', 'daily');
  expect((await sessions.walletOf('mia'))?.address).toBe(daily);
});

test('a copied session that refreshes in secret ends both sessions, and the member is told', async () => {
  const address = await link('mia');
  const vault = stores.vaults.vaultOf('mia', address);
  const stolen = (await vault.load())!;
  const mia = boot().serviceOf('mia');
  await world.clock.advance(15 * 60_000);
  await mia.call(readCredits, {});
  await world.clock.advance(61_000);
  await expect(http.renew(stolen.jar!)).rejects.toMatchObject({ code: 'refresh_reused' });
  await expect(mia.call(readCredits, {})).rejects.toThrow('Use /link');
  expect(await boot().walletOf('mia')).toBeNull();
});
