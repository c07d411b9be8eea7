import { createHash, type Hash } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import pg from 'pg';
import { SetupError } from '../errors.js';
import { forPostgres } from './dialect.js';

/** A table and how many of its rows were copied. */
export type CopiedTable = { table: string; rows: number };

/** PostgreSQL takes at most 65,535 parameters at once. */
const mostParameters = 30_000;

/** Written by the program when it opens a database, and about this file or these processes only. */
const notCopied = new Set(['migration', 'lease']);

/**
 * Copies every table of a SQLite file into an empty schema of PostgreSQL with the same migrations, in one transaction,
 * and compares all rows afterwards. Changes nothing when anything differs, or when the target has the same rows already,
 * because a former move was interrupted later.
 *
 * @param from a database that no process writes to
 * @param client connected, with the schema in its `search_path`
 * @throws SetupError when the target has other rows, or a table differs after it was copied
 */
export async function copyToPostgres(from: Sqlite.Database, client: pg.Client): Promise<CopiedTable[]> {
  const tables = inOrderOfReferences(from);
  await client.query('BEGIN');
  try {
    const filled = await firstFilled(client, tables);
    if (filled !== undefined) {
      const other = await firstDifferent(from, client, tables);
      if (other !== undefined)
        throw new SetupError(
          `The target is not empty: its table ${filled} has rows, and ${other} differs from the file. Use an empty database.`,
        );
      await client.query('COMMIT');
      return tables.map((table) => ({ table, rows: countRows(from, table) }));
    }
    const copied: CopiedTable[] = [];
    for (const table of tables) {
      const name = pg.escapeIdentifier(table);
      // Triggers keep books that are copied as well.
      await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
      copied.push({ table, rows: await copyTable(from, client, table) });
      await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    }
    for (const table of tables) await continueNumbers(client, from, table);
    const different = await firstDifferent(from, client, tables);
    if (different !== undefined)
      throw new SetupError(`The table ${different} differs after it was copied. Nothing was kept.`);
    await client.query('COMMIT');
    return copied;
  } catch (error) {
    // Fails when the connection was lost, and then the server has rolled back.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** Tables after those they refer to. */
function inOrderOfReferences(from: Sqlite.Database): string[] {
  const all = from
    .prepare<[], { name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .all()
    .map(({ name }) => name)
    .filter((name) => !notCopied.has(name));
  const ordered: string[] = [];
  const visit = (table: string): void => {
    if (ordered.includes(table)) return;
    const references = from.pragma(`foreign_key_list(${JSON.stringify(table)})`) as { table: string }[];
    for (const { table: other } of references) if (other !== table) visit(other);
    ordered.push(table);
  };
  for (const table of all) visit(table);
  return ordered;
}

async function firstFilled(client: pg.Client, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tables) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${pg.escapeIdentifier(table)} LIMIT 1`);
    if (rowCount) return table;
  }
  return undefined;
}

async function firstDifferent(
  from: Sqlite.Database,
  client: pg.Client,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tables)
    if (sqliteDigest(from, table) !== (await postgresDigest(client, from, table))) return table;
  return undefined;
}

const countRows = (from: Sqlite.Database, table: string): number =>
  from
    .prepare<[], number>(`SELECT count(*) FROM ${pg.escapeIdentifier(table)}`)
    .pluck()
    .get() ?? 0;

type Column = { name: string; pk: number };
const columnsOf = (from: Sqlite.Database, table: string): Column[] =>
  from.pragma(`table_info(${JSON.stringify(table)})`) as Column[];

async function copyTable(from: Sqlite.Database, client: pg.Client, table: string): Promise<number> {
  const names = columnsOf(from, table).map(({ name }) => name);
  const listed = names.map((name) => pg.escapeIdentifier(name)).join(', ');
  const mostRows = Math.floor(mostParameters / names.length);
  let rows: unknown[][] = [];
  let count = 0;
  const send = async () => {
    if (rows.length === 0) return;
    const places = rows.map(
      (_, row) => `(${names.map((__, at) => `$${row * names.length + at + 1}`).join(', ')})`,
    );
    await client.query(
      `INSERT INTO ${pg.escapeIdentifier(table)} (${listed}) VALUES ${places.join(', ')}`,
      rows.flat(),
    );
    count += rows.length;
    rows = [];
  };
  for (const row of from
    .prepare(`SELECT ${listed} FROM ${pg.escapeIdentifier(table)}`)
    .raw()
    .iterate()) {
    rows.push((row as unknown[]).map(forPostgres));
    if (rows.length === mostRows) await send();
  }
  await send();
  return count;
}

/** New rows are numbered after the copied ones, also after those that were deleted. */
async function continueNumbers(client: pg.Client, from: Sqlite.Database, table: string): Promise<void> {
  const [key, ...others] = columnsOf(from, table).filter(({ pk }) => pk > 0);
  if (key === undefined || others.length > 0) return;
  const { rows } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS sequence', [
    pg.escapeIdentifier(table),
    key.name,
  ]);
  if (rows[0].sequence === null) return;
  const { used } = from
    .prepare<[{ table: string }], { used: number | null }>(
      `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = @table), max(${pg.escapeIdentifier(key.name)})) AS used
       FROM ${pg.escapeIdentifier(table)}`,
    )
    .get({ table })!;
  if (used !== null) await client.query('SELECT setval($1, $2)', [rows[0].sequence, used]);
}

/** The same text for a value, whichever engine read it. */
const textOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `x${value.toString('hex')}` : JSON.stringify(String(value));
};
const add = (hash: Hash, row: readonly unknown[]) => hash.update(`${row.map(textOf).join(',')}\n`);

/** Sorted by the key, as bytes: both engines agree on that. */
function orderOf(from: Sqlite.Database, table: string, collation: string): string {
  const columns = columnsOf(from, table);
  const keys = columns.filter(({ pk }) => pk > 0);
  const texts = new Set(
    (from.pragma(`table_info(${JSON.stringify(table)})`) as { name: string; type: string }[])
      .filter(({ type }) => type === 'TEXT')
      .map(({ name }) => name),
  );
  return (keys.length > 0 ? keys : columns)
    .map(({ name }) => `${pg.escapeIdentifier(name)}${texts.has(name) ? collation : ''}`)
    .join(', ');
}

function sqliteDigest(from: Sqlite.Database, table: string): string {
  const names = columnsOf(from, table).map(({ name }) => pg.escapeIdentifier(name));
  const sql = `SELECT ${names.join(', ')} FROM ${pg.escapeIdentifier(table)} ORDER BY ${orderOf(from, table, '')}`;
  const hash = createHash('sha256');
  for (const row of from.prepare(sql).raw().iterate()) add(hash, (row as unknown[]).map(forPostgres));
  return hash.digest('hex');
}

async function postgresDigest(client: pg.Client, from: Sqlite.Database, table: string): Promise<string> {
  const names = columnsOf(from, table).map(({ name }) => pg.escapeIdentifier(name));
  const order = orderOf(from, table, ' COLLATE "C"');
  const hash = createHash('sha256');
  await client.query(
    `DECLARE copied CURSOR FOR SELECT ${names.join(', ')} FROM ${pg.escapeIdentifier(table)} ORDER BY ${order}`,
  );
  for (;;) {
    const { rows } = await client.query<unknown[]>({ text: 'FETCH 1000 FROM copied', rowMode: 'array' });
    if (rows.length === 0) break;
    for (const row of rows) add(hash, row);
  }
  await client.query('CLOSE copied');
  return hash.digest('hex');
}
