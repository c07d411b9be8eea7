import type { Queries, Transaction } from '../../base/db/database.js';

/** Position of a final transaction in the history of the accounts it touched. */
export type Handled = { signature: string; slot: number; accounts: readonly string[] };

/** A transaction may be listed for one account long after it was listed for another. */
const KEPT_SLOTS = 1_000;

const sql = {
  find: `SELECT 1 AS found FROM chain_handled
    WHERE account = @account AND slot = @slot AND signature = @signature`,
  findSignature: 'SELECT 1 AS found FROM chain_handled WHERE signature = @signature LIMIT 1',
  insert: `INSERT INTO chain_handled (account, slot, signature) VALUES (@account, @slot, @signature)
    ON CONFLICT DO NOTHING`,
  list: 'SELECT DISTINCT signature FROM chain_handled',
  prune: 'DELETE FROM chain_handled WHERE account = @account AND slot < @before',
};

/** Final transactions already handled, as far back as the watcher's cursors list them. */
export const handledBook = {
  async has(q: Queries, { signature, slot, accounts }: Handled): Promise<boolean> {
    for (const account of accounts) if (await q.get(sql.find, { account, slot, signature })) return true;
    return false;
  },
  /** Looks up a signature whose position is unknown; scans all of them. */
  hasSignature: async (q: Queries, signature: string): Promise<boolean> =>
    (await q.get(sql.findSignature, { signature })) !== undefined,
  /** Belongs into the transaction that handles it. */
  async add(t: Transaction, { signature, slot, accounts }: Handled): Promise<void> {
    for (const account of accounts) await t.run(sql.insert, { account, slot, signature });
  },
  list: async (q: Queries): Promise<string[]> =>
    (await q.all<{ signature: string }>(sql.list)).map(({ signature }) => signature),
  /** Deletes entries behind the account's cursor. */
  async prune(t: Transaction, account: string, cursorSlot: number): Promise<void> {
    await t.run(sql.prune, { account, before: cursorSlot - KEPT_SLOTS });
  },
};
