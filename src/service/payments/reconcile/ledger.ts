import type { Queries } from '../../../base/db/database.js';
import { type Difference, differencesOf } from './difference.js';

/** Whether the other side of an entry is an account of the service. */
const isHouse = (account: string): string =>
  `(SELECT user_id FROM ledger_account WHERE id = ${account}) IS NULL`;

/**
 * Checks the ledger itself: the balances of all users are what the service's accounts gave, and each equals the sum of
 * its entries, as does what each has bought.
 */
export const compareLedger = async (q: Queries): Promise<Difference[]> => [
  ...(await differencesOf(
    q,
    ['ledger', 'sum'],
    `SELECT held - given AS sum FROM (
       SELECT (SELECT coalesce(sum(balance), 0) FROM ledger_account) AS held,
         coalesce(sum(CASE WHEN ${isHouse('from_account')} THEN credits ELSE 0 END), 0)
         - coalesce(sum(CASE WHEN ${isHouse('to_account')} THEN credits ELSE 0 END), 0) AS given
       FROM ledger_entry) AS totals WHERE held <> given`,
  )),
  ...(await differencesOf(
    q,
    ['ledger', 'balance'],
    `SELECT id AS account, balance, made AS entries FROM (
       SELECT id, balance,
         (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE to_account = ledger_account.id)
         - (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE from_account = ledger_account.id) AS made
       FROM ledger_account WHERE user_id IS NOT NULL) AS account WHERE balance <> made`,
  )),
  ...(await differencesOf(
    q,
    ['ledger', 'purchased'],
    `SELECT id AS account, purchased, bought AS entries FROM (
       SELECT id, purchased, (SELECT coalesce(sum(credits), 0) FROM ledger_entry
         WHERE to_account = ledger_account.id AND kind = 'purchase') AS bought
       FROM ledger_account) AS account WHERE purchased <> bought`,
  )),
];
