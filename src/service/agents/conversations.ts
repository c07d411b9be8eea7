import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { newId, type Random } from '../../base/ids.js';
import type { AgentPlace, AnswerPrice } from '../../contract/agent-shapes.js';
import type { Conversation } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { isVisitorId } from '../../contract/visitor.js';
import type { CancelRun } from './cancel-run.js';
import type { ConversationRows } from './conversation-rows.js';
import { cancelable } from './machine.js';
import type { AgentProposals } from './proposals.js';
import { type ConversationRow, conversationColumns, fromConversation } from './row.js';

export type ListedConversation = { sequence: number; conversation: Conversation };

/** Conversations as their owners see them. */
export type Conversations = {
  /** @param opened runs inside the transaction */
  open(
    userId: string,
    given: { title: string | null; metadata: object; place?: AgentPlace },
    opened: (t: Transaction, conversation: Conversation) => Promise<void>,
  ): Promise<Conversation>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /** @throws AppError `not_found` */
  read(t: Transaction, userId: string, id: string): Promise<Conversation>;
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

const sql = {
  insert: `INSERT INTO conversation (id, user_id, agent_id, title, metadata, place, created_at)
    VALUES (@id, @userId, 'default', @title, @metadata, @place, @now)`,
  list: `SELECT ${conversationColumns} FROM conversation
    WHERE user_id = @userId AND sequence < @before AND (CAST(@isClosed AS BIGINT) IS NULL
      OR CASE WHEN closed_at IS NULL THEN 0 ELSE 1 END = @isClosed)
    ORDER BY sequence DESC LIMIT @limit`,
  rename: 'UPDATE conversation SET title = @title WHERE id = @id',
  setClosed: 'UPDATE conversation SET closed_at = @closedAt WHERE id = @id',
  openRun: `SELECT id FROM run WHERE conversation_id = @id AND status IN (${cancelable})`,
};

export function createConversations(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  rows: ConversationRows;
  proposals: AgentProposals;
  cancelRun: CancelRun;
  /** Of answers; free when omitted. */
  price?: AnswerPrice | null;
}): Conversations {
  const { db, clock, random, rows, proposals, cancelRun, price = null } = deps;
  const priceFor = (userId: string) => (isVisitorId(userId) ? null : price);
  const read = async (t: Transaction, userId: string, id: string) =>
    fromConversation(await rows.owned(t, userId, id), priceFor(userId));
  const setClosed = async (t: Transaction, id: string, closedAt: number | null) => {
    await t.run(sql.setClosed, { id, closedAt });
    await rows.touch(t, id);
  };

  const close = async (t: Transaction, userId: string, id: string) => {
    const { status } = await rows.owned(t, userId, id);
    const open = await t.get<{ id: string }>(sql.openRun, { id });
    const stopped = open === undefined ? null : await cancelRun(t, userId, id, open.id);
    const events = stopped ? [stopped.event] : [];
    for (const proposal of await proposals.openIn(t, id)) {
      const dismissed = await proposals.decide(t, proposal.id, 'dismissed');
      if (dismissed) events.push(dismissed);
    }
    if (status !== 'closed') await setClosed(t, id, clock.now());
    return { conversation: await read(t, userId, id), stopped: stopped?.run.id ?? null, events };
  };

  return {
    open: (userId, { title, metadata, place = {} }, opened) =>
      db.transaction(async (t) => {
        const id = newId('cnv', random);
        const texts = { metadata: JSON.stringify(metadata), place: JSON.stringify(place) };
        const row = { id, userId, title, ...texts, now: clock.now() };
        await t.run(sql.insert, row);
        const conversation = await read(t, userId, id);
        await opened(t, conversation);
        return conversation;
      }),
    read,
    find: async (userId, id) => {
      const row = await rows.find(db, userId, id);
      return row && fromConversation(row, priceFor(userId));
    },
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) => {
      const isClosed = status === undefined ? null : Number(status === 'closed');
      const found = await db.all<ConversationRow>(sql.list, { userId, before, limit, isClosed });
      return found.map((row) => ({
        sequence: row.sequence,
        conversation: fromConversation(row, priceFor(userId)),
      }));
    },
    rename: (userId, id, title) =>
      db.transaction(async (t) => {
        await rows.owned(t, userId, id);
        await t.run(sql.rename, { id, title });
        await rows.touch(t, id);
        return read(t, userId, id);
      }),
    close: (userId, id) => db.transaction((t) => close(t, userId, id)),
    reopen: (userId, id) =>
      db.transaction(async (t) => {
        if ((await rows.owned(t, userId, id)).status === 'closed') await setClosed(t, id, null);
        return read(t, userId, id);
      }),
  };
}
