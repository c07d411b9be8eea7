import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';
import type { Database } from '../../src/base/db/database.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { createTestDatabase, engines, openTestSchema } from './engines.js';

/** The databases of a running bot with its own service, and where the operator's commands find them. */
export type Installation = {
  bot: Database;
  service: Database;
  folder: string;
  environment: Record<string, string>;
  close(): Promise<void>;
};

const migrationsOf = (part: string) => resolve('data/migrations', part);

async function open(engine: Database['engine']): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'installation-'));
  const url = engine === 'postgres' ? await createTestDatabase() : undefined;
  const openPart = (part: string) =>
    url === undefined
      ? openSqlite(join(folder, `${part}.db`), migrationsOf(part))
      : openTestSchema(url, migrationsOf(part), part);
  const [bot, service] = await Promise.all([openPart('bot'), openPart('service')]);
  return {
    bot,
    service,
    folder,
    environment: { DATA_DIR: folder, ...(url !== undefined && { DATABASE_URL: url }) },
    async close() {
      await Promise.all([bot.close(), service.close()]);
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Runs a suite on SQLite and on PostgreSQL.
 * @param suite gets a function that opens a new, empty installation
 */
export function onEveryInstallation(suite: (openInstallation: () => Promise<Installation>) => void): void {
  for (const { name, engine, options } of engines)
    describe(`on ${name}`, options, () => suite(() => open(engine)));
}
