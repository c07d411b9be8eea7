import type { Queries, Transaction } from '../../base/db/database.js';

/** A person whom a server keeps from starting work. Times in ms; null: until a moderator lifts it. */
export type Block = { person: string; reason: string; actor: string; since: number; until: number | null };

const columns = 'person, reason, actor, since, until';
const lasts = '(until IS NULL OR until > @now)';

const sql = {
  find: `SELECT ${columns} FROM member_block WHERE server = @server AND person = @person AND ${lasts}`,
  findAny: `SELECT ${columns} FROM member_block WHERE person = @person AND ${lasts}
    ORDER BY until IS NULL DESC, until DESC LIMIT 1`,
  list: `SELECT ${columns} FROM member_block WHERE server = @server AND since < @before AND ${lasts}
    ORDER BY since DESC, person LIMIT @limit`,
  put: `INSERT INTO member_block (server, person, reason, actor, since, until)
    VALUES (@server, @person, @reason, @actor, @since, @until)
    ON CONFLICT (server, person) DO UPDATE SET reason = excluded.reason, actor = excluded.actor,
      since = excluded.since, until = excluded.until`,
  lift: 'DELETE FROM member_block WHERE server = @server AND person = @person',
  prune: 'DELETE FROM member_block WHERE until <= @now',
};

type Place = { server: string; person: string };

/** Blocks of people in servers. Expired ones count as none. */
export const blocks = {
  find: (q: Queries, place: Place, now: number) => q.get<Block>(sql.find, { ...place, now }),
  /** The longest block in any server. */
  findAny: (q: Queries, person: string, now: number) => q.get<Block>(sql.findAny, { person, now }),
  /** Newest first. */
  list: (q: Queries, page: { server: string; before: number; limit: number }, now: number) =>
    q.all<Block>(sql.list, { ...page, now }),
  /** Replaces an earlier block of the person. */
  put: (t: Transaction, server: string, block: Block) => t.run(sql.put, { server, ...block }),
  /** @returns whether there was one that had not expired */
  async lift(t: Transaction, place: Place, now: number): Promise<boolean> {
    const lasting = await blocks.find(t, place, now);
    await t.run(sql.lift, place);
    return lasting !== undefined;
  },
  prune: (t: Transaction, now: number) => t.run(sql.prune, { now }),
};
