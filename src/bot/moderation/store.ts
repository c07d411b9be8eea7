import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

export type AuditEntry = { actorId: string; action: 'read_credits'; targetId: string; guildId: string };

/** Who did what to whom; written before the act, never changed but for who asked to be forgotten. */
export function createAuditStore({ db, clock }: { db: Database; clock: Clock }) {
  const insert = db.prepare(
    'INSERT INTO audit (at, actor_id, action, target_id, guild_id) VALUES (?, ?, ?, ?, ?)',
  );
  const about = db.prepare('SELECT at, action, guild_id FROM audit WHERE target_id = ? ORDER BY at');
  const forget = db.prepare("UPDATE audit SET target_id = 'forgotten' WHERE target_id = ?");
  return {
    /** What was done to a member; not by whom. */
    exportOf: async (memberId: string): Promise<unknown[]> => about.all(memberId),
    /** The acts stay, without the member they were done to. Inside another's transaction. */
    forget: (memberId: string): void => void forget.run(memberId),
    async add({ actorId, action, targetId, guildId }: AuditEntry): Promise<void> {
      write(db, () => insert.run(clock.now(), actorId, action, targetId, guildId));
    },
  };
}
