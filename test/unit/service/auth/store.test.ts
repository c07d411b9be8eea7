import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createAuthJournal } from '../../../../src/service/auth/journal.js';
import { createNonceStore } from '../../../../src/service/auth/nonce-store.js';
import { createAuthStore } from '../../../../src/service/auth/store.js';
import { createTokens } from '../../../../src/service/auth/tokens.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { manualClock } from '../../../support/clock.js';
import { engines } from '../../../support/engines.js';

for (const { name, options, make } of engines)
  describe(`sessions on ${name}`, options, () => {
    let db: Database;
    beforeEach(async () => {
      db = await (await make(resolve('data/migrations/service'))).connect();
    });
    afterEach(() => db.close());

    const open = async () => {
      const ledger = createLedger(manualClock());
      const journal = createAuthJournal(manualClock(0));
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
      const refresh = (token: string, now: number) => store.refresh(token, tokens.successors(token), now);
      return { store, signIn, refresh };
    };

    test('a nonce opens one session even when two requests found it unused', async () => {
      const { signIn } = await open();
      const opened = await Promise.all([signIn('A', 0), signIn('A', 0)]);
      expect(opened.filter((session) => session !== null)).toHaveLength(1);
      expect(await db.get('SELECT count(*) AS sessions FROM session')).toEqual({ sessions: 1 });
    });

    test('a refresh token that is used twice at once gives the same successor', async () => {
      const { signIn, refresh } = await open();
      const { tokens } = (await signIn('A', 0))!;
      const twice = await Promise.all([refresh(tokens.refresh, 10), refresh(tokens.refresh, 10)]);
      const successors = twice.map((one) => one.outcome === 'rotated' && one.tokens);
      expect(successors[0]).not.toBe(false);
      expect(successors[1]).toEqual(successors[0]);
      expect(await refresh(tokens.refresh, 100_000)).toMatchObject({ outcome: 'reused' });
    });

    test.each([
      ['of another wallet', 'B', 0],
      ['that has ended', 'A', 1_000],
    ])('a nonce %s opens no session', async (_, address, now) => {
      const { signIn } = await open();
      expect(await signIn(address, now)).toBeNull();
    });

    test('expired rows are deleted, and nothing else', async () => {
      const { store, signIn } = await open();
      await signIn('A', 0);
      const count = () =>
        Promise.all(
          ['nonce', 'session', 'access_token', 'refresh_token'].map(
            async (table) =>
              (await db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))?.count,
          ),
        );
      await store.prune(2_000);
      expect(await count()).toEqual([1, 1, 1, 1]);
      await store.prune(3 * 86_400_000);
      expect(await count()).toEqual([0, 1, 0, 1]);
      await store.prune(40 * 86_400_000);
      expect(await count()).toEqual([0, 0, 0, 0]);
    });

    test('a wrong signature counts against its nonce, and is recorded', async () => {
      const journal = createAuthJournal(manualClock(0));
      const nonces = createNonceStore(db, journal);
      await open();
      await Promise.all(Array.from({ length: 6 }, () => nonces.refuse('n', 'A', 'siws')));
      expect(await nonces.find('n')).toMatchObject({ failures: 6, usedAt: null });
      const refused = await db.all(`SELECT kind, detail FROM auth_event WHERE address = 'A'`);
      expect(refused).toEqual(Array.from({ length: 6 }, () => ({ kind: 'proof_refused', detail: 'siws' })));
      expect(await db.transaction((t) => nonces.consume(t, 'n', 'A', 0))).toBe(false);
    });

    test('two requests of a wallet never ask for the same amount', async () => {
      const nonces = createNonceStore(db, createAuthJournal(manualClock(0)));
      const ask = (nonce: string, reference: string, lamports: bigint) =>
        nonces.add(nonce, {
          address: 'A',
          purpose: 'transfer_proof',
          domain: 'd',
          input: { domain: 'd', address: 'A' },
          transfer: { reference, lamports },
          issuedAt: 0,
          expiresAt: 1_000,
        });
      expect([await ask('a', 'r1', 5n), await ask('b', 'r2', 5n), await ask('c', 'r1', 6n)]).toEqual([
        true,
        false,
        false,
      ]);
      expect((await nonces.find('a'))?.transfer).toEqual({ reference: 'r1', lamports: 5n });
    });
  });
