import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentPart } from '../../../../src/service/payments/parts.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

const minuteMs = 60_000;
const start = 10 * minuteMs;

onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let payers: Books['store']['payers'];
  beforeEach(async () => {
    books = await openBooks(openDatabase, start);
    payers = books.store.payers;
  });
  afterEach(() => books.db.close());

  describe('wallets that may pay for a purchase', () => {
    test("are the buyer's and those added, each once", async () => {
      const intent = await books.create('int_1', [500n]);
      expect(await payers.list(intent)).toEqual(['A']);
      await Promise.all(['B', 'C', 'B', 'A'].map((address) => payers.add('int_1', address)));
      expect((await payers.list(intent)).toSorted()).toEqual(['A', 'B', 'C']);
      expect(await payers.list(await books.create('int_2', [501n]))).toEqual(['A']);
    });

    test('are at most ten besides, also when many are added at once', async () => {
      const intent = await books.create('int_1', [500n]);
      const added = await Promise.allSettled(
        Array.from({ length: 14 }, (_, number) => payers.add('int_1', `B${number}`)),
      );
      const refused = added.filter(({ status }) => status === 'rejected');
      expect(refused).toEqual(
        Array(4).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'quota_exceeded' }) }),
      );
      expect(await payers.list(intent)).toHaveLength(11);
    });

    test('are none of a purchase that does not exist', async () => {
      await expect(payers.add('int_9', 'B')).rejects.toMatchObject({ code: 'not_found' });
    });
  });

  describe('an unmatched payment of another wallet', () => {
    const arrive = (signature: string, about: Partial<ReturnType<typeof payment>> = {}) =>
      books.store.settlement.keepUnmatched(
        { ...payment(signature, 500n), payer: 'B', paidAt: start, standing: 'unmatched', ...about },
        { ask: true },
      );

    test('is found by its wallet and exact amount, from a minute before the purchase on', async () => {
      const intent = await books.create('int_1', [500n]);
      await arrive('just before', { paidAt: start - minuteMs });
      await arrive('too early', { paidAt: start - minuteMs - 1 });
      await arrive('of another', { payer: 'C' });
      await arrive('in a token', { mint: 'mint', part: 'B/mint' });
      await arrive('of more', { amountBaseUnits: 501n });
      await arrive('now');
      expect((await payers.findUnmatched(intent, 500n, 'B')).toSorted()).toEqual(['just before', 'now']);
      await books.store.settlement.settle('int_1', [{ ...payment('now', 500n), payer: 'B', paidAt: start }]);
      expect(await payers.findUnmatched(intent, 500n, 'B')).toEqual(['just before']);
    });
  });

  describe('a transfer that proves a wallet', () => {
    const asked = (hash: string) =>
      books.db.run(
        `INSERT INTO nonce (hash, address, purpose, domain, input, reference, lamports, issued_at, expires_at)
         VALUES (@hash, 'B', 'transfer_proof', 'd', '{}', @reference, 7, @start, @end)`,
        { hash: Buffer.from(hash), reference: `ref ${hash}`, start, end: start + 5 * minuteMs },
      );
    const transfer = (about: Partial<PaymentPart> = {}): PaymentPart => {
      const { standing: _, ...seen } = payment('s', 7n);
      return { ...seen, payer: 'B', paidAt: start, references: [], ...about };
    };

    test('can be submitted while its request is open, and once', async () => {
      await asked('nonce');
      expect(await payers.findProof(transfer())).toBe('open');
      await books.db.run('UPDATE nonce SET used_at = @start', { start });
      expect(await payers.findProof(transfer())).toBe('over');
    });

    test('is over with its request, and after it was submitted', async () => {
      await asked('nonce');
      await books.clock.advance(5 * minuteMs);
      expect(await payers.findProof(transfer())).toBe('over');
      await books.db.run('DELETE FROM nonce');
      expect(await payers.findProof(transfer())).toBeNull();
      await books.db.run(
        `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at)
         VALUES ('s', 'usr_1', 7, 1, @start)`,
        { start },
      );
      expect(await payers.findProof(transfer())).toBe('over');
    });

    test.each<[string, Partial<PaymentPart>]>([
      ['another amount', { amountBaseUnits: 8n }],
      ['another wallet', { payer: 'C' }],
      ['no known wallet', { payer: null }],
      ['a token', { mint: 'mint' }],
      ['a time before the request', { paidAt: start - minuteMs - 1 }],
      ['a time long after it', { paidAt: start + 6 * minuteMs + 1 }],
    ])('is no transfer of %s', async (_, about) => {
      await asked('nonce');
      expect(await payers.findProof(transfer(about))).toBeNull();
    });
  });
});
