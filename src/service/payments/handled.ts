import type { Database } from '../../base/store.js';

/** Position of a final transaction in the history of the accounts it touched. */
export type Handled = { signature: string; slot: number; accounts: readonly string[] };

/** Final transactions already handled, as far back as the watcher's cursors list them. */
export type HandledBook = {
  has(one: Handled): boolean;
  /** Looks up a signature whose position is unknown; scans all of them. */
  hasSignature(signature: string): boolean;
  /** Call inside the transaction that handles it. */
  add(one: Handled): void;
  list(): string[];
  /** Deletes entries behind the account's cursor. */
  prune(account: string, cursorSlot: number): void;
};

/** A transaction may be listed for one account long after it was listed for another. */
const KEPT_SLOTS = 1_000;

export function createHandledBook(db: Database): HandledBook {
  const find = db.prepare(
    'SELECT 1 FROM chain_handled WHERE account = @account AND slot = @slot AND signature = @signature',
  );
  const findSignature = db.prepare('SELECT 1 FROM chain_handled WHERE signature = @signature LIMIT 1');
  const insert = db.prepare(
    `INSERT INTO chain_handled (account, slot, signature) VALUES (@account, @slot, @signature)
     ON CONFLICT DO NOTHING`,
  );
  const list = db.prepare<[], string>('SELECT DISTINCT signature FROM chain_handled').pluck();
  const prune = db.prepare('DELETE FROM chain_handled WHERE account = @account AND slot < @before');
  return {
    has: ({ signature, slot, accounts }) =>
      accounts.some((account) => find.get({ account, slot, signature }) !== undefined),
    hasSignature: (signature) => findSignature.get({ signature }) !== undefined,
    add({ signature, slot, accounts }) {
      for (const account of accounts) insert.run({ account, slot, signature });
    },
    list: () => list.all(),
    prune: (account, cursorSlot) => void prune.run({ account, before: cursorSlot - KEPT_SLOTS }),
  };
}
