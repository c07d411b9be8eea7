import type { Queries } from '../db/database.js';

/**
 * `arrival`: by due time, then as they were put.
 * `turns`: groups take turns, the least recently served first, so that a group with many jobs delays no other group by
 * more than one. Jobs that were started before come first. Priority jobs start before the others, but at most
 * `mostInARow` of them in a row while others wait.
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
    SELECT job.position, job.priority, ${streakOf(table)} AS streak FROM ${table} AS job
    WHERE job.position IN (
      SELECT job.position FROM ${table} AS job JOIN line ON line.position = job.position
      WHERE ${isDue} ORDER BY line.place LIMIT @limit)
    ${lock}`;
}

/** Priority jobs that start in a row while others wait: one of every four starts is for those. */
export const mostInARow = 3;

/** Kinds that share slots, as the name of their count of priority jobs. */
export const poolOf = (kinds: readonly string[] | undefined): string => [...(kinds ?? [])].sort().join(' ');

/** How many priority jobs started since the last other one. */
const streakOf = (table: string): string =>
  `(SELECT coalesce(max(streak.started), 0) FROM ${table}_streak AS streak WHERE streak.pool = @pool)`;

/** After every job that is there: a number that no position reaches. */
const next = '9007199254740991';
const nextRow = `UNION ALL SELECT CAST(${next} AS BIGINT), CAST(@groupId AS TEXT), CAST(NULL AS BIGINT),
    CAST(@priority AS BIGINT)`;

/**
 * A common table expression that ends with `line`: every waiting job with its place.
 * @param further SQL for one more row of position, group, time of claim and priority
 */
const turns = (table: string, ofKinds: string, further = ''): string => `queued AS (
    SELECT job.position, job.group_id, job.claimed_at, job.priority FROM ${table} AS job
    WHERE job.lease IS NULL ${ofKinds} ${further}
  ), waiting AS (
    SELECT job.position, job.claimed_at, job.priority,
      CASE WHEN job.position = ${next} THEN job.position ELSE coalesce(turn.served_at, 0) END AS served,
      row_number() OVER (PARTITION BY job.group_id, job.priority ORDER BY job.position) AS round,
      min(job.position) OVER (PARTITION BY job.group_id, job.priority) AS oldest
    FROM queued AS job LEFT JOIN ${table}_turn AS turn ON turn.group_id = job.group_id
  ), ranked AS (
    SELECT position, claimed_at, priority, ${streakOf(table)} AS streak,
      row_number() OVER (PARTITION BY priority ORDER BY claimed_at IS NULL, round, served, oldest) AS rank
    FROM waiting
  ), line AS (
    SELECT position, row_number() OVER (ORDER BY claimed_at IS NULL, CASE WHEN priority = 1
        THEN rank + (streak + rank - 1) / ${mostInARow}
        ELSE ${mostInARow + 1} * rank - streak END) AS place
    FROM ranked
  )`;

/** The jobs waiting before a job. */
export type Ahead = { count: number; seconds: number };

/** A job that a group would put now. */
export type NextJob = { groupId: string; isPriority: boolean };

/**
 * Reads the jobs before one that the group would put now, in a queue in order of `turns`. Groups that were served longer
 * ago than this one go first in each round, and so do all the others here: the estimate is never too short.
 */
export function createReadAheadOfNext(
  table: string,
): (q: Queries, job: NextJob, kinds: readonly string[]) => Promise<Ahead> {
  const sql = `WITH ${turns(table, 'AND job.kind IN @kinds', nextRow)}
     SELECT count(*) AS count, coalesce(sum(job.seconds), 0) AS seconds
     FROM line JOIN ${table} AS job ON job.position = line.position
     WHERE line.place < (SELECT place FROM line WHERE position = ${next})`;
  return async (q, { groupId, isPriority }, kinds) => {
    const params = { groupId, priority: Number(isPriority), kinds, pool: poolOf(kinds) };
    return (await q.get<Ahead>(sql, params))!;
  };
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
  return async (q, { kind, subject }, kinds) =>
    (await q.get<Ahead>(sql, { kind, subject, kinds, pool: poolOf(kinds) })) ?? null;
}
