import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Billing } from './billing.js';
import type { Turn } from './brain.js';
import type { Ending, Journal, NewEvent } from './journal.js';
import type { Proposals } from './proposals.js';
import { filesOf, type MessageRow, type RunRow, runColumns } from './row.js';
import type { NewProposal } from './tools/tool.js';

/** Input of the runner. `answerId` is the id the agent's message will have. */
export type Job = {
  runId: string;
  conversationId: string;
  userId: string;
  kind: RunRow['kind'];
  answerId: string;
  /** Tokens paid for by the credits held for it. */
  budgetTokens: number;
  held: number;
  attempts: number;
  lease: string;
};

/** A finished answer. */
export type Given = Pick<Ending, 'text' | 'reason' | 'attachments'> & { memory: unknown };

/** Runs as a work queue. A write under a lost lease changes nothing and returns null. */
export type RunQueue = {
  /** Leases the oldest queued run, or null when there is none. */
  claim(lease: string, leaseMs: number): Promise<Job | null>;
  extend(job: Job, leaseMs: number): Promise<boolean>;
  /** The conversation up to the message this run answers or continues, oldest first. */
  history(job: Job, limit: number): Promise<Turn[]>;
  /** How many answers to the last message the member has rejected. */
  turnedDown(job: Job): Promise<number>;
  /** Stores one event of a running run; null when this process no longer holds it. */
  record(job: Job, event: NewEvent): Promise<AgentEvent | null>;
  propose(job: Job, proposal: NewProposal): Promise<AgentEvent[] | null>;
  /** Counts tokens, so that a stopped answer is charged for its usage. */
  count(job: Job, tokens: number): Promise<void>;
  /** Ends a run with its last event, settles its credits and stores the answer as the agent's message. */
  complete(job: Job, given: Given): Promise<AgentEvent | null>;
  fail(job: Job, data: Extract<NewEvent, { type: 'agent_error' }>['data']): Promise<AgentEvent | null>;
  /** Requeues a run without counting the attempt, because the process is shutting down. */
  requeue(job: Job): Promise<void>;
  /** Requeues runs whose lease expired, or fails those with too many attempts. */
  recover(maxAttempts: number): Promise<AgentEvent[]>;
  /**
   * Deletes streamed events of answers older than `beforeMs`, a hundred at a time; answers, proposals and failures
   * stay. A replay from before reports a gap.
   */
  thin(beforeMs: number): Promise<void>;
};

