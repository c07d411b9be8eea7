import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newReference } from '../../../../src/chain/pay-url.js';
import { paymentPartsOf } from '../../../../src/service/payments/parts.js';
import { compareChain } from '../../../../src/service/payments/reconcile/chain.js';
import { createCrowdedChain } from '../../../service/crowded-chain.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';
import { type Books, openBooks, payment } from './books.js';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 0, 2, 12);
const address = () => newReference(randomBytes);
const [merchant, payer, reference] = [address(), address(), address()];
const price = 500n;
/** Less than 1 % of the price. */
const dust = 4n;

/** The comparison of payments and dust with the chain, where the database and the chain are real. */
onEveryServiceEngine((openDatabase) => {
  let books: Books;
  let chain: ReturnType<typeof createCrowdedChain>;
  beforeEach(async () => {
    books = await openBooks(openDatabase, start);
    chain = createCrowdedChain(books.clock);
    await books.create('int_1', [price], { recipient: merchant, reference });
  });
  afterEach(() => books.db.close());

  const send = (amount: bigint, ...references: string[]) =>
    chain.send(payer, merchant, amount, ...references);
  /** Books a transaction as the watcher does. */
  const book = async (signature: string) => {
    const { rpc } = chain;
    const commitment = 'finalized';
    const transaction = (await rpc.transaction(signature, commitment))!;
    const side = { recipient: merchant, mints: [null], now: books.clock.now() };
    const parts = paymentPartsOf(transaction, { signature, commitment }, side);
    const listed = { slot: transaction.slot, commitment, accounts: [merchant] } as const;
    await books.store.booking.take([{ signature, parts, listed }], new Map([[null, price]]));
  };
  /** Differences, as their codes and the sums of chain and books, once everything is old enough to be compared. */
  const differences = async () => {
    await books.clock.advance(180_000);
    const { db, clock } = books;
    const side = { rpc: chain.rpc, recipient: merchant, usdcMint: null, since: start - 2 * dayMs };
    const { differences: found } = await compareChain(db, clock.now(), side);
    return found.map(({ code, values }) => [code, values.chain, values.books]);
  };

  describe('the books agree with the chain', () => {
    test('about a payment, money without a purchase, and dust', async () => {
      for (const signature of [
        send(price, reference),
        send(7_000n),
        send(dust, reference),
        send(dust),
        send(dust),
      ])
        await book(signature);
      expect(await differences()).toEqual([]);
    });

    test('about a transfer that proved a wallet, whether or not it was counted as dust', async () => {
      const [kept, counted] = [send(dust), send(dust)];
      await book(counted);
      for (const signature of [kept, counted])
        await books.db.run(
          `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at)
           VALUES (@signature, 'usr_1', @lamports, 1, @start)`,
          { signature, lamports: Number(dust), start },
        );
      expect(await differences()).toEqual([]);
    });

    test('about a payment that is too new to compare', async () => {
      await differences();
      send(price, reference);
      const { db, clock } = books;
      const side = { rpc: chain.rpc, recipient: merchant, usdcMint: null, since: start - 2 * dayMs };
      expect((await compareChain(db, clock.now(), side)).differences).toEqual([]);
    });
  });

  describe('a difference names', () => {
    test('a payment that is missing in the books', async () => {
      send(price, reference);
      expect(await differences()).toEqual([['chain', '500', '0']]);
    });

    test('a payment that is missing on the chain', async () => {
      await books.store.settlement.settle('int_1', [{ ...payment('no such', price), paidAt: start }]);
      expect(await differences()).toEqual([['chain', '0', '500']]);
    });

    test('a payment of another amount', async () => {
      await book(send(price, reference));
      await books.db.run("UPDATE payment SET amount = '400'");
      expect(await differences()).toEqual([['chain', '500', '400']]);
    });

    test('dust that was not counted, or counted twice', async () => {
      for (const signature of [send(dust, reference), send(dust)]) await book(signature);
      send(dust, reference);
      await books.db.run("UPDATE dust SET amount = '8' WHERE subject = ''");
      expect((await differences()).toSorted()).toEqual([
        ['dust', '4', '8'],
        ['dust_for', '8', '4'],
      ]);
    });
  });
});
