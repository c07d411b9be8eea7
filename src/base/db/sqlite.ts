import type Sqlite from 'better-sqlite3';
import { keepingRequest } from '../request-id.js';
import type { Database, Params, Queries, Transaction } from './database.js';
import { expandLists, toPositional } from './dialect.js';
import { createGroupCommit, type GroupSteps } from './group-commit.js';
import { createKept, readEachTime } from './kept.js';

type Connection = Sqlite.Database;

export type SqliteOptions = {
  /** For reads outside transactions; null for a database in memory, where they go through the writer. */
  reader: Connection | null;
  /** Opens another reader, for a snapshot; absent for a database in memory. */
  openReader?: () => Connection;
  /** Called once a group of transactions holds the write lock; throws when this process may not write. */
  checkOwner?: () => void;
  /** Called when nothing waits any more, before the connections are closed. */
  beforeClose?: () => void;
  /** Milliseconds of any clock, by which transactions yield to other work. */
  now?: () => number;
};

/**
 * A database on two connections of better-sqlite3: one writer, whose transactions are committed in groups, and one
 * reader, which sees committed rows only.
 */
export function createSqliteDatabase(writer: Connection, options: SqliteOptions): Database {
  const { reader, openReader, checkOwner, beforeClose, now } = options;
  const writing = createStatements(writer);
  const reading = reader === null ? writing : createStatements(reader);
  const begin = writer.prepare('BEGIN IMMEDIATE');
  const [commit, rollback] = [writer.prepare('COMMIT'), writer.prepare('ROLLBACK')];
  const [save, undo] = [writer.prepare('SAVEPOINT one'), writer.prepare('ROLLBACK TO one')];
  const keep = writer.prepare('RELEASE one');
  const inTransaction = queriesOn(writing);
  // On the connection that writes, because only commits of others change it there.
  const othersVersion = writer.prepare<[], { data_version: number }>('PRAGMA data_version');
  const kept = createKept(() => othersVersion.get()!.data_version);
  let isDurable = true;

  const steps: GroupSteps = {
    begin(durable) {
      if (durable !== isDurable) writer.exec(`PRAGMA synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
      isDurable = durable;
      begin.run();
      try {
        checkOwner?.();
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    commit: () => void commit.run(),
    rollback: () => void (writer.inTransaction && rollback.run()),
    save: () => void save.run(),
    undo: () => void undo.run(),
    keep: () => void keep.run(),
    isOpen: () => writer.inTransaction,
  };
  const group = createGroupCommit(steps, now);

  const transaction: Database['transaction'] = (body, { durable = true } = {}) => {
    const changes = kept.changes();
    const perform = keepingRequest(async () => {
      const inside = openTransaction(inTransaction, changes.add);
      try {
        return await body(inside.transaction);
      } finally {
        inside.end();
      }
    });
    return group.add(durable, perform, changes.end);
  };

  /** A statement that writes and returns rows is a transaction; so is every read where there is no reader. */
  const preparedRead = (sql: string, params: Params | undefined): Prepared | null => {
    if (reader === null) return null;
    const prepared = reading.prepare(sql, params);
    return prepared.statement.readonly ? prepared : null;
  };
  return {
    engine: 'sqlite',
    transaction,
    async all<Row>(sql: string, params?: Params) {
      const read = preparedRead(sql, params);
      return read ? (read.statement.all(read.values) as Row[]) : transaction((t) => t.all<Row>(sql, params));
    },
    async get<Row>(sql: string, params?: Params) {
      const read = preparedRead(sql, params);
      return read
        ? (read.statement.get(read.values) as Row | undefined)
        : transaction((t) => t.get<Row>(sql, params));
    },
    run: (sql, params) => transaction((t) => t.run(sql, params)),
    kept: kept.read,
    snapshot: (body) => (openReader ? readSnapshot(openReader(), body) : transaction(body)),
    async close() {
      await group.drain();
      beforeClose?.();
      reader?.close();
      writer.close();
    },
  };
}

async function readSnapshot<T>(connection: Connection, body: (q: Queries) => Promise<T>): Promise<T> {
  try {
    connection.exec('BEGIN');
    return await body(queriesOn(createStatements(connection)));
  } finally {
    connection.close();
  }
}

type Statements = { prepare(sql: string, params?: Params): Prepared };
type Prepared = { statement: Sqlite.Statement; values: unknown[] };
type Known = { statement: Sqlite.Statement; names: readonly string[] };

/** Statements by their text, each prepared once. A text with a list parameter is known only in its expanded forms. */
function createStatements(connection: Connection): Statements {
  const known = new Map<string, Known>();
  const learn = (sql: string): Known => {
    const { text, names } = toPositional(sql);
    const learned = { statement: connection.prepare(text), names };
    known.set(sql, learned);
    return learned;
  };
  const bind = ({ statement, names }: Known, params: Params): Prepared => ({
    statement,
    values: names.map((name) => valueFor(params, name)),
  });
  return {
    prepare(sql, params = {}) {
      const usual = known.get(sql);
      if (usual) return bind(usual, params);
      const expanded = expandLists(sql, params);
      return bind(known.get(expanded.sql) ?? learn(expanded.sql), expanded.params);
    },
  };
}

/** The driver would take a missing value for NULL. */
function valueFor(params: Params, name: string): Params[string] {
  const value = params[name];
  if (value === undefined) throw new Error(`The query has no value for @${name}.`);
  return value;
}

const queriesOn = (statements: Statements): Queries => ({
  async all<Row>(sql: string, params?: Params) {
    const { statement, values } = statements.prepare(sql, params);
    return statement.all(values) as Row[];
  },
  async get<Row>(sql: string, params?: Params) {
    const { statement, values } = statements.prepare(sql, params);
    return statement.get(values) as Row | undefined;
  },
  async run(sql, params) {
    const { statement, values } = statements.prepare(sql, params);
    return statement.run(values).changes;
  },
  kept: readEachTime,
});

/**
 * Queries that fail once the transaction has ended, so that a forgotten `await` is found.
 * @param changes called with the key of each kept value that the transaction changes
 */
export function openTransaction(
  queries: Queries,
  changes: (key: string) => void,
): { transaction: Transaction; end(): void } {
  let isOpen = true;
  return {
    // Not async, because each statement would cost a promise more.
    transaction: {
      isTransaction: true,
      all: (sql, params) => (isOpen ? queries.all(sql, params) : refuseLate()),
      get: (sql, params) => (isOpen ? queries.get(sql, params) : refuseLate()),
      run: (sql, params) => (isOpen ? queries.run(sql, params) : refuseLate()),
      kept: readEachTime,
      changes: (key) => {
        if (!isOpen) throw lateError();
        changes(key);
      },
    },
    end: () => {
      isOpen = false;
    },
  };
}

const lateError = () => new Error('A query came after the end of its transaction: an `await` is missing.');
const refuseLate = (): Promise<never> => Promise.reject(lateError());
