import type { Database, Transaction } from '../../base/db/database.js';

/** Hints given once per person and conversation. */
export type Hint = 'not invited' | 'unread' | 'ended';

/** The other people in a conversation. */
export type ParticipantStore = {
  isNamed(conversationId: string, memberId: string): Promise<boolean>;
  named(conversationId: string): Promise<string[]>;
  setNamed(conversationId: string, memberId: string, isNamed: boolean): Promise<void>;
  /** Whether the hint is new; marks it as given. */
  takeHint(conversationId: string, memberId: string, hint: Hint): Promise<boolean>;
  /** Resets the hints. */
  forgetHints(conversationId: string): Promise<void>;
  exportOf(memberId: string): Promise<unknown[]>;
  /** Before the conversations are deleted. */
  forget(t: Transaction, memberId: string): Promise<void>;
};

const isOwn = `member_id = @memberId
  OR conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)`;

const sql = {
  named: `SELECT member_id AS id FROM talk_guest WHERE conversation_id = @conversationId AND named = 1
    ORDER BY member_id`,
  isNamed: `SELECT 1 AS found FROM talk_guest
    WHERE conversation_id = @conversationId AND member_id = @memberId AND named = 1`,
  setNamed: `INSERT INTO talk_guest (conversation_id, member_id, named) VALUES (@conversationId, @memberId, @named)
    ON CONFLICT (conversation_id, member_id) DO UPDATE SET named = excluded.named`,
  addHint: `INSERT INTO talk_hint (conversation_id, member_id, hint) VALUES (@conversationId, @memberId, @hint)
    ON CONFLICT (conversation_id, member_id, hint) DO NOTHING`,
  clearHintsOf: 'DELETE FROM talk_hint WHERE conversation_id = @conversationId AND member_id = @memberId',
  clearHints: 'DELETE FROM talk_hint WHERE conversation_id = @conversationId',
  ofMember: `SELECT conversation_id, named FROM talk_guest WHERE member_id = @memberId
    UNION SELECT conversation_id, 0 FROM talk_hint WHERE member_id = @memberId AND conversation_id NOT IN
      (SELECT conversation_id FROM talk_guest WHERE member_id = @memberId)
    ORDER BY conversation_id`,
  forget: `DELETE FROM talk_guest WHERE ${isOwn}`,
  forgetHints: `DELETE FROM talk_hint WHERE ${isOwn}`,
};

export function createParticipantStore(db: Database): ParticipantStore {
  return {
    isNamed: async (conversationId, memberId) =>
      (await db.get(sql.isNamed, { conversationId, memberId })) !== undefined,
    named: async (conversationId) =>
      (await db.all<{ id: string }>(sql.named, { conversationId })).map(({ id }) => id),
    setNamed: (conversationId, memberId, isInvited) =>
      db.transaction(async (t) => {
        await t.run(sql.setNamed, { conversationId, memberId, named: Number(isInvited) });
        await t.run(sql.clearHintsOf, { conversationId, memberId });
      }),
    takeHint: async (conversationId, memberId, hint) =>
      (await db.run(sql.addHint, { conversationId, memberId, hint })) === 1,
    async forgetHints(conversationId) {
      await db.run(sql.clearHints, { conversationId });
    },
    exportOf: (memberId) => db.all(sql.ofMember, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
      await t.run(sql.forgetHints, { memberId });
    },
  };
}
