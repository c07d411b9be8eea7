import type { Database } from '../store.js';

/**
 * `arrival`: by due time, then as they were put.
 * `turns`: groups take turns, the least recently served first, so that a group with many jobs delays no other group by
 * more than one. Jobs that were started before come first.
 */
export type Order = 'arrival' | 'turns';

const isSelected = (name: string): string =>
  `(@kinds IS NULL OR ${name}.kind IN (SELECT value FROM json_each(@kinds)))`;

/** How many jobs of the group are leased. */
const leasedOf = (table: string): string =>
  `(SELECT count(*) FROM ${table} AS other
    WHERE other.group_id = job.group_id AND other.lease IS NOT NULL AND ${isSelected('other')})`;

/** Selects what can be claimed. */
export function dueSql(table: string, order: Order): string {
  const columns = 'job.kind, job.subject, job.revision, job.attempts';
  if (order === 'arrival')
    return `SELECT ${columns} FROM ${table} AS job
      WHERE job.lease IS NULL AND job.due_at <= @now AND ${isSelected('job')} AND ${leasedOf(table)} < @perGroup
      ORDER BY job.due_at, job.rowid LIMIT @limit`;
  return `WITH ${turns(table)}
    SELECT ${columns} FROM ${table} AS job JOIN line ON line.position = job.rowid
    WHERE job.due_at <= @now AND ${leasedOf(table)} < @perGroup ORDER BY line.place LIMIT @limit`;
}

/** A common table expression that ends with `line`: every waiting job with its place. */
const turns = (table: string): string => `waiting AS (
    SELECT job.rowid AS position, job.claimed_at, turn.served_at,
      row_number() OVER (PARTITION BY job.group_id ORDER BY job.rowid) AS round,
      min(job.rowid) OVER (PARTITION BY job.group_id) AS oldest
    FROM ${table} AS job LEFT JOIN ${table}_turn AS turn ON turn.group_id = job.group_id
    WHERE job.lease IS NULL AND ${isSelected('job')}
  ), line AS (
    SELECT position,
      row_number() OVER (ORDER BY claimed_at IS NULL, round, coalesce(served_at, 0), oldest) AS place
    FROM waiting
  )`;

/** The jobs waiting before a job. */
export type Ahead = { count: number; seconds: number };

/**
 * Reads how many jobs of these kinds are before a waiting job, and their expected seconds together; null when it is
 * not waiting. For a queue in order of `turns`.
 */
export function createReadAhead(
  db: Database,
  table: string,
): (job: { kind: string; subject: string }, kinds: readonly string[]) => Ahead | null {
  const isJob = 'job.kind = @kind AND job.subject = @subject';
  const read = db.prepare<Record<string, string>, Ahead>(
    `WITH ${turns(table)}, own AS (
       SELECT line.place FROM line JOIN ${table} AS job ON job.rowid = line.position WHERE ${isJob})
     SELECT count(before.place) AS count, coalesce(sum(job.seconds), 0) AS seconds
     FROM own LEFT JOIN line AS before ON before.place < own.place
       LEFT JOIN ${table} AS job ON job.rowid = before.position
     GROUP BY own.place`,
  );
  return ({ kind, subject }, kinds) => read.get({ kind, subject, kinds: JSON.stringify(kinds) }) ?? null;
}
