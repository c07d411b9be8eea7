import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

export type AuditEntry = { actorId: string; action: 'read_credits'; targetId: string; guildId: string };

/** Who did what to whom; written before the act, never changed. */
export function createAuditStore({ db, clock }: { db: Database; clock: Clock }) {
  const insert = db.prepare(
    'INSERT INTO audit (at, actor_id, action, target_id, guild_id) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    async add({ actorId, action, targetId, guildId }: AuditEntry): Promise<void> {
      write(db, () => insert.run(clock.now(), actorId, action, targetId, guildId));
    },
  };
}
