import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { liveMembers, replaceMember } from './membership.js';

/** Which process serves which shard. A shard of a process whose lease has ended is free. */
export type ShardStore = {
  /**
   * Sets the number of shards, unless other processes serve some already: then theirs holds.
   * @returns the number of shards
   */
  agreeOn(count: number, me: string): Promise<number>;
  /** Takes free shards, up to the share of this process. @returns null when its lease has ended */
  balance(me: string): Promise<Balance | null>;
  /** Lets another process take the shard. */
  release(me: string, shard: number): Promise<void>;
  /** Whether this process serves the shard, asked inside the transaction that writes for it. */
  holds(q: Queries, me: string, shard: number): Promise<boolean>;
};

/** `mine`: the shards of this process. `surplus`: how many of them it must leave to others. */
export type Balance = { mine: number[]; surplus: number; members: number };

type ShardRow = { shard: number; owner: string | null };

const sql = {
  members: liveMembers,
  shards: 'SELECT shard, owner FROM gateway_shard ORDER BY shard',
  clear: 'DELETE FROM gateway_shard',
  add: 'INSERT INTO gateway_shard (shard) VALUES (@shard)',
  take: 'UPDATE gateway_shard SET owner = @me WHERE shard = @shard',
  release: 'UPDATE gateway_shard SET owner = NULL WHERE shard = @shard AND owner = @me',
  holds: 'SELECT 1 AS held FROM gateway_shard WHERE shard = @shard AND owner = @me',
} as const;

type State = { members: string[]; shards: ShardRow[] };

/** Processes with more shards come first, so that as few as possible change hands. */
function shareOf(me: string, { members, shards }: State): number {
  const count = (member: string) => shards.filter(({ owner }) => owner === member).length;
  const ranked = members.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  const least = Math.floor(shards.length / members.length);
  return least + (ranked.indexOf(me) < shards.length % members.length ? 1 : 0);
}

export function createShardStore({ db, clock }: { db: Database; clock: Clock }): ShardStore {
  const read = async (q: Queries): Promise<State> => ({
    members: (await q.all<{ id: string }>(sql.members, { now: clock.now() })).map(({ id }) => id),
    shards: await q.all<ShardRow>(sql.shards),
  });
  const isFree = ({ members }: State, { owner }: ShardRow) => owner === null || !members.includes(owner);

  const balanceOf = (me: string, state: State) => {
    const mine = state.shards.filter(({ owner }) => owner === me).map(({ shard }) => shard);
    const share = shareOf(me, state);
    const free = state.shards.filter((row) => isFree(state, row)).slice(0, Math.max(0, share - mine.length));
    return { mine, free, surplus: Math.max(0, mine.length - share), members: state.members.length };
  };

  const take = async (t: Transaction, me: string, { shard, owner }: ShardRow) => {
    if (owner !== null) await t.run(replaceMember, { member: owner, now: clock.now() });
    await t.run(sql.take, { me, shard });
  };

  return {
    agreeOn: (count, me) =>
      db.transaction(async (t) => {
        const state = await read(t);
        const isServed = state.shards.some((row) => row.owner !== me && !isFree(state, row));
        if (isServed || state.shards.length === count) return state.shards.length;
        await t.run(sql.clear);
        for (let shard = 0; shard < count; shard += 1) await t.run(sql.add, { shard });
        return count;
      }),
    async balance(me) {
      const seen = await read(db);
      if (!seen.members.includes(me)) return null;
      const { free, ...balance } = balanceOf(me, seen);
      if (free.length === 0) return balance;
      return db.transaction(async (t) => {
        const state = await read(t);
        if (!state.members.includes(me)) return null;
        const { free: now, ...rest } = balanceOf(me, state);
        for (const row of now) await take(t, me, row);
        return { ...rest, mine: [...rest.mine, ...now.map(({ shard }) => shard)] };
      });
    },
    async release(me, shard) {
      await db.run(sql.release, { me, shard });
    },
    holds: async (q, me, shard) => (await q.get(sql.holds, { me, shard })) !== undefined,
  };
}
