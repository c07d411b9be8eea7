import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Keeper } from '../feature.js';

/** A named list of a member's rigs. That of the favourites has no name. */
export type Collection = { id: number; name: string };
/** With whether it has a certain rig. */
export type Membership = Collection & { has: boolean };

export const longestCollection = 30;
const mostCollections = 20;
const favourites = '';

/** Lists of rigs that members keep. */
export type Collections = {
  of(memberId: string): Promise<Collection[]>;
  /** The favourites first, also where there are none yet. */
  around(memberId: string, rigId: string): Promise<{ isFavourite: boolean; named: Membership[] }>;
  /** @returns whether it is one now */
  toggleFavourite(memberId: string, rigId: string): Promise<boolean>;
  /** Puts the rig into exactly these named collections. */
  sort(memberId: string, rigId: string, ids: readonly number[]): Promise<void>;
  /** Puts the rig into a collection of this name, a new one if needed. @throws AppError `invalid_request` */
  collect(memberId: string, rigId: string, name: string): Promise<void>;
  /** Rigs that were added last first; null when the member has no such collection. */
  page(
    memberId: string,
    id: number,
    page: { limit: number; offset: number },
  ): Promise<{ collection: Collection; rigIds: string[] } | null>;
};

const sql = {
  of: `SELECT id, name FROM rig_collection WHERE member_id = @memberId
    AND (name = '' OR EXISTS (SELECT 1 FROM rig_collected WHERE collection_id = id)) ORDER BY name`,
  around: `SELECT id, name, EXISTS (SELECT 1 FROM rig_collected WHERE collection_id = id AND rig_id = @rigId) AS has
    FROM rig_collection WHERE member_id = @memberId ORDER BY name`,
  count: 'SELECT count(*) AS count FROM rig_collection WHERE member_id = @memberId',
  create: `INSERT INTO rig_collection (member_id, name) VALUES (@memberId, @name)
    ON CONFLICT (member_id, name) DO NOTHING`,
  named: 'SELECT id, name FROM rig_collection WHERE member_id = @memberId AND name = @name',
  find: 'SELECT id, name FROM rig_collection WHERE member_id = @memberId AND id = @id',
  add: `INSERT INTO rig_collected (collection_id, rig_id, added_at) VALUES (@id, @rigId, @now)
    ON CONFLICT (collection_id, rig_id) DO NOTHING`,
  remove: 'DELETE FROM rig_collected WHERE collection_id = @id AND rig_id = @rigId',
  removeEmpty: `DELETE FROM rig_collection WHERE member_id = @memberId AND name <> ''
    AND NOT EXISTS (SELECT 1 FROM rig_collected WHERE collection_id = id)`,
  page: `SELECT rig_id AS rigId FROM rig_collected WHERE collection_id = @id
    ORDER BY added_at DESC, rig_id LIMIT @limit OFFSET @offset`,
  all: `SELECT name, rig_id AS rigId FROM rig_collection JOIN rig_collected ON collection_id = id
    WHERE member_id = @memberId ORDER BY name, added_at`,
  forgetRigs:
    'DELETE FROM rig_collected WHERE collection_id IN (SELECT id FROM rig_collection WHERE member_id = @memberId)',
  forget: 'DELETE FROM rig_collection WHERE member_id = @memberId',
  forgetRig: 'DELETE FROM rig_collected WHERE rig_id = @rigId',
};

/** A deleted rig is in no collection. In the transaction that deletes it. */
export const leaveCollections = (t: Transaction, rigId: string): Promise<unknown> =>
  t.run(sql.forgetRig, { rigId });

export function createCollections({ db, clock }: { db: Database; clock: Clock }): Collections & Keeper {
  const open = async (t: Transaction, memberId: string, name: string): Promise<Collection> => {
    await t.run(sql.create, { memberId, name });
    return (await t.get<Collection>(sql.named, { memberId, name }))!;
  };
  const put = (t: Transaction, id: number, rigId: string, isIn: boolean) =>
    isIn ? t.run(sql.add, { id, rigId, now: clock.now() }) : t.run(sql.remove, { id, rigId });
  const around = async (q: Pick<Transaction, 'all'>, memberId: string, rigId: string) => {
    const rows = await q.all<Collection & { has: number | boolean }>(sql.around, { memberId, rigId });
    return rows.map((row): Membership => ({ ...row, has: Boolean(row.has) }));
  };

  return {
    of: (memberId) => db.all(sql.of, { memberId }),
    async around(memberId, rigId) {
      const all = await around(db, memberId, rigId);
      return {
        isFavourite: all.some(({ name, has }) => name === favourites && has),
        named: all.filter(({ name }) => name !== favourites),
      };
    },
    toggleFavourite: (memberId, rigId) =>
      db.transaction(async (t) => {
        const { id } = await open(t, memberId, favourites);
        const before = (await around(t, memberId, rigId)).find((one) => one.id === id);
        await put(t, id, rigId, !before?.has);
        return !before?.has;
      }),
    sort: (memberId, rigId, ids) =>
      db.transaction(async (t) => {
        const named = (await around(t, memberId, rigId)).filter(({ name }) => name !== favourites);
        for (const { id } of named) await put(t, id, rigId, ids.includes(id));
        await t.run(sql.removeEmpty, { memberId });
      }),
    collect: (memberId, rigId, typed) =>
      db.transaction(async (t) => {
        const name = typed.trim().slice(0, longestCollection);
        if (name === '') throw new AppError('invalid_request', reason('rig.collection.error.name'));
        const { count } = (await t.get<{ count: number }>(sql.count, { memberId }))!;
        const isNew = (await t.get(sql.named, { memberId, name })) === undefined;
        if (isNew && count > mostCollections)
          throw new AppError(
            'invalid_request',
            reason('rig.collection.error.many', { most: mostCollections }),
          );
        await put(t, (await open(t, memberId, name)).id, rigId, true);
      }),
    async page(memberId, id, { limit, offset }) {
      const collection = await db.get<Collection>(sql.find, { memberId, id });
      if (!collection) return null;
      const rows = await db.all<{ rigId: string }>(sql.page, { id, limit, offset });
      return { collection, rigIds: rows.map(({ rigId }) => rigId) };
    },
    exportOf: (memberId) => db.all(sql.all, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forgetRigs, { memberId });
      await t.run(sql.forget, { memberId });
    },
  };
}