export function createRunQueue(deps: {
  db: Database;
  clock: Clock;
  journal: Journal;
  proposals: Proposals;
  billing: Billing;
}): RunQueue {
  const { db, clock, journal, proposals, billing } = deps;
  const get = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).get(...values);
  const all = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).all(...values);
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);
  const ours = `status = 'running' AND lease = ?`;

  /** Events lost in a power cut had lower sequence numbers than any new one. */
  const leap = (conversationId: string) =>
    run('UPDATE conversation SET last_seq = last_seq + ? WHERE id = ?', seqLeap, conversationId);

  /** Ends a leased run if this process still holds it, and runs the rest in the same transaction. */
  const end = async (
    job: Job,
    status: 'completed' | 'failed',
    last: (row: RunRow) => AgentEvent,
  ): Promise<AgentEvent | null> =>
    write(db, () => {
      const row = get<RunRow>(
        `UPDATE run SET status = ?, lease = NULL, lease_expires_at = NULL, finished_at = ?
         WHERE id = ? AND ${ours} RETURNING ${runColumns}`,
        ...[status, clock.now(), job.runId, job.lease],
      );
      return row ? last(row) : null;
    });

  const turnOf = (row: MessageRow): Turn => ({
    role: row.role,
    content: row.content,
    attachments: filesOf(row),
    proposals: row.role === 'agent' ? proposals.ofRun(row.run_id) : [],
    isGuest: row.guest === 1,
    finishReason: row.finish_reason,
    memory: row.memory === null ? null : JSON.parse(row.memory),
  });

  return {
    claim: async (lease, leaseMs) =>
      write(db, () => {
        const row = get<RunRow>(
          `UPDATE run SET status = 'running', lease = ?, lease_expires_at = ?, attempts = attempts + 1, tokens = 0
           WHERE status = 'queued' AND sequence = (SELECT min(sequence) FROM run WHERE status = 'queued')
           RETURNING ${runColumns}`,
          ...[lease, clock.now() + leaseMs],
        );
        if (!row) return null;
        if (row.attempts > 1) leap(row.conversation_id);
        const owner = get<{ user_id: string }>(
          'SELECT user_id FROM conversation WHERE id = ?',
          row.conversation_id,
        );
        return {
          runId: row.id,
          conversationId: row.conversation_id,
          userId: owner?.user_id ?? '',
          kind: row.kind,
          answerId: row.answer_id,
          attempts: row.attempts,
          lease,
          held: row.held,
          budgetTokens: billing.budgetTokens(row.held),
        };
      }),
    extend: async (job, leaseMs) =>
      run(
        `UPDATE run SET lease_expires_at = ? WHERE id = ? AND ${ours}`,
        ...[clock.now() + leaseMs, job.runId, job.lease],
      ).changes === 1,
    history: async ({ conversationId }, limit) =>
      all<MessageRow>(
        `SELECT * FROM message WHERE conversation_id = ? AND replaced_by IS NULL ORDER BY seq DESC LIMIT ?`,
        conversationId,
        limit,
      )
        .reverse()
        .map(turnOf),
    turnedDown: async ({ conversationId }) =>
      get<{ count: number }>(
        `SELECT count(*) AS count FROM message WHERE conversation_id = @id AND role = 'agent'
           AND replaced_by IS NOT NULL AND seq > (
             SELECT max(seq) FROM message WHERE conversation_id = @id AND role = 'user')`,
        { id: conversationId },
      )?.count ?? 0,
    record: async (job, event) =>
      writeLightly(db, () => {
        const held = get(`SELECT 1 FROM run WHERE id = ? AND ${ours}`, job.runId, job.lease);
        return held ? journal.append(job, event) : null;
      }),
    propose: async (job, proposal) =>
      write(db, () => {
        const held = get(`SELECT 1 FROM run WHERE id = ? AND ${ours}`, job.runId, job.lease);
        return held ? proposals.add(job, proposal) : null;
      }),
    count: async (job, tokens) => {
      const add = `UPDATE run SET tokens = tokens + ? WHERE id = ? AND ${ours}`;
      writeLightly(db, () => run(add, tokens, job.runId, job.lease));
    },
    complete: (job, { memory, ...given }) =>
      end(job, 'completed', ({ held, tokens }) => {
        const credits = billing.settle(job.userId, job.runId, held, tokens);
        const kept = memory === undefined ? null : JSON.stringify(memory);
        return journal.close(job, { ...given, answerId: job.answerId, credits, memory: kept });
      }),
    fail: (job, data) =>
      end(job, 'failed', () => {
        billing.release(job.runId);
        return journal.append(job, { type: 'agent_error', data });
      }),
    requeue: async (job) => {
      run(
        `UPDATE run SET status = 'queued', lease = NULL, lease_expires_at = NULL, attempts = attempts - 1
         WHERE id = ? AND ${ours}`,
        ...[job.runId, job.lease],
      );
    },
    recover: async (maxAttempts) =>
      write(db, () => {
        const now = clock.now();
        const stale = `status = 'running' AND lease_expires_at < ?`;
        const given = all<RunRow>(
          `UPDATE run SET status = 'failed', lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE ${stale} AND attempts >= ? RETURNING ${runColumns}`,
          ...[now, now, maxAttempts],
        );
        run(`UPDATE run SET status = 'queued', lease = NULL, lease_expires_at = NULL WHERE ${stale}`, now);
        return given.map((row) => {
          billing.release(row.id);
          leap(row.conversation_id);
          const place = { conversationId: row.conversation_id, runId: row.id };
          return journal.append(place, { type: 'agent_error', data: interrupted });
        });
      }),
    thin: async (beforeMs) =>
      write(db, () => {
        const old = all<RunRow>(
          `UPDATE run SET thinned = 1 WHERE id IN (SELECT id FROM run
             WHERE thinned = 0 AND finished_at IS NOT NULL AND finished_at < ? ORDER BY finished_at LIMIT 100)
           RETURNING ${runColumns}`,
          beforeMs,
        );
        for (const { id, conversation_id } of old)
          run(
            `DELETE FROM agent_event WHERE conversation_id = ? AND run_id = ?
               AND type IN ('agent_response', 'agent_progress')`,
            ...[conversation_id, id],
          );
      }),
  };
}

const seqLeap = 100_000;

/**
 * Like `write`, without syncing to disk: a power failure may undo it, a crash of the process does not. Suitable for
 * pieces of an answer, which is generated again in that case; the next synced write makes them durable.
 */
function writeLightly<T>(db: Database, body: () => T): T {
  db.pragma('synchronous = NORMAL');
  try {
    return write(db, body);
  } finally {
    db.pragma('synchronous = FULL');
  }
}

const interrupted = {
  code: 'internal',
  detail: 'The agent was interrupted several times. Ask again.',
  retryable: true,
} as const;
