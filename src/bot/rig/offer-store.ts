import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';
import type { Offer, Quote } from './wish.js';

/** How a taken offer ended so far. `busy`: another press is making it. */
export type Take = { outcome: 'taken'; offer: Offer } | { outcome: 'busy' | 'made' | 'dropped' | 'gone' };

/** Offers that wait for a member, by the interaction that asked for them. */
export type OfferStore = {
  /** Idempotent by id. */
  put(offer: Offer): Promise<void>;
  /** An offer that can be confirmed. */
  find(memberId: string, id: string): Promise<Offer | null>;
  /** Takes an offer, so that it is made once. One that a dead process took can be taken again after a while. */
  take(memberId: string, id: string): Promise<Take>;
  made(id: string): Promise<void>;
  /** It was not made: it can be confirmed again, with this quote. */
  reopen(id: string, quote: Quote): Promise<void>;
  /** Changes an offer that can be confirmed. False when it was confirmed before. */
  revise(offer: Offer): Promise<boolean>;
  /** False when it was confirmed before. */
  drop(memberId: string, id: string): Promise<boolean>;
};

const keptMs = 24 * 3_600_000;
/** Longer than an order takes. */
const takenMs = 60_000;

type Row = {
  id: string;
  memberId: string;
  messageId: string;
  locale: string;
  wish: string;
  quote: string;
  state: 'open' | 'taken' | 'made' | 'dropped';
};

const columns = 'id, member_id AS memberId, message_id AS messageId, locale, wish, quote, state';
const sql = {
  put: `INSERT INTO rig_offer (id, member_id, message_id, locale, wish, quote, state, created_at)
    VALUES (@id, @memberId, @messageId, @locale, @wish, @quote, 'open', @now) ON CONFLICT (id) DO NOTHING`,
  expire: 'DELETE FROM rig_offer WHERE created_at < @before',
  find: `SELECT ${columns} FROM rig_offer WHERE id = @id AND member_id = @memberId`,
  take: `UPDATE rig_offer SET state = 'taken', taken_at = @now
    WHERE id = @id AND (state = 'open' OR (state = 'taken' AND taken_at < @before))`,
  made: `UPDATE rig_offer SET state = 'made' WHERE id = @id`,
  reopen: `UPDATE rig_offer SET state = 'open', quote = @quote WHERE id = @id AND state = 'taken'`,
  revise: `UPDATE rig_offer SET wish = @wish, quote = @quote
    WHERE id = @id AND member_id = @memberId AND state = 'open'`,
  drop: `UPDATE rig_offer SET state = 'dropped' WHERE id = @id AND member_id = @memberId AND state IN ('open', 'dropped')`,
  all: `SELECT ${columns} FROM rig_offer WHERE member_id = @memberId ORDER BY created_at`,
  forget: 'DELETE FROM rig_offer WHERE member_id = @memberId',
};

type Stored = Pick<Offer, 'wish' | 'subject' | 'isPrivate' | 'suggestions'>;
/** Offers of an earlier version have none. */
const noSuggestions = { suggestions: null };
const read = ({ wish, quote, state: _, ...row }: Row): Offer => ({
  ...row,
  ...noSuggestions,
  ...(JSON.parse(wish) as Stored),
  quote: JSON.parse(quote) as Quote,
});

export function createOfferStore({ db, clock }: { db: Database; clock: Clock }): OfferStore & Keeper {
  return {
    put: ({ wish, subject, isPrivate, suggestions, quote, ...offer }) =>
      db.transaction(async (t) => {
        const now = clock.now();
        await t.run(sql.expire, { before: now - keptMs });
        await t.run(sql.put, {
          ...offer,
          wish: JSON.stringify({ wish, subject, isPrivate, suggestions } satisfies Stored),
          quote: JSON.stringify(quote),
          now,
        });
      }),
    async find(memberId, id) {
      const row = await db.get<Row>(sql.find, { id, memberId });
      return row?.state === 'open' ? read(row) : null;
    },
    take: (memberId, id) =>
      db.transaction(async (t): Promise<Take> => {
        const row = await t.get<Row>(sql.find, { id, memberId });
        if (!row) return { outcome: 'gone' };
        const now = clock.now();
        if ((await t.run(sql.take, { id, now, before: now - takenMs })) === 1)
          return { outcome: 'taken', offer: read(row) };
        return { outcome: row.state === 'made' || row.state === 'dropped' ? row.state : 'busy' };
      }),
    async made(id) {
      await db.run(sql.made, { id });
    },
    async reopen(id, quote) {
      await db.run(sql.reopen, { id, quote: JSON.stringify(quote) });
    },
    async revise({ id, memberId, wish, subject, isPrivate, suggestions, quote }) {
      const stored = JSON.stringify({ wish, subject, isPrivate, suggestions } satisfies Stored);
      return (await db.run(sql.revise, { id, memberId, wish: stored, quote: JSON.stringify(quote) })) === 1;
    },
    drop: async (memberId, id) => (await db.run(sql.drop, { id, memberId })) === 1,
    exportOf: async (memberId) => (await db.all<Row>(sql.all, { memberId })).map(read),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
