import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Database } from '../../base/store.js';
import { type ConversationRow, conversationColumns } from './row.js';

/** Rows of conversations, for use inside a store's transaction. */
export type ConversationRows = {
  find(userId: string, id: string): ConversationRow | null;
  /** @throws AppError `not_found` when the user has no such conversation */
  owned(userId: string, id: string): ConversationRow;
  /** Updates the conversation's last activity. */
  touch(id: string): void;
};

export function createConversationRows({ db, clock }: { db: Database; clock: Clock }): ConversationRows {
  const select = db.prepare<{ id: string; userId: string }, ConversationRow>(
    `SELECT ${conversationColumns} FROM conversation WHERE id = @id AND user_id = @userId`,
  );
  const touch = db.prepare<{ id: string; now: number }>(
    'UPDATE conversation SET updated_at = @now WHERE id = @id',
  );
  const find = (userId: string, id: string) => select.get({ id, userId }) ?? null;
  return {
    find,
    owned(userId, id) {
      const row = find(userId, id);
      if (row) return row;
      throw new AppError(
        'not_found',
        "We couldn't find that conversation. Start a new one with /talk start.",
      );
    },
    touch: (id) => void touch.run({ id, now: clock.now() }),
  };
}
