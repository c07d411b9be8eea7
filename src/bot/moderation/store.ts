import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';

export type AuditEntry = { actorId: string; action: 'read_credits'; targetId: string; guildId: string };

const sql = {
  insert: `INSERT INTO audit (at, actor_id, action, target_id, guild_id)
    VALUES (@now, @actorId, @action, @targetId, @guildId)`,
  of: `SELECT at, action, guild_id, CASE actor_id WHEN @memberId THEN 'moderator' ELSE 'member' END AS "as" FROM audit
    WHERE target_id = @memberId OR actor_id = @memberId ORDER BY at`,
  forget: "UPDATE audit SET target_id = 'forgotten' WHERE target_id = @memberId",
};

/** Audit log: written before the action and append-only, except that deleted members are anonymized. */
export function createAuditStore({ db, clock }: { db: Database; clock: Clock }) {
  return {
    /** Lookups of a member without the moderator's id, and their own lookups without the member's id. */
    exportOf: (memberId: string): Promise<unknown[]> => db.all(sql.of, { memberId }),
    /** Anonymizes the member as a target. Keeps actor ids, so that moderators cannot erase their own audit trail. */
    async forget(t: Transaction, memberId: string): Promise<void> {
      await t.run(sql.forget, { memberId });
    },
    async add(entry: AuditEntry): Promise<void> {
      await db.run(sql.insert, { ...entry, now: clock.now() });
    },
  };
}
