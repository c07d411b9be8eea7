import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';

/** A server whose role was compared with who is linked. */
export type CheckedServer = { guildId: string; roleId: string; checkedAt: number };

export type GivenRole = { guildId: string; memberId: string; roleId: string };

const sql = {
  servers: `SELECT guild_id AS guildId, role_id AS roleId, checked_at AS checkedAt FROM member_role_server`,
  checked: `INSERT INTO member_role_server (guild_id, role_id, checked_at) VALUES (@guildId, @roleId, @now)
    ON CONFLICT (guild_id) DO UPDATE SET role_id = excluded.role_id, checked_at = excluded.checked_at`,
  dropped: 'DELETE FROM member_role_server WHERE guild_id = @guildId',
  // Linked members, and those who still have a role of this server.
  concerned: `SELECT member_id AS memberId FROM wallet WHERE member_id > @after
    UNION SELECT member_id FROM member_role WHERE guild_id = @guildId AND member_id > @after
    ORDER BY 1 LIMIT @limit`,
  given: 'SELECT role_id AS roleId FROM member_role WHERE guild_id = @guildId AND member_id = @memberId',
  of: 'SELECT guild_id AS guildId, role_id AS roleId FROM member_role WHERE member_id = @memberId',
  add: `INSERT INTO member_role (guild_id, member_id, role_id) VALUES (@guildId, @memberId, @roleId)
    ON CONFLICT DO NOTHING`,
  remove: 'DELETE FROM member_role WHERE guild_id = @guildId AND member_id = @memberId AND role_id = @roleId',
};

const atOnce = 200;

/** Which members the bot gave a role for linked wallets. A delivery gives or takes it, by what is true then. */
export function createMemberRoleStore(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}) {
  const { db, clock, outbox } = deps;
  const rolesOf = (q: Queries, memberId: string) =>
    q.all<{ guildId: string; roleId: string }>(sql.of, { memberId });

  return {
    exportOf: (memberId: string): Promise<unknown[]> => rolesOf(db, memberId),
    /** The rows stay until the roles are taken: they list which roles to take. */
    async forget(t: Transaction, memberId: string): Promise<void> {
      for (const { guildId } of await rolesOf(t, memberId))
        await outbox.put(t, 'member_role', `${guildId}/${memberId}`);
    },
    /** Looks at a member again, in these servers and where they have a role. */
    lookAt: (memberId: string, guildIds: readonly string[]): Promise<void> =>
      db.transaction(async (t) => {
        const held = (await rolesOf(t, memberId)).map(({ guildId }) => guildId);
        for (const guildId of new Set([...guildIds, ...held]))
          await outbox.put(t, 'member_role', `${guildId}/${memberId}`);
      }),
    /** Looks at everybody whom the role of a server concerns. @param roleId null when it has none any more */
    async lookAtServer(guildId: string, roleId: string | null): Promise<void> {
      for (let after = '', isMore = true; isMore; )
        await db.transaction(async (t) => {
          const page = await t.all<{ memberId: string }>(sql.concerned, { guildId, after, limit: atOnce });
          for (const { memberId } of page) await outbox.put(t, 'member_role_check', `${guildId}/${memberId}`);
          after = page.at(-1)?.memberId ?? after;
          isMore = page.length === atOnce;
        });
      await db.transaction(async (t) => {
        if (roleId === null) return void (await t.run(sql.dropped, { guildId }));
        await t.run(sql.checked, { guildId, roleId, now: clock.now() });
        await outbox.put(t, 'member_role_problem', guildId);
      });
    },
    servers: () => db.all<CheckedServer>(sql.servers),
    given: async (guildId: string, memberId: string): Promise<string[]> =>
      (await db.all<{ roleId: string }>(sql.given, { guildId, memberId })).map(({ roleId }) => roleId),
    add: (role: GivenRole) => db.run(sql.add, role),
    remove: (role: GivenRole) => db.run(sql.remove, role),
  };
}
export type MemberRoleStore = ReturnType<typeof createMemberRoleStore>;
