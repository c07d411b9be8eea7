import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { openDatabase } from '../../../../src/base/store.js';
import { createAuthStore } from '../../../../src/service/auth/store.js';
import { createTokens } from '../../../../src/service/auth/tokens.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { manualClock } from '../../../support/clock.js';

const open = async () => {
  const db = await openDatabase(':memory:', resolve('data/migrations/service'));
  const ledger = createLedger(db, manualClock());
  const store = createAuthStore({ db, ledger, random: systemRandom, welcomeCredits: 0 });
  await store.addNonce({
    ...{ nonce: 'n', address: 'A', purpose: 'sign_in', domain: 'd', message: 'm', expiresAt: 1_000 },
  });
  return { db, store, tokens: createTokens(['7'.repeat(64)], systemRandom) };
};

test('a nonce opens one session even when two requests found it unused', async () => {
  const { db, store, tokens } = await open();
  expect(await store.signIn('n', 'A', tokens.first(), 0)).not.toBeNull();
  expect(await store.signIn('n', 'A', tokens.first(), 0)).toBeNull();
  expect(db.prepare('SELECT count(*) AS sessions FROM session').get()).toEqual({ sessions: 1 });
});

test.each([
  ['of another wallet', 'B', 0],
  ['that has ended', 'A', 1_000],
])('a nonce %s opens none', async (_, address, now) => {
  const { store, tokens } = await open();
  expect(await store.signIn('n', address, tokens.first(), now)).toBeNull();
});

test('what expired is forgotten, and nothing else', async () => {
  const { db, store, tokens } = await open();
  await store.signIn('n', 'A', tokens.first(), 0);
  const count = () =>
    ['nonce', 'session', 'access_token', 'refresh_token'].map(
      (table) => (db.prepare(`SELECT count(*) AS rows FROM ${table}`).get() as { rows: number }).rows,
    );
  await store.prune(2_000);
  expect(count()).toEqual([1, 1, 1, 1]);
  await store.prune(3 * 86_400_000);
  expect(count()).toEqual([0, 1, 0, 1]);
  await store.prune(40 * 86_400_000);
  expect(count()).toEqual([0, 0, 0, 0]);
});
