import type { Clock } from '../../base/clock.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Conversation } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { CancelRun } from './cancel-run.js';
import type { ConversationRows } from './conversation-rows.js';
import { cancelable } from './machine.js';
import type { AgentProposals } from './proposals.js';
import { type ConversationRow, conversationColumns, fromConversation } from './row.js';

export type ListedConversation = { sequence: number; conversation: Conversation };

/** Conversations as their owners see them. */
export type Conversations = {
  /** @param opened called with the conversation inside the transaction */
  open(
    userId: string,
    given: { title: string | null; metadata: object },
    opened: (conversation: Conversation) => void,
  ): Promise<Conversation>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /** Newest first. `before` is a sequence. */
  list(
    userId: string,
    page: { status?: 'open' | 'closed'; before?: number; limit: number },
  ): Promise<ListedConversation[]>;
  rename(userId: string, id: string, title: string): Promise<Conversation>;
  /** Repeatable. Cancels the running run and open proposals; `stopped` is that run. */
  close(
    userId: string,
    id: string,
  ): Promise<{ conversation: Conversation; stopped: string | null; events: AgentEvent[] }>;
  /** Repeatable. */
  reopen(userId: string, id: string): Promise<Conversation>;
};

function statements(db: Database) {
  type Named = Record<string, string | number | null>;
  return {
    insert: db.prepare<Named>(
      `INSERT INTO conversation (id, user_id, agent_id, title, metadata, created_at)
       VALUES (@id, @userId, 'default', @title, @metadata, @now)`,
    ),
    list: db.prepare<Named, ConversationRow>(
      `SELECT ${conversationColumns} FROM conversation
       WHERE user_id = @userId AND sequence < @before AND coalesce((closed_at IS NOT NULL) = @isClosed, 1)
       ORDER BY sequence DESC LIMIT @limit`,
    ),
    rename: db.prepare<Named>('UPDATE conversation SET title = @title WHERE id = @id'),
    setClosed: db.prepare<Named>('UPDATE conversation SET closed_at = @closedAt WHERE id = @id'),
    openRun: db
      .prepare<Named, string>(`SELECT id FROM run WHERE conversation_id = @id AND status IN (${cancelable})`)
      .pluck(),
  };
}

export function createConversations(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  rows: ConversationRows;
  proposals: AgentProposals;
  cancelRun: CancelRun;
}): Conversations {
  const { db, clock, random, rows, proposals, cancelRun } = deps;
  const sql = statements(db);
  const read = (userId: string, id: string) => fromConversation(rows.owned(userId, id));
  const setClosed = (id: string, closedAt: number | null) => {
    sql.setClosed.run({ id, closedAt });
    rows.touch(id);
  };

  const close = (userId: string, id: string) => {
    const { status } = rows.owned(userId, id);
    const runId = sql.openRun.get({ id });
    const stopped = runId === undefined ? null : cancelRun(userId, id, runId);
    const dismissed = proposals.openIn(id).flatMap((open) => proposals.decide(open.id, 'dismissed') ?? []);
    if (status !== 'closed') setClosed(id, clock.now());
    return {
      conversation: read(userId, id),
      stopped: stopped?.run.id ?? null,
      events: [...(stopped ? [stopped.event] : []), ...dismissed],
    };
  };

  return {
    open: async (userId, { title, metadata }, opened) =>
      write(db, () => {
        const id = newId('cnv', random);
        sql.insert.run({ id, userId, title, metadata: JSON.stringify(metadata), now: clock.now() });
        const conversation = read(userId, id);
        opened(conversation);
        return conversation;
      }),
    find: async (userId, id) => {
      const row = rows.find(userId, id);
      return row && fromConversation(row);
    },
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      sql.list
        .all({ userId, before, limit, isClosed: status === undefined ? null : Number(status === 'closed') })
        .map((row) => ({ sequence: row.sequence, conversation: fromConversation(row) })),
    rename: async (userId, id, title) =>
      write(db, () => {
        rows.owned(userId, id);
        sql.rename.run({ id, title });
        rows.touch(id);
        return read(userId, id);
      }),
    close: async (userId, id) => write(db, () => close(userId, id)),
    reopen: async (userId, id) =>
      write(db, () => {
        if (rows.owned(userId, id).status === 'closed') setClosed(id, null);
        return read(userId, id);
      }),
  };
}
