import type { Clock } from '../../base/clock.js';
import type { Queue } from '../../base/queue/queue.js';
import type { Database } from '../../base/store.js';
import type { Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Billing } from './billing.js';
import type { Journal } from './journal.js';
import { cancelable } from './machine.js';
import { fromRun, type RunRow, runColumns } from './row.js';

/** A cancelled run and its last event. */
export type Canceled = { run: Run; event: AgentEvent };

/** Ends an open run at its user's wish, inside the caller's transaction; null when it is not open. */
export type CancelRun = (userId: string, conversationId: string, runId: string) => Canceled | null;

/** Text that was streamed before stays and is charged. */
export function createCancelRun(deps: {
  db: Database;
  queue: Queue;
  clock: Clock;
  journal: Journal;
  billing: Billing;
}): CancelRun {
  const { db, queue, clock, journal, billing } = deps;
  const cancel = db.prepare<{ runId: string; conversationId: string; now: number }, RunRow>(
    `UPDATE run SET status = 'canceled', finished_at = @now
     WHERE id = @runId AND conversation_id = @conversationId AND status IN (${cancelable}) RETURNING ${runColumns}`,
  );
  return (userId, conversationId, runId) => {
    const row = cancel.get({ runId, conversationId, now: clock.now() });
    if (!row) return null;
    queue.remove({ kind: row.kind, subject: runId });
    const place = { conversationId, runId };
    const event = journal.close(place, {
      answerId: row.answer_id,
      text: journal.textOf(place),
      reason: 'canceled',
      credits: billing.settle(userId, runId, row.held, row.tokens),
    });
    return { run: fromRun(row), event };
  };
}
