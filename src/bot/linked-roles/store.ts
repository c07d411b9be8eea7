import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { SealedColumn } from '../key-ring.js';
import type { Tokens } from '../web/oauth.js';
import type { Values } from './metadata.js';

export const outboxKind = 'role_connection';

/**
 * A member who lets the bot tell Discord about them. `values` is null when nothing may be told any more; `isTold` when
 * Discord knows them already.
 */
export type Connection = { tokens: Tokens; version: number; values: Values | null; isTold: boolean };

const placeOf = (memberId: string): string => `role_connection/${memberId}/tokens`;
export const sealedTokens: SealedColumn = {
  table: 'role_connection',
  key: ['member_id'],
  column: 'tokens',
  place: ({ member_id = '' }) => placeOf(member_id),
};

type Facts = {
  memberId: string;
  isLeaving: number;
  told: string | null;
  linkedAt: number | null;
  characters: number;
  purchases: number;
};

const facts = `c.member_id AS memberId, c.is_leaving AS isLeaving, c.told,
  (SELECT min(linked_at) FROM wallet WHERE wallet.member_id = c.member_id) AS linkedAt,
  (SELECT count(*) FROM rig_job WHERE rig_job.member_id = c.member_id AND state = 'succeeded') AS characters,
  (SELECT count(*) FROM purchase WHERE purchase.member_id = c.member_id AND state = 'succeeded') AS purchases`;

const sql = {
  one: `SELECT ${facts}, c.tokens, c.version FROM role_connection c WHERE c.member_id = @memberId`,
  // Without those that are about to be told: putting them again would end their backoff.
  page: `SELECT ${facts} FROM role_connection c WHERE c.member_id > @after
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE kind = '${outboxKind}' AND subject = c.member_id)
    ORDER BY c.member_id LIMIT @limit`,
  has: 'SELECT 1 AS found FROM role_connection WHERE member_id = @memberId',
  isLinked: 'SELECT 1 AS found FROM wallet WHERE member_id = @memberId LIMIT 1',
  put: `INSERT INTO role_connection (member_id, tokens, version, connected_at) VALUES (@memberId, @tokens, @now, @now)
    ON CONFLICT (member_id) DO UPDATE SET tokens = excluded.tokens, told = NULL, is_leaving = 0,
      version = role_connection.version + 1`,
  renew: `UPDATE role_connection SET tokens = @tokens, version = version + 1
    WHERE member_id = @memberId AND version = @version`,
  told: 'UPDATE role_connection SET told = @told WHERE member_id = @memberId AND version = @version',
  remove: 'DELETE FROM role_connection WHERE member_id = @memberId AND version = @version',
};

const valuesOf = ({ isLeaving, linkedAt, characters, purchases }: Facts): Values | null =>
  isLeaving === 1 || linkedAt === null
    ? null
    : {
        linked_since: new Date(Number(linkedAt)).toISOString(),
        characters: String(characters),
        purchases: String(purchases),
      };

const isTold = (facts: Facts): boolean => {
  const values = valuesOf(facts);
  return values !== null && JSON.stringify(values) === facts.told;
};

const atOnce = 200;
/** Between two pages of the daily comparison, so that it takes no work from members. */
const pauseMs = 2_000;

/** Members with Discord's consent for linked roles, their tokens, and what Discord was told last. */
export function createConnectionStore(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}) {
  const { db, seal, clock, outbox } = deps;
  const sealed = (memberId: string, tokens: Tokens): Buffer =>
    seal.seal(JSON.stringify(tokens), placeOf(memberId));
  const isThere = async (q: Queries, text: string, memberId: string): Promise<boolean> =>
    (await q.get(text, { memberId })) !== undefined;

  return {
    isLinked: (memberId: string) => isThere(db, sql.isLinked, memberId),
    has: (memberId: string) => isThere(db, sql.has, memberId),
    connect: (memberId: string, tokens: Tokens): Promise<void> =>
      db.transaction(async (t) => {
        await t.run(sql.put, { memberId, tokens: sealed(memberId, tokens), now: clock.now() });
        await outbox.put(t, outboxKind, memberId);
      }),
    async find(memberId: string): Promise<Connection | null> {
      const row = await db.get<Facts & { tokens: Buffer; version: number }>(sql.one, { memberId });
      if (!row) return null;
      const tokens = JSON.parse(seal.open(row.tokens, placeOf(memberId))) as Tokens;
      return { tokens, version: row.version, values: valuesOf(row), isTold: isTold(row) };
    },
    /** @returns false when the member agreed again meanwhile */
    renew: async (memberId: string, version: number, tokens: Tokens): Promise<boolean> =>
      (await db.run(sql.renew, { memberId, version, tokens: sealed(memberId, tokens) })) === 1,
    told: (memberId: string, version: number, values: Values): Promise<number> =>
      db.run(sql.told, { memberId, version, told: JSON.stringify(values) }),
    remove: (memberId: string, version: number): Promise<number> => db.run(sql.remove, { memberId, version }),
    /** The figures of a member changed in `t`. */
    async changed(t: Transaction, memberId: string): Promise<void> {
      if (await isThere(t, sql.has, memberId)) await outbox.put(t, outboxKind, memberId);
    },
    /** Queues every member whose stored state differs from the one that Discord has. */
    async compareAll(): Promise<void> {
      for (let after = '', isMore = true; isMore; ) {
        const page = await db.all<Facts>(sql.page, { after, limit: atOnce });
        const changed = page.filter((row) => !isTold(row));
        if (changed.length > 0)
          await db.transaction(async (t) => {
            for (const { memberId } of changed) await outbox.put(t, outboxKind, memberId);
          });
        after = page.at(-1)?.memberId ?? after;
        isMore = page.length === atOnce;
        if (isMore) await clock.sleep(pauseMs);
      }
    },
  };
}
export type ConnectionStore = ReturnType<typeof createConnectionStore>;
