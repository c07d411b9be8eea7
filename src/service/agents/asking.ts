import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { Queue } from '../../base/queue/queue.js';
import type { Speaker } from '../../contract/agent-shapes.js';
import type { Message, Run, SentAttachment } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Billing } from './billing.js';
import type { CancelRun } from './cancel-run.js';
import type { ConversationRows } from './conversation-rows.js';
import type { Journal } from './journal.js';
import { cancelable } from './machine.js';
import {
  type ConversationRow,
  fromMessage,
  fromRun,
  type MessageRow,
  type RunRow,
  runColumns,
} from './row.js';

/** Runs in the transaction that starts a run, once its credits are held; throwing rolls it back. */
export type AdmitRun = (t: Transaction, runId: string, held: number) => Promise<void>;

export type StartedRun = { message: Message; run: Run };

/** The ways to ask the agent for an answer, each of which starts a run once per client message id; and to stop it. */
export type Asking = {
  /** @throws AppError `not_found`, `conversation_busy`, `forbidden` when closed, `insufficient_credits` */
  post(
    userId: string,
    conversationId: string,
    message: Pick<Message, 'content'> & {
      attachments: SentAttachment[];
      client_message_id: string;
      /** True when someone other than the user wrote it. */
      guest?: boolean;
      speaker?: Speaker | null | undefined;
    },
    admit?: AdmitRun,
  ): Promise<StartedRun>;
  /** Answers the last message again; the previous answer no longer counts. Throws as `post`. */
  regenerate(
    userId: string,
    conversationId: string,
    clientMessageId: string,
    admit?: AdmitRun,
  ): Promise<StartedRun>;
  /**
   * Continues an answer that ended early, or answers a message whose answer ended before its first word. Throws as
   * `post`, and `invalid_request` when the last answer is complete.
   */
  goOn(
    userId: string,
    conversationId: string,
    clientMessageId: string,
    admit?: AdmitRun,
  ): Promise<StartedRun>;
  /** Repeatable; a finished run stays as it is. Null when the user has no such run. */
  cancel(
    userId: string,
    conversationId: string,
    runId: string,
  ): Promise<{ run: Run; event: AgentEvent | null } | null>;
};

const maxOpenRuns = 20;

const sql = {
  message: 'SELECT * FROM message WHERE id = @id',
  lastMessage: `SELECT * FROM message WHERE conversation_id = @conversationId AND role = @role AND replaced_by IS NULL
    ORDER BY seq DESC LIMIT 1`,
  replace: `UPDATE message SET replaced_by = @runId
    WHERE conversation_id = @conversationId AND role = 'agent' AND seq > @seq AND replaced_by IS NULL`,
  insert: `INSERT INTO run (id, conversation_id, status, kind, version, message_id, client_message_id, answer_id, held,
      created_at)
    VALUES (@id, @conversationId, 'queued', @kind, @version, @messageId, @clientMessageId, @answerId, @held,
      @now)
    RETURNING ${runColumns}`,
  run: `SELECT ${runColumns} FROM run WHERE id = @id AND conversation_id = @conversationId`,
  versionOf: 'SELECT version FROM run WHERE id = @id',
  repeated: `SELECT ${runColumns} FROM run
    WHERE conversation_id = @conversationId AND client_message_id = @clientMessageId`,
  countOpen: `SELECT count(*) AS open FROM run JOIN conversation ON conversation.id = conversation_id
    WHERE run.status IN (${cancelable}) AND user_id = @userId`,
};

const lastMessage = (t: Transaction, conversationId: string, role: Message['role']) =>
  t.get<MessageRow>(sql.lastMessage, { conversationId, role });

const begunBy = async (q: Queries, row: RunRow): Promise<StartedRun> => ({
  message: fromMessage((await q.get<MessageRow>(sql.message, { id: row.message_id }))!),
  run: fromRun(row),
});

async function refuseTooMany(t: Transaction, userId: string): Promise<void> {
  const { open } = (await t.get<{ open: number }>(sql.countOpen, { userId }))!;
  if (open >= maxOpenRuns)
    throw new AppError(
      'quota_exceeded',
      `The agent is already answering you in ${maxOpenRuns} conversations. Wait for one to finish, or stop one.`,
    );
}

/**
 * The subject of a new run: its effect on the message, the version of the answer that it continues, and the state
 * stored after the run.
 */
