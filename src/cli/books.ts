import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { systemClock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import { loadDriver } from '../base/db/driver.js';
import { readMigrations } from '../base/db/migrations.js';
import { openSqlite } from '../base/db/open-sqlite.js';
import { SetupError } from '../base/errors.js';
import { createRpc, type Rpc } from '../chain/rpc.js';
import type { Config } from '../config.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** A table that only the database of this part has. */
const ownTables = { bot: 'outbox', service: 'ledger_entry' } as const;

type Part = keyof typeof ownTables;

/** Opens the database of the configured service, as `openDatabaseOf`. */
export const openBooks = (config: Config, file?: string): Promise<Database> =>
  openDatabaseOf('service', config, file);

/**
 * Opens the database of a part, which may be running.
 * @throws SetupError when there is no such database, or it belongs to another version
 */
export async function openDatabaseOf(part: Part, config: Config, file?: string): Promise<Database> {
  const t = terminalTexts();
  const migrations = join(findRoot(), 'data', 'migrations', part);
  const address = file ?? config.DATABASE_URL;
  if (address && /^postgres(ql)?:/.test(address)) return openShared(part, address, migrations);
  const path = resolve(file ?? join(config.DATA_DIR, `${part}.db`));
  if (!existsSync(path)) throw new SetupError(t('cli.books.error.missing', { path }));
  const wanted = readMigrations(migrations, 'sqlite').map(({ name }) => name);
  const applied = await migrationsOf(part, path);
  if (applied.length === 0) throw new SetupError(t('cli.books.error.other', { path }));
  if (applied.length !== wanted.length || !wanted.every((name) => applied.includes(name)))
    throw new SetupError(t('cli.books.error.version', { path }));
  return openSqlite(path, migrations);
}

/** @param address with `?schema=` for another schema, such as the playground's */
async function openShared(part: Part, address: string, migrations: string): Promise<Database> {
  const { openPostgres } = await import('../base/db/open-postgres.js');
  const url = new URL(address);
  const schema = url.searchParams.get('schema') ?? part;
  url.searchParams.delete('schema');
  return openPostgres(migrations, {
    url: url.href,
    schema,
    applicationName: 'rigsmith command',
    clock: systemClock,
    random: Math.random,
    mayMigrate: false,
  });
}

/** Reads the applied migrations without changing the file; empty if the file is not a database of this part. */
async function migrationsOf(part: Part, path: string): Promise<string[]> {
  const Driver = await loadDriver();
  try {
    const db = new Driver(path, { readonly: true, fileMustExist: true });
    try {
      db.prepare(`SELECT 1 FROM ${ownTables[part]} LIMIT 1`).get();
      return db.prepare<[], string>('SELECT name FROM migration').pluck().all();
    } finally {
      db.close();
    }
  } catch {
    return [];
  }
}

/** @throws SetupError when no network is configured */
export function openChain(config: Config, purpose: 'chain' | 'refund'): { rpc: Rpc; recipient: string } {
  const { SOLANA_RPC_URL: endpoints, MERCHANT_ADDRESS: recipient, SOLANA_NETWORK: network } = config;
  if (!endpoints || !recipient) throw new SetupError(terminalTexts()(`cli.books.error.${purpose}`));
  const served = network === 'mainnet-beta' ? 'mainnet' : network;
  return { rpc: createRpc({ endpoints, clock: systemClock, network: served }), recipient };
}
