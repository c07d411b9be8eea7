import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSeal } from '../../base/seal.js';
import type { Config } from '../../config.js';
import type { DoctorCheck } from './check.js';

/** Query in each database for the id of the key it was last written with. */
const keyQueries = {
  'bot.db': 'SELECT key_id FROM sealing_key WHERE id = 1',
  'service.db': `SELECT value FROM setting WHERE name = 'key_id'`,
} as const;

/** Checks that MASTER_KEY opens the databases here; null without a key or without databases. */
export function masterKeyCheck({ MASTER_KEY, DATA_DIR }: Config): DoctorCheck | null {
  const found = Object.entries(keyQueries)
    .map(([name, query]) => ({ name, query, path: join(resolve(DATA_DIR), name) }))
    .filter(({ path }) => existsSync(path));
  if (!MASTER_KEY || found.length === 0) return null;
  return {
    name: 'Master key',
    async look() {
      const seal = createSeal(MASTER_KEY);
      for (const { name, query, path } of found) {
        const keyId = await readKeyId(path, query);
        if (keyId !== null && !seal.knows(keyId)) throw new Error(`does not open ${name}`);
      }
      return `opens ${found.map(({ name }) => name).join(' and ')}`;
    },
    fix: 'Put the key the database was written with back into MASTER_KEY. To change the key, put the new one first, then a comma and the old one.',
  };
}

async function readKeyId(path: string, query: string): Promise<string | null> {
  const { default: Driver } = await import('better-sqlite3');
  const db = new Driver(path, { readonly: true, fileMustExist: true });
  try {
    return db.prepare<[], string>(query).pluck().get() ?? null;
  } finally {
    db.close();
  }
}