type Prepare = (
  t: Transaction,
  conversation: ConversationRow,
  runId: string,
) => Promise<{
  kind: RunRow['kind'];
  messageId: string;
  version?: string;
  afterwards?: () => Promise<unknown>;
}>;

type Asked = { userId: string; conversationId: string; clientMessageId: string; admit: AdmitRun | undefined };

export function createAsking(deps: {
  db: Database;
  queue: Queue;
  clock: Clock;
  random: Random;
  rows: ConversationRows;
  journal: Journal;
  billing: Billing;
  cancelRun: CancelRun;
}): Asking {
  const { db, queue, clock, random, rows, journal, billing, cancelRun } = deps;

  /** Starts a new run with its credits held, unless this request started one before. */
  const begin = (
    { userId, conversationId, clientMessageId, admit }: Asked,
    prepare: Prepare,
  ): Promise<StartedRun> =>
    db.transaction(async (t) => {
      const conversation = await rows.owned(t, userId, conversationId);
      const before = await t.get<RunRow>(sql.repeated, { conversationId, clientMessageId });
      if (before) return begunBy(t, before);
      if (conversation.status === 'running') throw new AppError('conversation_busy');
      if (conversation.status === 'closed')
        throw new AppError('forbidden', 'This conversation has ended. Resume it to continue.');
      await refuseTooMany(t, userId);
      const id = newId('run', random);
      const { kind, messageId, version = id, afterwards } = await prepare(t, conversation, id);
      const held = await billing.hold(t, userId, id);
      await admit?.(t, id, held);
      const answerId = newId('msg', random);
      const asked = { kind, version, messageId, clientMessageId, answerId, held };
      const row = await t.get<RunRow>(sql.insert, { id, conversationId, ...asked, now: clock.now() });
      await queue.put(t, { kind, subject: id, groupId: userId });
      await afterwards?.();
      await rows.touch(t, conversationId);
      return begunBy(t, row!);
    });

  return {
    post: (
      userId,
      conversationId,
      { content, attachments, client_message_id, guest = false, speaker },
      admit,
    ) =>
      begin(
        { userId, conversationId, clientMessageId: client_message_id, admit },
        async (t, { last_seq }, runId) => {
          const messageId = newId('msg', random);
          const message = {
            id: messageId,
            conversation_id: conversationId,
            run_id: runId,
            role: 'user',
            content,
            attachments: JSON.stringify(attachments),
            client_message_id,
            finish_reason: null,
            replaced_by: null,
            memory: null,
            guest: Number(guest),
            speaker_id: speaker?.id ?? null,
            speaker_name: speaker?.name ?? null,
            seq: last_seq + 1,
            created_at: clock.now(),
          } as const;
          return { kind: 'answer', messageId, afterwards: () => journal.addMessage(t, message) };
        },
      ),
    regenerate: (userId, conversationId, clientMessageId, admit) =>
      begin({ userId, conversationId, clientMessageId, admit }, async (t, _, runId) => {
        const asked = await lastMessage(t, conversationId, 'user');
        if (!asked)
          throw new AppError('invalid_request', 'There is no message to answer yet. Write one first.');
        const afterwards = () => t.run(sql.replace, { runId, conversationId, seq: asked.seq });
        return { kind: 'again', messageId: asked.id, afterwards };
      }),
    goOn: (userId, conversationId, clientMessageId, admit) =>
      begin({ userId, conversationId, clientMessageId, admit }, async (t) => {
        const asked = await lastMessage(t, conversationId, 'user');
        const answer = await lastMessage(t, conversationId, 'agent');
        if (asked && (!answer || answer.seq < asked.seq)) return { kind: 'again', messageId: asked.id };
        const isCut = answer?.finish_reason === 'length' || answer?.finish_reason === 'canceled';
        if (!asked || !answer || !isCut)
          throw new AppError(
            'invalid_request',
            'The last answer is complete, so there is nothing to continue.',
          );
        const { version } = (await t.get<{ version: string }>(sql.versionOf, { id: answer.run_id }))!;
        return { kind: 'continue', messageId: asked.id, version };
      }),
    cancel: (userId, conversationId, runId) =>
      db.transaction(async (t) => {
        if (!(await rows.find(t, userId, conversationId))) return null;
        const canceled = await cancelRun(t, userId, conversationId, runId);
        if (canceled) return canceled;
        const ended = await t.get<RunRow>(sql.run, { id: runId, conversationId });
        return ended ? { run: fromRun(ended), event: null } : null;
      }),
  };
}
