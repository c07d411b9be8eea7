import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type Sqlite from 'better-sqlite3';
import { loadDriver } from '../../base/db/driver.js';
import { type Owner, owners } from './manifest.js';

type Driver = typeof Sqlite;
/** How long the running process may keep its own write lock. */
const lockMs = 30_000;
/** Pages copied before others may use the processor. */
const pagesAtOnce = 500;

/**
 * Copies the databases of a folder while processes write to them, all as of one moment: it holds the write locks of all
 * files only for the instant in which reading begins, not for the copying itself.
 * @returns the owners whose database exists
 */
export async function copyDatabases(folder: string, target: string): Promise<Owner[]> {
  const Driver = await loadDriver();
  const found = owners.filter((owner) => existsSync(join(folder, `${owner}.db`)));
  const readers = await readersOfOneMoment(
    Driver,
    found.map((owner) => join(folder, `${owner}.db`)),
  );
  try {
    for (const [index, owner] of found.entries()) {
      const path = join(target, `${owner}.db`);
      await readers[index]?.backup(path, { progress: () => pagesAtOnce });
      chmodSync(path, 0o600);
    }
    return found;
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Connections inside read transactions that all see their files as of one moment. */
async function readersOfOneMoment(Driver: Driver, paths: readonly string[]): Promise<Sqlite.Database[]> {
  const locks: Sqlite.Database[] = [];
  const readers: Sqlite.Database[] = [];
  try {
    for (const path of paths) {
      const lock = new Driver(path, { fileMustExist: true, timeout: lockMs });
      locks.push(lock);
      readers.push(new Driver(path, { readonly: true, fileMustExist: true }));
    }
    for (const lock of locks) lock.exec('BEGIN IMMEDIATE');
    for (const reader of readers) {
      reader.exec('BEGIN');
      reader.prepare('SELECT count(*) FROM sqlite_schema').get(); // the transaction begins with its first read
    }
    return readers;
  } catch (error) {
    for (const reader of readers) reader.close();
    throw error;
  } finally {
    for (const lock of locks) lock.close(); // rolls back, and nothing was written
  }
}

const keyIdSql: Readonly<Record<Owner, string>> = {
  bot: 'SELECT key_id FROM sealing_key WHERE id = 1',
  service: `SELECT value FROM setting WHERE name = 'key_id'`,
};

/** What a manifest says about a copied database. */
export async function describeDatabase(path: string, owner: Owner) {
  const Driver = await loadDriver();
  const db = new Driver(path, { readonly: true });
  try {
    return {
      keyId: db.prepare<[], string>(keyIdSql[owner]).pluck().get() ?? null,
      migrations: db.prepare<[], string>('SELECT name FROM migration ORDER BY name').pluck().all(),
    };
  } finally {
    db.close();
  }
}

/** The stored files that a copied database of the service names. */
export async function listFiles(path: string): Promise<{ sha256: string; bytes: number }[]> {
  const Driver = await loadDriver();
  const db = new Driver(path, { readonly: true });
  try {
    return db
      .prepare<[], { sha256: string; bytes: number }>(
        'SELECT sha256, bytes FROM stored_file WHERE removing_since IS NULL ORDER BY sha256',
      )
      .all();
  } finally {
    db.close();
  }
}

/** @returns problems that SQLite finds in a file; empty for a sound one */
export async function checkIntegrity(path: string): Promise<string[]> {
  const Driver = await loadDriver();
  const db = new Driver(path, { readonly: true });
  try {
    const found = db.pragma('integrity_check') as { integrity_check: string }[];
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok');
  } finally {
    db.close();
  }
}
