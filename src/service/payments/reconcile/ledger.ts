import type { Database } from '../../../base/store.js';
import { type Difference, differencesOf } from './difference.js';

/** Checks the ledger itself: all accounts sum to zero, and each balance equals the sum of its entries. */
export const compareLedger = (db: Database): Difference[] => [
  ...differencesOf(
    db,
    ['ledger', 'sum'],
    'SELECT sum(balance) AS sum FROM ledger_account HAVING sum(balance) <> 0',
  ),
  ...differencesOf(
    db,
    ['ledger', 'balance'],
    `SELECT id AS account, balance, made AS entries FROM (
       SELECT id, balance,
         (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE to_account = ledger_account.id)
         - (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE from_account = ledger_account.id) AS made
       FROM ledger_account) WHERE balance <> made`,
  ),
];
