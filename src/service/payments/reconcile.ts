import type { Clock } from '../../base/clock.js';
import type { Database, Queries } from '../../base/db/database.js';
import { compareActs } from './reconcile/acts.js';
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
  const compareBooks = async (q: Queries) => [
    ...(await compareLedger(q)),
    ...(await compareProofs(q)),
    ...(await compareActs(q)),
    ...(await comparePurchases(q, clock.now())),
    ...(await compareDecisions(q)),
  ];
  const books = await db.snapshot(compareBooks); // while the service keeps writing
  const { differences, transactions } = chain
    ? await compareChain(db, clock.now(), chain)
    : { differences: [], transactions: 0 };
  const numberOf = async (sql: string) => (await db.get<{ number: number }>(sql))!.number;
  const count = (table: string) => numberOf(`SELECT count(*) AS number FROM ${table}`);
  return {
    differences: [...books, ...differences],
    compared: {
      accounts: await count('ledger_account'),
      purchases: await count('intent'),
      transactions,
      dust: await numberOf('SELECT coalesce(sum(transfers), 0) AS number FROM dust'),
    },
  };
}
