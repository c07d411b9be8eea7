import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

export type AuditEntry = { actorId: string; action: 'read_credits'; targetId: string; guildId: string };

/** Who did what to whom; written before the act, never changed but for who asked to be forgotten. */
export function createAuditStore({ db, clock }: { db: Database; clock: Clock }) {
  const insert = db.prepare(
    'INSERT INTO audit (at, actor_id, action, target_id, guild_id) VALUES (?, ?, ?, ?, ?)',
  );
  const of = db.prepare<
    [string, string, string],
    { at: number; action: string; guild_id: string; as: string }
  >(
    `SELECT at, action, guild_id, CASE actor_id WHEN ? THEN 'moderator' ELSE 'member' END AS "as" FROM audit
     WHERE target_id = ? OR actor_id = ? ORDER BY at`,
  );
  const forget = db.prepare("UPDATE audit SET target_id = 'forgotten' WHERE target_id = ?");
  return {
    /** What was done to a member, not by whom; and what they did as a moderator, not to whom. */
    exportOf: async (memberId: string): Promise<unknown[]> => of.all(memberId, memberId, memberId),
    /**
     * The acts stay, without the member they were done to; who did them stays named, or deleting oneself would wipe
     * out what one has to answer for. Inside another's transaction.
     */
    forget: (memberId: string): void => void forget.run(memberId),
    async add({ actorId, action, targetId, guildId }: AuditEntry): Promise<void> {
      write(db, () => insert.run(clock.now(), actorId, action, targetId, guildId));
    },
  };
}
