import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { leaseMs } from '../../base/shared/leases.js';
import { liveMembers, replaceMember } from './membership.js';

/** Which process serves which shard. A shard of a process whose lease has ended is free. */
export type ShardStore = {
  /**
   * Sets the number of shards, unless other processes serve some already: then theirs holds.
   * @returns the number of shards
   */
  agreeOn(count: number, me: string): Promise<number>;
  /**
   * Takes free shards: up to the share of this process, and those that no other process takes, because the processes with room
   * may have died since they last renewed their lease.
   * @returns null when its lease has ended
   */
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

/** `members`: the processes whose lease lasts. `lively`: those that renewed it lately. */
type State = { members: string[]; lively: string[]; shards: ShardRow[] };

/** A process that runs renews its lease more often. */
const livelyMs = 8_000;
/** How long a free shard is left to processes with room. */
const graceMs = 2_000;
/** A process that has not looked for so long was paused, and does not know whether a shard was free all the while. */
const forgetMs = 5_000;

const countOf = ({ shards }: State, member: string): number =>
  shards.filter(({ owner }) => owner === member).length;

/** Processes with more shards come first, so that as few as possible change hands. */
function shareOf(me: string, members: readonly string[], state: State): number {
  const count = (member: string) => countOf(state, member);
  const ranked = members.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1));
  const least = Math.floor(state.shards.length / members.length);
  return least + (ranked.indexOf(me) < state.shards.length % members.length ? 1 : 0);
}

const isFree = ({ members }: State, { owner }: ShardRow): boolean =>
  owner === null || !members.includes(owner);

/** What this process saw of shards that stay free, and of processes that leave them so. */
function createPatience(clock: Clock) {
  let freeSince = new Map<number, number>();
  let lookedAt = 0;
  const idleUntil = new Map<string, number>();
  return {
    see(state: State): void {
      const now = clock.now();
      const before = now - lookedAt < forgetMs ? freeSince : new Map<number, number>();
      lookedAt = now;
      const free = state.shards.filter((row) => isFree(state, row));
      freeSince = new Map(free.map(({ shard }) => [shard, before.get(shard) ?? now]));
    },
    isOver: ({ shard }: ShardRow): boolean => clock.now() - (freeSince.get(shard) ?? clock.now()) >= graceMs,
    /** Gives these processes nothing until their lease would have ended, had they died. */
    noteIdle(members: readonly string[]): void {
      for (const member of members) idleUntil.set(member, clock.now() + leaseMs);
    },
    isIdle: (member: string): boolean => clock.now() < (idleUntil.get(member) ?? 0),
  };
}

export function createShardStore({ db, clock }: { db: Database; clock: Clock }): ShardStore {
  const patience = createPatience(clock);
  const membersAt = async (q: Queries, now: number) =>
    (await q.all<{ id: string }>(sql.members, { now })).map(({ id }) => id);
  const read = async (q: Queries): Promise<State> => ({
    members: await membersAt(q, clock.now()),
    lively: await membersAt(q, clock.now() + leaseMs - livelyMs),
    shards: await q.all<ShardRow>(sql.shards),
  });

  const balanceOf = (me: string, state: State) => {
    const others = state.lively.filter((member) => member !== me && !patience.isIdle(member));
    const mine = state.shards.filter(({ owner }) => owner === me).map(({ shard }) => shard);
    const share = shareOf(me, [me, ...others], state);
    const free = state.shards.filter((row) => isFree(state, row));
    const room = Math.max(0, share - mine.length);
    const leftOver = free.slice(room).filter(patience.isOver);
    const surplus = Math.max(0, mine.length - share);
    return {
      mine,
      free: [...free.slice(0, room), ...leftOver],
      leftOver,
      surplus,
      members: state.members.length,
    };
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
      patience.see(seen);
      const { free, leftOver, mine, surplus, members } = balanceOf(me, seen);
      if (free.length === 0) return { mine, surplus, members };
      if (leftOver.length > 0)
        patience.noteIdle(seen.lively.filter((member) => member !== me && countOf(seen, member) === 0));
      return db.transaction(async (t) => {
        const state = await read(t);
        if (!state.members.includes(me)) return null;
        const now = balanceOf(me, state);
        for (const row of now.free) await take(t, me, row);
        const taken = now.free.map(({ shard }) => shard);
        return { mine: [...now.mine, ...taken], surplus: now.surplus, members: now.members };
      });
    },
    async release(me, shard) {
      await db.run(sql.release, { me, shard });
    },
    holds: async (q, me, shard) => (await q.get(sql.holds, { me, shard })) !== undefined,
  };
}
