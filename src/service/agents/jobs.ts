import type { Clock } from '../../base/clock.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import { type Database, write, writeLightly } from '../../base/store.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Billing } from './billing.js';
import type { FinishedAnswer, Journal, NewEvent } from './journal.js';
import type { AgentProposals } from './proposals.js';
import { type RunRow, runColumns } from './row.js';
import type { NewProposal } from './tools/tool.js';

/** Name of the table with the queue of runs; a job's group is the user. */
export const runJobTable = 'run_job';

/** Input of the runner. `answerId` is the id the agent's message will have. */
export type Job = {
  leased: LeasedJob;
  runId: string;
  conversationId: string;
  userId: string;
  kind: RunRow['kind'];
  answerId: string;
  /** Tokens paid for by the credits held for it. */
  budgetTokens: number;
};

/** A finished answer. */
export type Given = Pick<FinishedAnswer, 'text' | 'reason' | 'attachments'> & { memory: unknown };

type Failure = Extract<NewEvent, { type: 'agent_error' }>['data'];

/**
 * Runs as jobs of the runner. Each operation changes the run, its job, its credits and its events in one transaction;
 * once the lease was lost it changes nothing and returns null.
 */
export type RunJobs = {
  /** Marks a claimed run as running. */
  begin(leased: LeasedJob): Promise<Job | null>;
  /** Stores one event of a running run. */
  record(job: Job, event: NewEvent): Promise<AgentEvent | null>;
  propose(job: Job, proposal: NewProposal): Promise<AgentEvent[] | null>;
  /** Counts tokens, so that a stopped answer is charged for its usage. */
  count(job: Job, tokens: number): Promise<void>;
  /** Ends a run with its last event, settles its credits and stores the answer as the agent's message. */
  complete(job: Job, given: Given): Promise<AgentEvent | null>;
  fail(job: Job, failure: Failure): Promise<AgentEvent | null>;
  /** Requeues a run without counting the attempt, because the process is shutting down. */
  requeue(job: Job): Promise<void>;
  /** Requeues a run whose lease expired, or fails it after too many attempts. */
  recover(leased: LeasedJob, maxAttempts: number): Promise<AgentEvent | null>;
};

function statements(db: Database) {
  type Named = Record<string, string | number>;
  return {
    begin: db.prepare<Named, RunRow & { user_id: string }>(
      `UPDATE run SET status = 'running', tokens = 0 WHERE id = @id AND status = 'queued'
       RETURNING ${runColumns},
         (SELECT user_id FROM conversation WHERE conversation.id = run.conversation_id) AS user_id`,
    ),
    /** Events lost in a power cut had lower sequence numbers than any new one. */
    leap: db.prepare<Named>('UPDATE conversation SET last_seq = last_seq + 100000 WHERE id = @id'),
    count: db.prepare<Named>('UPDATE run SET tokens = tokens + @tokens WHERE id = @id'),
    end: db.prepare<Named, RunRow>(
      `UPDATE run SET status = @status, finished_at = @now
       WHERE id = @id AND status IN ('queued', 'running') RETURNING ${runColumns}`,
    ),
    requeue: db.prepare<Named>(`UPDATE run SET status = 'queued' WHERE id = @id AND status = 'running'`),
  };
}

export function createRunJobs(deps: {
  db: Database;
  queue: Queue;
  clock: Clock;
  journal: Journal;
  proposals: AgentProposals;
  billing: Billing;
}): RunJobs {
  const { db, queue, clock, journal, proposals, billing } = deps;
  const sql = statements(db);

  const begin = (leased: LeasedJob): Job | null => {
    if (!queue.holds(leased)) return null;
    const row = sql.begin.get({ id: leased.subject });
    if (!row) {
      queue.finish(leased); // it is over, so there is nothing to do
      return null;
    }
    if (leased.attempts > 1) sql.leap.run({ id: row.conversation_id });
    return {
      leased,
      runId: row.id,
      conversationId: row.conversation_id,
      userId: row.user_id,
      kind: row.kind,
      answerId: row.answer_id,
      budgetTokens: billing.budgetTokens(row.held),
    };
  };

  /** Ends a leased run if this process still holds it. */
  const end = (leased: LeasedJob, status: 'completed' | 'failed'): RunRow | null => {
    if (!queue.finish(leased)) return null;
    return sql.end.get({ id: leased.subject, status, now: clock.now() }) ?? null;
  };

  /** @param skipped whether events may have been lost, so that their sequence numbers are not used again */
  const fail = (leased: LeasedJob, data: Failure, skipped = false): AgentEvent | null => {
    const row = end(leased, 'failed');
    if (!row) return null;
    billing.release(row.id);
    if (skipped) sql.leap.run({ id: row.conversation_id });
    const place = { conversationId: row.conversation_id, runId: row.id };
    return journal.append(place, { type: 'agent_error', data });
  };

  const requeue = (leased: LeasedJob, uncounted: boolean) => {
    if (queue.release(leased, { uncounted })) sql.requeue.run({ id: leased.subject });
    return null;
  };

  return {
    begin: async (leased) => write(db, () => begin(leased)),
    record: async (job, event) =>
      writeLightly(db, () => (queue.holds(job.leased) ? journal.append(job, event) : null)),
    propose: async (job, proposal) =>
      write(db, () => (queue.holds(job.leased) ? proposals.add(job, proposal) : null)),
    count: async ({ leased, runId }, tokens) =>
      writeLightly(db, () => void (queue.holds(leased) && sql.count.run({ id: runId, tokens }))),
    complete: async (job, { memory, ...given }) =>
      write(db, () => {
        const row = end(job.leased, 'completed');
        if (!row) return null;
        const credits = billing.settle(job.userId, job.runId, row.held, row.tokens);
        const kept = memory === undefined ? null : JSON.stringify(memory);
        return journal.close(job, { ...given, answerId: job.answerId, credits, memory: kept });
      }),
    fail: async ({ leased }, failure) => write(db, () => fail(leased, failure)),
    requeue: async ({ leased }) => void write(db, () => requeue(leased, true)),
    recover: async (leased, maxAttempts) =>
      write(db, () =>
        leased.attempts < maxAttempts ? requeue(leased, false) : fail(leased, interrupted, true),
      ),
  };
}

const interrupted = {
  code: 'internal',
  detail: 'The agent was interrupted several times. Ask again.',
  retryable: true,
} as const;
