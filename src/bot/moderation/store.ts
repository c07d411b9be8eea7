import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

export type AuditEntry = { actorId: string; action: 'read_credits'; targetId: string; guildId: string };

/** Audit log: written before the action and append-only, except that deleted members are anonymized. */
export function createAuditStore({ db, clock }: { db: Database; clock: Clock }) {
  const insert = db.prepare(
    'INSERT INTO audit (at, actor_id, action, target_id, guild_id) VALUES (@now, @actorId, @action, @targetId, @guildId)',
  );
  type Exported = { at: number; action: string; guild_id: string; as: string };
  const of = db.prepare<{ memberId: string }, Exported>(
    `SELECT at, action, guild_id, CASE actor_id WHEN @memberId THEN 'moderator' ELSE 'member' END AS "as" FROM audit
     WHERE target_id = @memberId OR actor_id = @memberId ORDER BY at`,
  );
  const forget = db.prepare("UPDATE audit SET target_id = 'forgotten' WHERE target_id = @memberId");
  return {
    /** Lookups of a member without the moderator's id, and their own lookups without the member's id. */
    exportOf: async (memberId: string): Promise<unknown[]> => of.all({ memberId }),
    /**
     * Anonymizes the member as a target. Keeps actor ids, so that moderators cannot erase their own audit trail. Inside
     * another store's transaction.
     */
    forget: (memberId: string): void => void forget.run({ memberId }),
    async add(entry: AuditEntry): Promise<void> {
      write(db, () => insert.run({ ...entry, now: clock.now() }));
    },
  };
}
