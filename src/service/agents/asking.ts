import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Message, Run, SentAttachment } from '../../contract/agents.js';
import type { Billing } from './billing.js';
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

export type Begun = { message: Message; run: Run };

/** The ways to ask the agent for an answer. Each starts a run, once per client message id. */
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
    },
  ): Promise<Begun>;
  /** Answers the last message again; the previous answer no longer counts. Throws as `post`. */
  regenerate(userId: string, conversationId: string, clientMessageId: string): Promise<Begun>;
  /** Continues an answer that ended early. Throws as `post`, and `invalid_request` when there is none. */
  goOn(userId: string, conversationId: string, clientMessageId: string): Promise<Begun>;
};

const maxOpenRuns = 20;

export function createAsking(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  journal: Journal;
  billing: Billing;
  /** @throws AppError `not_found` when the user has no such conversation */
  owned: (userId: string, conversationId: string) => ConversationRow;
  /** Updates the conversation's last activity. */
  touch: (conversationId: string) => void;
}): Asking {
  const { db, clock, random, journal, billing, owned, touch } = deps;
  const get = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).get(...values);

  const messageOf = (id: string) => get<MessageRow>('SELECT * FROM message WHERE id = ?', id) as MessageRow;

  /** The run the same request started before, if any. */
  const repeated = (conversationId: string, clientMessageId: string): Begun | null => {
    const row = get<RunRow>(
      `SELECT ${runColumns} FROM run WHERE conversation_id = ? AND client_message_id = ?`,
      ...[conversationId, clientMessageId],
    );
    return row ? { message: fromMessage(messageOf(row.message_id)), run: fromRun(row) } : null;
  };

  /** Starts a new run with its credits held, unless this request started one before. */
  const begin = async (
    userId: string,
    conversationId: string,
    clientMessageId: string,
    kind: RunRow['kind'],
    what: (conversation: ConversationRow, runId: string) => { messageId: string; afterwards?: () => void },
  ): Promise<Begun> =>
    write(db, () => {
      const conversation = owned(userId, conversationId);
      const before = repeated(conversationId, clientMessageId);
      if (before) return before;
      if (conversation.status === 'running') throw new AppError('conversation_busy');
      if (conversation.status === 'closed')
        throw new AppError('forbidden', 'This conversation has ended. Resume it to continue.');
      refuseTooMany(userId);
      const runId = newId('run', random);
      const { messageId, afterwards } = what(conversation, runId);
      const held = billing.hold(userId, runId);
      const row = get<RunRow>(
        `INSERT INTO run (id, conversation_id, status, kind, message_id, client_message_id, answer_id, held,
           created_at)
         VALUES (?, ?, 'queued', ?, ?, ?, ?, ?, ?) RETURNING ${runColumns}`,
        ...[runId, conversationId, kind, messageId, clientMessageId, newId('msg', random), held, clock.now()],
      ) as RunRow;
      afterwards?.();
      touch(conversationId);
      return { message: fromMessage(messageOf(messageId)), run: fromRun(row) };
    });

  const refuseTooMany = (userId: string) => {
    const open = get<{ count: number }>(
      `SELECT count(*) AS count FROM run JOIN conversation ON conversation.id = conversation_id
       WHERE run.status IN (${cancelable}) AND user_id = ?`,
      userId,
    );
    if ((open?.count ?? 0) >= maxOpenRuns)
      throw new AppError(
        'quota_exceeded',
        `The agent is already answering you in ${maxOpenRuns} conversations. Wait for one to finish, or stop one.`,
      );
  };

  const lastMessage = (conversationId: string, role: Message['role']) =>
    get<MessageRow>(
      `SELECT * FROM message WHERE conversation_id = ? AND role = ? AND replaced_by IS NULL
       ORDER BY seq DESC LIMIT 1`,
      ...[conversationId, role],
    );

  return {
    post: (userId, conversationId, { content, attachments, client_message_id, guest = false }) =>
      begin(userId, conversationId, client_message_id, 'answer', ({ last_seq }, runId) => {
        const messageId = newId('msg', random);
        const afterwards = () =>
          journal.addMessage({
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
            seq: last_seq + 1,
            created_at: clock.now(),
          });
        return { messageId, afterwards };
      }),
    regenerate: (userId, conversationId, clientMessageId) =>
      begin(userId, conversationId, clientMessageId, 'again', (_, runId) => {
        const asked = lastMessage(conversationId, 'user');
        if (!asked)
          throw new AppError('invalid_request', 'There is no message to answer yet. Write one first.');
        const afterwards = () =>
          db
            .prepare(
              `UPDATE message SET replaced_by = ?
               WHERE conversation_id = ? AND role = 'agent' AND seq > ? AND replaced_by IS NULL`,
            )
            .run(runId, conversationId, asked.seq);
        return { messageId: asked.id, afterwards };
      }),
    goOn: (userId, conversationId, clientMessageId) =>
      begin(userId, conversationId, clientMessageId, 'continue', () => {
        const asked = lastMessage(conversationId, 'user');
        const answer = lastMessage(conversationId, 'agent');
        const isCut = answer?.finish_reason === 'length' || answer?.finish_reason === 'canceled';
        if (!asked || !answer || answer.seq < asked.seq || !isCut)
          throw new AppError(
            'invalid_request',
            'The last answer is complete, so there is nothing to continue.',
          );
        return { messageId: asked.id };
      }),
  };
}
