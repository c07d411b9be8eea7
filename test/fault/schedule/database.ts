import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Database } from '../../../src/base/store.js';
import type { Life } from './crash.js';
import type { NodeDefect } from './nodes.js';
import type { World } from './worlds.js';

/**
 * A deliberate defect, to prove that the schedules find it: it changes the SQL, how transactions run or how nodes are
 * queried. `world` is where it must be found; `plain` by default.
 */
export type Sabotage = {
  rewrite?(sql: string): string;
  unbound?: boolean;
  nodes?: NodeDefect;
  world?: World;
};

export type Disk = {
  /** The database as one process sees it: it may die before and after every statement. */
  open(life: Life): Database;
  /** For the judge: never dies. */
  raw: Sqlite.Database;
};

/** The migrated empty database, created once for all schedules; `extra` is the judge's. */
export function migrated(folder: string, extra: string, sabotage: Sabotage = {}): Buffer {
  const db = new Sqlite(':memory:');
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  for (const file of files.sort()) {
    const sql = readFileSync(join(folder, file), 'utf8');
    db.exec(sabotage.rewrite?.(sql) ?? sql);
  }
  db.exec(extra);
  const image = db.serialize();
  db.close();
  return image;
}

/** `UPDATE intent`: the verb of a statement and its table. */
function nameOf(sql: string): string {
  const [verb = ''] = sql.trim().split(/\s/);
  return `${verb.toUpperCase()} ${/\b(?:INTO|UPDATE|FROM)\s+(\w+)/i.exec(sql)?.[1] ?? ''}`;
}

type Call = (...values: unknown[]) => unknown;
type Mode = 'deferred' | 'immediate';

/**
 * A disk in memory. Committed data outlives every process; an open transaction is rolled back when its process dies,
 * as SQLite does with its journal (the power cuts test the real files).
 */
export function createDisk(image: Buffer, sabotage: Sabotage = {}): Disk {
  const raw = new Sqlite(image);
  raw.pragma('foreign_keys = ON');
  const statements = new Map<string, Sqlite.Statement>();
  const prepared = (sql: string, plucked: boolean) => {
    const key = `${plucked} ${sql}`;
    const statement = statements.get(key) ?? raw.prepare(sabotage.rewrite?.(sql) ?? sql);
    statements.set(key, statement);
    return plucked ? statement.pluck() : statement;
  };

  const open = (life: Life): Database => {
    const prepare = (sql: string, plucked = false) => {
      const statement = prepared(sql, plucked);
      const name = nameOf(sql);
      const guarded =
        (call: Call): Call =>
        (...values) => {
          life.pass(`before ${name}`);
          const result = call(...values);
          if (!statement.reader && !raw.inTransaction) life.pass(`after ${name}`);
          return result;
        };
      return {
        run: guarded((...values) => statement.run(...values)),
        get: guarded((...values) => statement.get(...values)),
        all: guarded((...values) => statement.all(...values)),
        pluck: () => prepare(sql, true),
      };
    };
    const bound = (mode: Mode, body: Call): Call => {
      const whole: Call = (...values) => {
        const result = body(...values);
        life.pass('before COMMIT');
        return result;
      };
      const run = sabotage.unbound ? body : (raw.transaction(whole) as unknown as Record<Mode, Call>)[mode];
      return (...values) => {
        if (raw.inTransaction) return body(...values);
        life.pass('before BEGIN');
        const result = run(...values);
        life.pass('after COMMIT');
        return result;
      };
    };
    const transaction = (body: Call) =>
      Object.assign(bound('deferred', body), { immediate: bound('immediate', body) });
    const database = {
      prepare: (sql: string) => prepare(sql),
      transaction,
      get inTransaction() {
        return raw.inTransaction;
      },
    };
    return database as unknown as Database;
  };
  return { open, raw };
}
