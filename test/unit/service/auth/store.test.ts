import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { openDatabase } from '../../../../src/base/store.js';
import { createAuthJournal } from '../../../../src/service/auth/journal.js';
import { createNonceStore } from '../../../../src/service/auth/nonce-store.js';
import { createAuthStore } from '../../../../src/service/auth/store.js';
import { createTokens } from '../../../../src/service/auth/tokens.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { manualClock } from '../../../support/clock.js';

const open = async () => {
  const db = await openDatabase(':memory:', resolve('data/migrations/service'));
  const ledger = createLedger(db, manualClock());
  const journal = createAuthJournal(db, manualClock(0));
  const nonces = createNonceStore(db, journal);
  const store = createAuthStore({ db, ledger, random: systemRandom, nonces, journal, welcomeCredits: 0 });
  await nonces.add('n', {
    address: 'A',
    purpose: 'sign_in',
    domain: 'd',
    input: { domain: 'd', address: 'A' },
    transfer: null,
    issuedAt: 0,
    expiresAt: 1_000,
  });
  const tokens = createTokens(['7'.repeat(64)], systemRandom);
  const signIn = (address: string, now: number) =>
    store.signIn({ nonce: 'n', address, encoding: 'siws', transfer: null }, tokens.first(), now);
  return { db, store, signIn };
};

test('a nonce opens one session even when two requests found it unused', async () => {
  const { db, signIn } = await open();
  expect(await signIn('A', 0)).not.toBeNull();
  expect(await signIn('A', 0)).toBeNull();
  expect(db.prepare('SELECT count(*) AS sessions FROM session').get()).toEqual({ sessions: 1 });
});

test.each([
  ['of another wallet', 'B', 0],
  ['that has ended', 'A', 1_000],
])('a nonce %s opens no session', async (_, address, now) => {
  const { signIn } = await open();
  expect(await signIn(address, now)).toBeNull();
});

test('expired rows are deleted, and nothing else', async () => {
  const { db, store, signIn } = await open();
  await signIn('A', 0);
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
