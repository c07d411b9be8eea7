import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { type ConversationRow, conversationColumns } from './row.js';

/** Rows of conversations. */
export type ConversationRows = {
  find(q: Queries, userId: string, id: string): Promise<ConversationRow | null>;
  /** @throws AppError `not_found` when the user has no such conversation */
  owned(q: Queries, userId: string, id: string): Promise<ConversationRow>;
  /** Updates the conversation's last activity. */
  touch(t: Transaction, id: string): Promise<void>;
};

const sql = {
  find: `SELECT ${conversationColumns} FROM conversation WHERE id = @id AND user_id = @userId`,
  touch: 'UPDATE conversation SET updated_at = @now WHERE id = @id',
};

export function createConversationRows(clock: Clock): ConversationRows {
  const find: ConversationRows['find'] = async (q, userId, id) =>
    (await q.get<ConversationRow>(sql.find, { id, userId })) ?? null;
  return {
    find,
    async owned(q, userId, id) {
      const row = await find(q, userId, id);
      if (row) return row;
      throw new AppError(
        'not_found',
        "We couldn't find that conversation. Start a new one with /talk start.",
      );
    },
    async touch(t, id) {
      await t.run(sql.touch, { id, now: clock.now() });
    },
  };
}
