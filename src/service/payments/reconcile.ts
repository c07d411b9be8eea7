import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import { type ChainSide, compareChain } from './reconcile/chain.js';
import { compareDecisions } from './reconcile/decisions.js';
import type { Difference } from './reconcile/difference.js';
import { compareLedger } from './reconcile/ledger.js';
import { compareProofs } from './reconcile/proofs.js';
import { comparePurchases } from './reconcile/purchases.js';

export type Reconciliation = {
  differences: Difference[];
  compared: { accounts: number; purchases: number; transactions: number; dust: number };
};

/**
 * Compares data that is stored in several places: the ledger with itself, purchases with their payments and the ledger,
 * transfer proofs with the ledger, operators' decisions with their effects, and payments with the chain, which the
 * same verifier reads again. Changes nothing.
 * @param chain null skips the chain
 * @throws AppError `rpc_unavailable` when the chain cannot be read
 */
export async function reconcile(
  db: Database,
  clock: Clock,
  chain: ChainSide | null,
): Promise<Reconciliation> {
  const compareBooks = () => [
    ...compareLedger(db),
    ...compareProofs(db),
    ...comparePurchases(db, clock.now()),
    ...compareDecisions(db),
  ];
  const books = db.transaction(compareBooks)(); // one snapshot, while the service keeps writing
  const { differences, transactions } = chain
    ? await compareChain(db, clock.now(), chain)
    : { differences: [], transactions: 0 };
  return {
    differences: [...books, ...differences],
    compared: {
      accounts: count(db, 'ledger_account'),
      purchases: count(db, 'intent'),
      transactions,
      dust: db.prepare('SELECT coalesce(sum(transfers), 0) FROM dust').pluck().get() as number,
    },
  };
}

const count = (db: Database, table: string) =>
  db.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number;
