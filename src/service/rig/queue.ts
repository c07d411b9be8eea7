/**
 * The queue of the pipelines `@lane` (a JSON list), as common table expressions that end with `queue`: each waiting
 * generation with its position and how many of its user's are running there. Users take turns (least recently
 * served first), so that one with many requests delays nobody by more than one. Jobs requeued by an orderly stop
 * come first.
 */
export const queue = `waiting AS (
    SELECT sequence, user_id, estimated_seconds, started_at,
      row_number() OVER (PARTITION BY user_id ORDER BY sequence) AS turn,
      min(sequence) OVER (PARTITION BY user_id) AS oldest,
      (SELECT max(started_at) FROM generation AS any WHERE any.user_id = one.user_id) AS served_at,
      (SELECT count(*) FROM generation AS any WHERE any.user_id = one.user_id AND any.status = 'running'
         AND any.pipeline_id IN (SELECT value FROM json_each(@lane))) AS under_way
    FROM generation AS one WHERE status = 'queued' AND pipeline_id IN (SELECT value FROM json_each(@lane))
  ), queue AS (
    SELECT sequence, estimated_seconds, under_way,
      row_number() OVER (ORDER BY started_at IS NULL, turn, coalesce(served_at, 0), oldest) AS place
    FROM waiting
  )`;
