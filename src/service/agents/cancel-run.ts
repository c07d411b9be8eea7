import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';
import type { Queue } from '../../base/queue/queue.js';
import type { Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Billing } from './billing.js';
import type { Journal } from './journal.js';
import { cancelable } from './machine.js';
import { fromRun, type RunRow, runColumns } from './row.js';

/** A cancelled run and its last event. */
export type Canceled = { run: Run; event: AgentEvent };

/** Ends an open run at its user's wish; null when it is not open. */
export type CancelRun = (
  t: Transaction,
  userId: string,
  conversationId: string,
  runId: string,
) => Promise<Canceled | null>;

const cancel = `UPDATE run SET status = 'canceled', finished_at = @now
  WHERE id = @runId AND conversation_id = @conversationId AND status IN (${cancelable}) RETURNING ${runColumns}`;

/** Text that was streamed before stays and is charged; an answer stopped before its first word costs nothing. */
export function createCancelRun(deps: {
  queue: Queue;
  clock: Clock;
  journal: Journal;
  billing: Billing;
}): CancelRun {
  const { queue, clock, journal, billing } = deps;
  return async (t, userId, conversationId, runId) => {
    const row = await t.get<RunRow>(cancel, { runId, conversationId, now: clock.now() });
    if (!row) return null;
    await queue.remove(t, { kind: row.kind, subject: runId });
    const place = { conversationId, runId };
    const text = await journal.textOf(t, place);
    const isWordless = text.trim() === '';
    if (isWordless) await billing.release(t, runId);
    const credits = isWordless ? 0 : await billing.settle(t, userId, runId, row.held, row.tokens);
    const event = await journal.close(t, place, {
      answerId: row.answer_id,
      text,
      reason: 'canceled',
      usage: billing.usageOf(credits, row.tokens),
    });
    return { run: fromRun(row), event };
  };
}
