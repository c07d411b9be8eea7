import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { loadDriver } from '../../base/db/driver.js';
import type { DataPlace } from '../../base/owned.js';
import { createSeal } from '../../base/seal.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { dataOf } from '../../settings.js';
import type { DoctorCheck } from './check.js';
import { askPostgres, type PostgresClient } from './postgres.js';

const parts = ['bot', 'service'] as const;
type Part = (typeof parts)[number];

/** Table with the id of the key that each database was last written with, and the query for it. */
const keyQueries: Readonly<Record<Part, { table: string; sql: (table: string) => string }>> = {
  bot: { table: 'sealing_key', sql: (table) => `SELECT key_id AS "keyId" FROM ${table} WHERE id = 1` },
  service: {
    table: 'setting',
    sql: (table) => `SELECT value AS "keyId" FROM ${table} WHERE name = 'key_id'`,
  },
};

/** A database and the id of its key; null when nothing was sealed in it yet. */
type Found = { name: string; keyId: string | null };

/** Checks that MASTER_KEY opens the configured databases; null without a key or without databases. */
export function masterKeyCheck(config: Config, t: Translate): DoctorCheck | null {
  const { MASTER_KEY, DATABASE_URL } = config;
  const { databases } = dataOf(config, false);
  const isPresent = DATABASE_URL !== undefined || parts.some((part) => existsSync(databases[part].path));
  if (!MASTER_KEY || !isPresent) return null;
  return {
    name: t('cli.doctor.key.name'),
    async look() {
      const seal = createSeal(MASTER_KEY);
      const found = await findKeyIds(databases, t);
      for (const { name, keyId } of found)
        if (keyId !== null && !seal.knows(keyId)) throw new Error(t('cli.doctor.key.wrong', { file: name }));
      return found.length === 0
        ? t('cli.doctor.key.unused')
        : t('cli.doctor.key.opens', { files: t.list(found.map(({ name }) => name)) });
    },
    fix: t('cli.doctor.key.fix'),
  };
}

/** @returns nothing for a database that does not exist yet */
async function findKeyIds(places: Readonly<Record<Part, DataPlace>>, t: Translate): Promise<Found[]> {
  const { url } = places.bot;
  if (url !== undefined)
    return askPostgres(url, t, async (client) =>
      (await Promise.all(parts.map((part) => readSchema(part, places[part], client)))).flat(),
    );
  const present = parts.filter((part) => existsSync(places[part].path));
  return Promise.all(present.map((part) => readFile(part, places[part].path)));
}

async function readSchema(part: Part, { schema }: DataPlace, client: PostgresClient): Promise<Found[]> {
  const { table, sql } = keyQueries[part];
  const place = `${schema}.${table}`;
  const { rows: tables } = await client.query<{ isThere: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS "isThere"',
    [place],
  );
  if (!tables[0]!.isThere) return [];
  const { rows } = await client.query<{ keyId: string }>(sql(place));
  return [{ name: `PostgreSQL (${schema})`, keyId: rows[0]?.keyId ?? null }];
}

async function readFile(part: Part, path: string): Promise<Found> {
  const Driver = await loadDriver();
  const db = new Driver(path, { readonly: true, fileMustExist: true });
  const { table, sql } = keyQueries[part];
  try {
    return { name: basename(path), keyId: db.prepare<[], string>(sql(table)).pluck().get() ?? null };
  } finally {
    db.close();
  }
}

/** Lists the features that need the secret of bot and service, when it is missing; null where they run in one process. */
export function botSecretCheck(
  { SERVICE_URL, SERVICE_BOT_SECRET }: Config,
  t: Translate,
): DoctorCheck | null {
  if (!SERVICE_URL) return null;
  return {
    name: 'SERVICE_BOT_SECRET',
    look: () => (SERVICE_BOT_SECRET ? t('cli.doctor.secret.set') : t('cli.doctor.secret.off')),
    fix: '',
  };
}
