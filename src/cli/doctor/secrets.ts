import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadDriver } from '../../base/db/driver.js';
import { createSeal } from '../../base/seal.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import type { DoctorCheck } from './check.js';

/** Query in each database for the id of the key it was last written with. */
const keyQueries = {
  'bot.db': 'SELECT key_id FROM sealing_key WHERE id = 1',
  'service.db': `SELECT value FROM setting WHERE name = 'key_id'`,
} as const;

/** Checks that MASTER_KEY opens the databases here; null without a key or without databases. */
export function masterKeyCheck({ MASTER_KEY, DATA_DIR }: Config, t: Translate): DoctorCheck | null {
  const found = Object.entries(keyQueries)
    .map(([name, query]) => ({ name, query, path: join(resolve(DATA_DIR), name) }))
    .filter(({ path }) => existsSync(path));
  if (!MASTER_KEY || found.length === 0) return null;
  return {
    name: t('cli.doctor.key.name'),
    async look() {
      const seal = createSeal(MASTER_KEY);
      for (const { name, query, path } of found) {
        const keyId = await readKeyId(path, query);
        if (keyId !== null && !seal.knows(keyId)) throw new Error(t('cli.doctor.key.wrong', { file: name }));
      }
      return t('cli.doctor.key.opens', { files: t.list(found.map(({ name }) => name)) });
    },
    fix: t('cli.doctor.key.fix'),
  };
}

async function readKeyId(path: string, query: string): Promise<string | null> {
  const Driver = await loadDriver();
  const db = new Driver(path, { readonly: true, fileMustExist: true });
  try {
    return db.prepare<[], string>(query).pluck().get() ?? null;
  } finally {
    db.close();
  }
}
