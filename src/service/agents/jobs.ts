import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import { type AgentPlace, agentPlace } from '../../contract/agent-shapes.js';
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
  /** What the managers of the server wrote for the agent. */
  place: AgentPlace;
  /** The events of what an interrupted attempt had proposed. */
  restarted: readonly AgentEvent[];
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
  /** Stores events of a running run. */
  record(job: Job, events: readonly NewEvent[]): Promise<AgentEvent[] | null>;
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

const sql = {
  begin: `UPDATE run SET status = 'running', tokens = 0 WHERE id = @id AND status = 'queued'
    RETURNING ${runColumns},
      (SELECT user_id FROM conversation WHERE conversation.id = run.conversation_id) AS user_id,
      (SELECT place FROM conversation WHERE conversation.id = run.conversation_id) AS place`,
  /** Events lost in a power cut had lower sequence numbers than any new one. */
  leap: 'UPDATE conversation SET last_seq = last_seq + 100000 WHERE id = @id',
  count: 'UPDATE run SET tokens = tokens + @tokens WHERE id = @id',
  end: `UPDATE run SET status = @status, finished_at = @now
    WHERE id = @id AND status IN ('queued', 'running') RETURNING ${runColumns}`,
  requeue: `UPDATE run SET status = 'queued' WHERE id = @id AND status = 'running'`,
};

export function createRunJobs(deps: {
  db: Database;
  queue: Queue;
  clock: Clock;
  journal: Journal;
  proposals: AgentProposals;
  billing: Billing;
}): RunJobs {
  const { db, queue, clock, journal, proposals, billing } = deps;

  const begin = async (t: Transaction, leased: LeasedJob): Promise<Job | null> => {
    if (!(await queue.holds(t, leased))) return null;
    const row = await t.get<RunRow & { user_id: string; place: string }>(sql.begin, { id: leased.subject });
    if (!row) {
      await queue.finish(t, leased); // it is over, so there is nothing to do
      return null;
    }
    if (leased.attempts > 1) await t.run(sql.leap, { id: row.conversation_id });
    const restarted = leased.attempts > 1 ? await proposals.restart(t, row.id) : [];
    return {
      leased,
      runId: row.id,
      conversationId: row.conversation_id,
      userId: row.user_id,
      kind: row.kind,
      answerId: row.answer_id,
      budgetTokens: billing.budgetTokens(row.held),
      place: agentPlace.parse(JSON.parse(row.place)),
      restarted,
    };
  };

  /** Ends a leased run if this process still holds it. */
  const end = async (
    t: Transaction,
    leased: LeasedJob,
    status: 'completed' | 'failed',
  ): Promise<RunRow | null> => {
    if (!(await queue.finish(t, leased))) return null;
    return (await t.get<RunRow>(sql.end, { id: leased.subject, status, now: clock.now() })) ?? null;
  };

  /** @param skipped whether events may have been lost, so that their sequence numbers are not used again */
  const fail = async (
    t: Transaction,
    leased: LeasedJob,
    data: Failure,
    skipped = false,
  ): Promise<AgentEvent | null> => {
    const row = await end(t, leased, 'failed');
    if (!row) return null;
    await billing.release(t, row.id);
    if (skipped) await t.run(sql.leap, { id: row.conversation_id });
    const place = { conversationId: row.conversation_id, runId: row.id };
    const usage = billing.usageOf(0, row.tokens);
    return journal.append(t, place, { type: 'agent_error', data: { ...data, usage } });
  };

  const requeue = async (t: Transaction, leased: LeasedJob, uncounted: boolean) => {
    if (await queue.release(t, leased, { uncounted })) await t.run(sql.requeue, { id: leased.subject });
    return null;
  };

  return {
    begin: (leased) => db.transaction((t) => begin(t, leased)),
    record: (job, events) =>
      db.transaction(
        async (t) => ((await queue.holds(t, job.leased)) ? journal.appendAll(t, job, events) : null),
        { durable: false },
      ),
    propose: (job, proposal) =>
      db.transaction(async (t) =>
        (await queue.holds(t, job.leased)) ? proposals.add(t, job, proposal) : null,
      ),
    count: ({ leased, runId }, tokens) =>
      db.transaction(
        async (t) => {
          if (await queue.holds(t, leased)) await t.run(sql.count, { id: runId, tokens });
        },
        { durable: false },
      ),
    complete: (job, { memory, ...given }) =>
      db.transaction(async (t) => {
        const row = await end(t, job.leased, 'completed');
        if (!row) return null;
        const credits = await billing.settle(t, job.userId, job.runId, row.held, row.tokens);
        const kept = memory === undefined ? null : JSON.stringify(memory);
        const usage = billing.usageOf(credits, row.tokens);
        return journal.close(t, job, { ...given, answerId: job.answerId, usage, memory: kept });
      }),
    fail: ({ leased }, failure) => db.transaction((t) => fail(t, leased, failure)),
    requeue: async ({ leased }) => {
      await db.transaction((t) => requeue(t, leased, true));
    },
    recover: (leased, maxAttempts) =>
      db.transaction(async (t) => {
        if (!(await queue.hasExpired(t, leased))) return null; // it was only paused
        return leased.attempts < maxAttempts ? requeue(t, leased, false) : fail(t, leased, interrupted, true);
      }),
  };
}

const interrupted = {
  code: 'internal',
  detail: 'The agent was interrupted several times. Ask again.',
  retryable: true,
} as const;
