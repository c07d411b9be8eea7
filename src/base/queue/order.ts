import type { Queries } from '../db/database.js';

/**
 * `arrival`: by due time, then as they were put.
 * `turns`: groups take turns, the least recently served first, so that a group with many jobs delays no other group by
 * more than one. Jobs that were started before come first.
 */
export type Order = 'arrival' | 'turns';

/** How many jobs of the group are leased. */
const leasedOf = (table: string, ofKinds: string): string =>
  `(SELECT count(*) FROM ${table} AS other
    WHERE other.group_id = job.group_id AND other.lease IS NOT NULL ${ofKinds.replaceAll('job.', 'other.')})`;

/**
 * Selects the positions of jobs that can be claimed. Several processes claim different jobs at once, except where
 * groups have a limit: there the next job of a group must not overtake one that another process is just claiming.
 */
export function dueSql(
  table: string,
  order: Order,
  selection: { hasKinds: boolean; isLimited: boolean },
): string {
  const ofKinds = selection.hasKinds ? 'AND job.kind IN @kinds' : '';
  const lock = selection.isLimited ? '' : '/* skip locked */';
  const isDue = `job.lease IS NULL AND job.due_at <= @now AND ${leasedOf(table, ofKinds)} < @perGroup`;
  if (order === 'arrival')
    return `SELECT job.position FROM ${table} AS job WHERE ${isDue} ${ofKinds}
      ORDER BY job.due_at, job.position LIMIT @limit ${lock}`;
  return `WITH ${turns(table, ofKinds)}
    SELECT job.position FROM ${table} AS job
    WHERE job.position IN (
      SELECT job.position FROM ${table} AS job JOIN line ON line.position = job.position
      WHERE ${isDue} ORDER BY line.place LIMIT @limit)
    ${lock}`;
}

/** A common table expression that ends with `line`: every waiting job with its place. */
const turns = (table: string, ofKinds: string): string => `waiting AS (
    SELECT job.position, job.claimed_at, turn.served_at,
      row_number() OVER (PARTITION BY job.group_id ORDER BY job.position) AS round,
      min(job.position) OVER (PARTITION BY job.group_id) AS oldest
    FROM ${table} AS job LEFT JOIN ${table}_turn AS turn ON turn.group_id = job.group_id
    WHERE job.lease IS NULL ${ofKinds}
  ), line AS (
    SELECT position,
      row_number() OVER (ORDER BY claimed_at IS NULL, round, coalesce(served_at, 0), oldest) AS place
    FROM waiting
  )`;

/** The jobs waiting before a job. */
export type Ahead = { count: number; seconds: number };

/**
 * Reads what is before a job that the group would put now, in a queue in order of `turns`. Groups that were served longer
 * ago than this one go first in each round, and so do all the others here: the estimate is never too short.
 */
export function createReadAheadOfNext(
  table: string,
): (q: Queries, groupId: string, kinds: readonly string[]) => Promise<Ahead> {
  const sql = `WITH ${turns(table, 'AND job.kind IN @kinds')}
     SELECT count(*) AS count, coalesce(sum(job.seconds), 0) AS seconds
     FROM waiting JOIN ${table} AS job ON job.position = waiting.position
     WHERE waiting.round <= 1 + (SELECT count(*) FROM ${table} AS job
       WHERE job.lease IS NULL AND job.group_id = @groupId AND job.kind IN @kinds)`;
  return async (q, groupId, kinds) => (await q.get<Ahead>(sql, { groupId, kinds }))!;
}

/**
 * Reads how many jobs of these kinds are before a waiting job, and their expected seconds together; null when it is
 * not waiting. For a queue in order of `turns`.
 */
export function createReadAhead(
  table: string,
): (q: Queries, job: { kind: string; subject: string }, kinds: readonly string[]) => Promise<Ahead | null> {
  const sql = `WITH ${turns(table, 'AND job.kind IN @kinds')}, own AS (
       SELECT line.place FROM line JOIN ${table} AS job ON job.position = line.position
       WHERE job.kind = @kind AND job.subject = @subject)
     SELECT count(line.place) AS count, coalesce(sum(job.seconds), 0) AS seconds
     FROM own LEFT JOIN line ON line.place < own.place
       LEFT JOIN ${table} AS job ON job.position = line.position
     GROUP BY own.place`;
  return async (q, { kind, subject }, kinds) => (await q.get<Ahead>(sql, { kind, subject, kinds })) ?? null;
}
