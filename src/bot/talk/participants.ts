import { type Database, write } from '../../base/store.js';

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
  /** Inside another store's transaction, before the conversations are deleted. */
  forget(memberId: string): void;
};

export function createParticipantStore(db: Database): ParticipantStore {
  const named = db
    .prepare<{ conversationId: string }, string>(
      'SELECT member_id FROM talk_guest WHERE conversation_id = @conversationId AND named = 1 ORDER BY member_id',
    )
    .pluck();
  const isNamed = db.prepare(
    'SELECT 1 FROM talk_guest WHERE conversation_id = @conversationId AND member_id = @memberId AND named = 1',
  );
  const name = db.prepare(
    `INSERT INTO talk_guest (conversation_id, member_id, named) VALUES (@conversationId, @memberId, @named)
     ON CONFLICT DO UPDATE SET named = excluded.named, hints = ''`,
  );
  const addHint = db.prepare(
    `INSERT INTO talk_guest (conversation_id, member_id, hints) VALUES (@conversationId, @memberId, @hint)
     ON CONFLICT DO UPDATE SET hints = hints || @hint WHERE instr(hints, @hint) = 0`,
  );
  const clearHints = db.prepare("UPDATE talk_guest SET hints = '' WHERE conversation_id = @conversationId");
  const ofMember = db.prepare(
    'SELECT conversation_id, named FROM talk_guest WHERE member_id = @memberId ORDER BY conversation_id',
  );
  const forget = db.prepare(
    `DELETE FROM talk_guest WHERE member_id = @memberId
       OR conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)`,
  );
  return {
    isNamed: async (conversationId, memberId) => isNamed.get({ conversationId, memberId }) !== undefined,
    named: async (conversationId) => named.all({ conversationId }),
    async setNamed(conversationId, memberId, isInvited) {
      write(db, () => name.run({ conversationId, memberId, named: Number(isInvited) }));
    },
    takeHint: async (conversationId, memberId, hint) =>
      write(db, () => addHint.run({ conversationId, memberId, hint: `${hint};` }).changes === 1),
    async forgetHints(conversationId) {
      write(db, () => clearHints.run({ conversationId }));
    },
    exportOf: async (memberId) => ofMember.all({ memberId }),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
