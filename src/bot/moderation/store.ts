import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';

export type AuditAction =
  | 'read_credits'
  | 'read_member'
  | 'grant'
  | 'revoke'
  | 'refund'
  | 'block'
  | 'unblock'
  | 'quota'
  | 'unlink'
  | 'settings'
  | 'pool';

export type AuditEntry = {
  actorId: string;
  action: AuditAction;
  /** The member it is about; empty for what is about the server. */
  targetId: string;
  guildId: string;
  credits?: number;
  reason?: string;
  /** A rig, a rule, a time. */
  detail?: string;
};

/** `outcome`: `asked` until the service answered, `done`, or why it was refused. */
export type AuditRow = {
  id: number;
  at: number;
  actorId: string;
  action: AuditAction;
  targetId: string;
  guildId: string;
  credits: number | null;
  reason: string | null;
  detail: string | null;
  outcome: string;
};

const columns = `id, at, actor_id AS actorId, action, target_id AS targetId, guild_id AS guildId, credits, reason,
  detail, outcome`;

const sql = {
  insert: `INSERT INTO audit (at, actor_id, action, target_id, guild_id, key, credits, reason, detail, outcome)
    VALUES (@now, @actorId, @action, @targetId, @guildId, @key, @credits, @reason, @detail, @outcome)
    ON CONFLICT (key) DO NOTHING`,
  end: `UPDATE audit SET outcome = @outcome WHERE key = @key AND outcome = 'asked' RETURNING id`,
  find: `SELECT ${columns} FROM audit WHERE id = @id`,
  list: `SELECT ${columns} FROM audit WHERE guild_id = @guildId AND id < @before ORDER BY id DESC LIMIT @limit`,
  of: `SELECT at, action, guild_id, credits, reason, outcome,
      CASE actor_id WHEN @memberId THEN 'moderator' ELSE 'member' END AS "as" FROM audit
    WHERE target_id = @memberId OR actor_id = @memberId ORDER BY at`,
  // The detail of a quota for one member names them too.
  forget: `UPDATE audit SET target_id = 'forgotten', detail = replace(detail, @memberId, 'forgotten')
    WHERE target_id = @memberId`,
  // A gift to the pool is not an act of a moderator.
  forgetGifts: `UPDATE audit SET actor_id = 'forgotten' WHERE actor_id = @memberId AND action = 'pool'`,
};

/** Audit log: written before the action and append-only, except that deleted members are anonymized. */
export function createAuditStore(deps: { db: Database; clock: Clock; outbox: Pick<OutboxStore, 'put'> }) {
  const { db, clock, outbox } = deps;
  const insert = (entry: AuditEntry, key: string | null, outcome: string) => {
    const { credits = null, reason = null, detail = null, ...rest } = entry;
    return db.run(sql.insert, { ...rest, credits, reason, detail, key, outcome, now: clock.now() });
  };

  return {
    /** Lookups of a member without the moderator's id, and their own lookups without the member's id. */
    exportOf: (memberId: string): Promise<unknown[]> => db.all(sql.of, { memberId }),
    /** Anonymizes the member as a target. Keeps actor ids, so that moderators cannot erase their own audit trail. */
    async forget(t: Transaction, memberId: string): Promise<void> {
      await t.run(sql.forget, { memberId });
      await t.run(sql.forgetGifts, { memberId });
    },
    /** Records that a moderator looked something up. */
    async add(entry: AuditEntry): Promise<void> {
      await insert(entry, null, 'done');
    },
    /** Records what a moderator asks for, before it happens. The same key is one row. */
    async begin(entry: AuditEntry, key: string): Promise<void> {
      await insert(entry, key, 'asked');
    },
    /** Records how it ended, and tells the log channel of the server. */
    end: (key: string, outcome: string): Promise<void> =>
      db.transaction(async (t) => {
        const row = await t.get<{ id: number }>(sql.end, { key, outcome });
        if (row) await outbox.put(t, 'act', String(row.id));
      }),
    find: (id: number) => db.get<AuditRow>(sql.find, { id }),
    /** Newest first. `before` is an id. */
    list: (guildId: string, page: { before?: number; limit: number }) =>
      db.all<AuditRow>(sql.list, {
        guildId,
        before: page.before ?? Number.MAX_SAFE_INTEGER,
        limit: page.limit,
      }),
  };
}
export type AuditStore = ReturnType<typeof createAuditStore>;
