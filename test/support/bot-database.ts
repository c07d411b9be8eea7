import { resolve } from 'node:path';
import type { Database, Transaction } from '../../src/base/db/database.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { databaseUrlFor, onEnginesWith, openTestSchema } from './engines.js';

const migrations = resolve('data/migrations/bot');

/** A new, empty database of the bot: in memory, or on PostgreSQL in `npm run test:postgres`. */
export async function openBotDatabase(): Promise<Database> {
  const url = await databaseUrlFor();
  return url === undefined ? openSqlite(':memory:', migrations) : openTestSchema(url, migrations);
}

/**
 * Runs a suite on SQLite and on PostgreSQL.
 * @param suite gets a function that opens a new, empty database of the bot
 */
export const onEveryEngine = (suite: (openDatabase: () => Promise<Database>) => void): void =>
  onEnginesWith(migrations, suite);

/** Deletes what a store has about a member, as the deletion of all their data does. */
export const forget = (
  db: Database,
  keeper: { forget(t: Transaction, memberId: string): Promise<void> },
  memberId: string,
): Promise<void> => db.transaction((t) => keeper.forget(t, memberId));
