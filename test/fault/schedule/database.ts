import Sqlite from 'better-sqlite3';
import type { Database, Queries, Transaction } from '../../../src/base/db/database.js';
import { readMigrations } from '../../../src/base/db/migrations.js';
import { createSqliteDatabase } from '../../../src/base/db/sqlite.js';
import { countWaiting } from '../counted.js';
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
  /** Whether a process that lives waits for the database. */
  isBusy(): boolean;
  /** For the judge: never dies. */
  raw: Sqlite.Database;
};

/** The migrated empty database, created once for all schedules; `extra` is the judge's. */
export function migrated(folder: string, extra: string, sabotage: Sabotage = {}): Buffer {
  const db = new Sqlite(':memory:');
  for (const { sql } of readMigrations(folder, 'sqlite')) db.exec(sabotage.rewrite?.(sql) ?? sql);
  db.exec(extra);
  const image = db.serialize();
  db.close();
  return image;
}

/** `UPDATE intent`: the verb of a statement and its table. */
function nameOf(sql: string): string {
  const [verb = ''] = sql.trim().split(/\s/);
  return `${verb.toUpperCase()} ${/\b(?:INTO|UPDATE|FROM)\s+(\w+)/i.exec(sql)?.[1] ?? ''}`.trim();
}

/** Statements around transactions. The savepoint of each is part of its group's transaction. */
const isBound = (sql: string): boolean => /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/.test(sql);

/** The statements as the program writes them, with named parameters, before the driver binds these by position. */
function sabotaged(db: Database, { rewrite }: Sabotage): Database {
  if (!rewrite) return db;
  const changed = (q: Queries): Queries => ({
    all: (sql, params) => q.all(rewrite(sql), params),
    get: (sql, params) => q.get(rewrite(sql), params),
    run: (sql, params) => q.run(rewrite(sql), params),
    kept: q.kept,
  });
  return {
    ...db,
    ...changed(db),
    transaction: (body, options) =>
      db.transaction((t) => body({ ...t, ...changed(t) } satisfies Transaction), options),
    snapshot: (body) => db.snapshot((q) => body(changed(q))),
  };
}

type Call = (...values: unknown[]) => unknown;

/**
 * A disk in memory. Committed data outlives every process; an open transaction is rolled back when its process dies,
 * as SQLite does with its journal (the power cuts test the real files).
 */
export function createDisk(image: Buffer, sabotage: Sabotage = {}): Disk {
  const raw = new Sqlite(image);
  raw.pragma('foreign_keys = ON');
  const statements = new Map<string, Sqlite.Statement>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? raw.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  /** Whether each process so far waits. */
  const lives: (() => boolean)[] = [];

  /** The driver's own connection, each of whose statements may be the last one of its process. */
  const connectionOf = (life: Life) => ({
    prepare(sql: string) {
      const name = nameOf(sql);
      if (isBound(sql) && sabotage.unbound) return { run: () => life.check() };
      const statement = prepared(sql);
      // A dead process rolls nothing back itself, but its journal is found.
      if (sql === 'ROLLBACK') return { run: () => statement.run() };
      const guarded =
        (call: Call): Call =>
        (...values) => {
          life.pass(`before ${name}`);
          const result = call(...values);
          if (sql === 'COMMIT') life.pass(`after ${name}`);
          return result;
        };
      return {
        readonly: statement.readonly,
        run: guarded((...values) => statement.run(...values)),
        get: guarded((...values) => statement.get(...values)),
        all: guarded((...values) => statement.all(...values)),
      };
    },
    pragma: () => undefined,
    exec: () => undefined, // how durable a commit is, which a disk in memory always is
    close: () => undefined,
    get inTransaction() {
      return raw.inTransaction;
    },
  });

  const open = (life: Life): Database => {
    // By the machine's clock the same seed would yield elsewhere in another run, and die at another point.
    let asked = 0;
    const now = () => {
      asked += 1;
      return asked / 5;
    };
    const db = createSqliteDatabase(connectionOf(life) as unknown as Sqlite.Database, { reader: null, now });
    const { db: counted, isBusy } = countWaiting(sabotaged(db, sabotage));
    lives.push(isBusy);
    return counted;
  };
  return {
    open,
    isBusy: () => lives.some((isWaiting) => isWaiting()),
    raw,
  };
}
