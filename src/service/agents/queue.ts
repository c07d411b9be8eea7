import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Turn } from './brain.js';
import type { Journal, NewEvent } from './journal.js';
import { fromMessage, type MessageRow, type RunRow, runColumns } from './row.js';

/** What the runner works on. `answerId` is the id the agent's message will have. */
export type Job = {
  runId: string;
  conversationId: string;
  userId: string;
  answerId: string;
  attempts: number;
  lease: string;
};

/** Runs as work to do. A write under a lost lease changes nothing and gives null. */
export type RunQueue = {
  /** Leases the oldest queued run, or null when there is none. */
  claim(lease: string, leaseMs: number): Promise<Job | null>;
  extend(job: Job, leaseMs: number): Promise<boolean>;
  /** The conversation up to the message this run answers, oldest first. */
  history(job: Job, limit: number): Promise<Turn[]>;
  /** Stores one event of a running run, with the answer streamed so far; null when the run is no longer ours. */
  record(job: Job, event: NewEvent, answer: string): Promise<AgentEvent | null>;
  /** Ends a run with its last event; an answer with text becomes the agent's message. */
  complete(job: Job, text: string, reason: 'stop' | 'length'): Promise<AgentEvent | null>;
  fail(job: Job, data: Extract<NewEvent, { type: 'agent_error' }>['data']): Promise<AgentEvent | null>;
  /** Back to the queue, the attempt forgotten: the process is going away in good order. */
  requeue(job: Job): Promise<void>;
  /** Takes runs whose lease ran out back to the queue, or fails those that were tried too often. */
  recover(maxAttempts: number): Promise<AgentEvent[]>;
};

export function createRunQueue(deps: { db: Database; clock: Clock; journal: Journal }): RunQueue {
  const { db, clock, journal } = deps;
  const get = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).get(...values);
  const all = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).all(...values);
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);

  /** Ends a leased run, if it is still ours, and does the rest in the same transaction. */
  const end = (
    job: Job,
    status: 'completed' | 'failed',
    last: () => AgentEvent,
  ): Promise<AgentEvent | null> =>
    Promise.resolve(
      write(db, () => {
        const ended = run(
          `UPDATE run SET status = ?, lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE id = ? AND status = 'running' AND lease = ?`,
          ...[status, clock.now(), job.runId, job.lease],
        );
        return ended.changes === 1 ? last() : null;
      }),
    );

  return {
    claim: async (lease, leaseMs) =>
      write(db, () => {
        const row = get<RunRow>(
          `UPDATE run SET status = 'running', lease = ?, lease_expires_at = ?, attempts = attempts + 1, answer = ''
           WHERE status = 'queued' AND sequence = (SELECT min(sequence) FROM run WHERE status = 'queued')
           RETURNING ${runColumns}`,
          ...[lease, clock.now() + leaseMs],
        );
        if (!row) return null;
        const owner = get<{ user_id: string }>(
          'SELECT user_id FROM conversation WHERE id = ?',
          row.conversation_id,
        );
        return {
          ...{ runId: row.id, conversationId: row.conversation_id, userId: owner?.user_id ?? '' },
          ...{ answerId: row.answer_id, attempts: row.attempts, lease },
        };
      }),
    extend: async (job, leaseMs) =>
      run(
        `UPDATE run SET lease_expires_at = ? WHERE id = ? AND status = 'running' AND lease = ?`,
        ...[clock.now() + leaseMs, job.runId, job.lease],
      ).changes === 1,
    history: async ({ conversationId }, limit) =>
      all<MessageRow>(
        'SELECT * FROM message WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?',
        conversationId,
        limit,
      )
        .reverse()
        .map(fromMessage),
    record: async (job, event, answer) =>
      write(db, () => {
        const ours = run(
          `UPDATE run SET answer = ? WHERE id = ? AND status = 'running' AND lease = ?`,
          ...[answer, job.runId, job.lease],
        );
        return ours.changes === 1 ? journal.append(job, event) : null;
      }),
    complete: (job, text, reason) =>
      end(job, 'completed', () => journal.close(job, job.answerId, text, reason)),
    fail: (job, data) => end(job, 'failed', () => journal.append(job, { type: 'agent_error', data })),
    requeue: async (job) => {
      run(
        `UPDATE run SET status = 'queued', lease = NULL, lease_expires_at = NULL, attempts = attempts - 1
         WHERE id = ? AND status = 'running' AND lease = ?`,
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
          const place = { conversationId: row.conversation_id, runId: row.id };
          return journal.append(place, { type: 'agent_error', data: interrupted });
        });
      }),
  };
}

const interrupted = {
  code: 'internal',
  detail: 'The agent was interrupted several times. Please ask again.',
  retryable: true,
} as const;
