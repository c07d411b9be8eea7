/** What a column can hold. The character NUL may come back as U+FFFD. Times are milliseconds since the epoch; whole numbers up to 2^53 arrive as numbers. */
export type Value = string | number | null | Uint8Array;

/** Named parameters: `@name` in the SQL. A list of texts stands for `(…)`, as in `kind IN @kinds`. */
export type Params = Readonly<Record<string, Value | readonly string[]>>;

/**
 * SQL with named parameters, in the dialect both engines run. Statements are prepared once by their text, so a text
 * is a constant of its module. The dialect:
 * - `"user"` is quoted, because PostgreSQL reserves the word; an alias in camelCase is quoted by the driver.
 * - `CASE` instead of `iif`, `IS NOT DISTINCT FROM` instead of `IS @x`, `string_agg` instead of `group_concat`, a list
 *   parameter instead of `json_each`, an own column instead of `rowid`.
 * - A parameter whose type PostgreSQL cannot see from its place has a `CAST`, as in `CAST(@limit AS BIGINT) IS NULL`.
 * - A comment `skip locked` after a `LIMIT` locks the selected rows on PostgreSQL and leaves those of others out.
 */
export type Queries = {
  all<Row>(sql: string, params?: Params): Promise<Row[]>;
  /** The first row. */
  get<Row>(sql: string, params?: Params): Promise<Row | undefined>;
  /** @returns how many rows were changed */
  run(sql: string, params?: Params): Promise<number>;
  /**
   * For values that are read far more often than they change: the result of `read`, until a transaction that `changes` the key has
   * ended. A transaction, and a database that other processes write to, read each time.
   */
  kept<T>(key: string, read: () => Promise<T>): Promise<T>;
};

/**
 * Queries inside a transaction. They see what the transaction wrote and nothing that others write meanwhile. All
 * functions that write in the transaction of a caller take it as their first parameter.
 */
export type Transaction = Queries & {
  readonly isTransaction: true;
  /** A transaction that changes a `kept` value must call this with its key. */
  changes(key: string): void;
};

export type TransactionOptions = {
  /**
   * False for what can be repeated, such as leases and pieces of an answer: answered before it is on the disk. A
   * power failure may undo it, a crash of the process does not. The next durable transaction makes it durable.
   */
  durable?: boolean;
};

/** A SQLite file or a PostgreSQL database. A query outside a transaction is one of its own. */
export type Database = Queries & {
  readonly engine: 'sqlite' | 'postgres';
  /**
   * Runs `body` in a transaction as if no other ran at the same time, and resolves once it is on the disk. When `body`
   * throws, nothing of it is kept.
   * @param body only waits for its own queries, because on SQLite others wait behind it; may run again when PostgreSQL
   *   finds that another transaction changed what it had read, so it changes nothing outside the database
   */
  transaction<T>(body: (t: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs `body` on one unchanging state of the database, without keeping anybody from writing. It cannot write. */
  snapshot<T>(body: (q: Queries) => Promise<T>): Promise<T>;
  /** Repeatable. */
  close(): Promise<void>;
};
