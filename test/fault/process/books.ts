import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

export type Books = {
  /** Problems of the file or the ledger, in sentences. */
  problems: string[];
  /** Credits of each succeeded purchase by its id. */
  credited: Map<string, number>;
};

/** Reads the service's database from a copy, as the next process would find it, and checks it. */
export function readBooks(file: string): Books {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-books-'));
  try {
    for (const part of ['', '-wal'])
      if (existsSync(file + part)) copyFileSync(file + part, join(folder, `copy.db${part}`));
    const db = new Sqlite(join(folder, 'copy.db'));
    const all = <T>(sql: string) => db.prepare(sql).all() as T[];
    const [check] = all<{ integrity_check: string }>('PRAGMA integrity_check');
    const torn = all<{ id: string }>(
      `SELECT id FROM ledger_account WHERE user_id IS NOT NULL AND balance <>
         (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE to_account = ledger_account.id)
         - (SELECT coalesce(sum(credits), 0) FROM ledger_entry WHERE from_account = ledger_account.id)`,
    );
    const wrong = all<{ id: string; entries: number }>(
      `SELECT intent.id, count(ledger_entry.id) AS entries FROM intent
       LEFT JOIN ledger_entry ON subject = intent.id AND kind = 'purchase' AND ledger_entry.credits = intent.credits
       GROUP BY intent.id HAVING entries <> (status = 'succeeded')`,
    );
    const credited = all<{ subject: string; credits: number }>(
      `SELECT subject, credits FROM ledger_entry WHERE kind = 'purchase'`,
    );
    db.close();
    return {
      problems: [
        ...(check?.integrity_check === 'ok' ? [] : [`the file is damaged: ${check?.integrity_check}`]),
        ...torn.map(({ id }) => `the balance of ${id} is not the sum of its entries`),
        ...wrong.map(({ id, entries }) => `${id} has ${entries} entries of its credits`),
      ],
      credited: new Map(credited.map(({ subject, credits }) => [subject, credits])),
    };
  } catch (error) {
    return { problems: [`the file cannot be read: ${error}`], credited: new Map() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
