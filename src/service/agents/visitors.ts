import { type Clock, iso } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { isVisitorId, joinVisitor, visitorId } from '../../contract/visitor.js';
import { type Route, route } from '../feature.js';
import { createProven } from '../proven.js';

/** Answers an hour to people without a wallet; 0 refuses them. */
export type VisitorLimits = { each: number; all: number };

const defaultLimits: VisitorLimits = { each: 20, all: 600 };
const hourMs = 3_600_000;

const sql = {
  counts: `SELECT count(*) AS "all", coalesce(sum(CASE WHEN visitor = @visitor THEN 1 ELSE 0 END), 0) AS each,
      min(at) AS "oldest", min(CASE WHEN visitor = @visitor THEN at END) AS "ownOldest"
    FROM visitor_answer WHERE at > @since`,
  add: 'INSERT INTO visitor_answer (run_id, visitor, at) VALUES (@runId, @visitor, @now)',
  prune: 'DELETE FROM visitor_answer WHERE at <= @since',
  account: 'SELECT 1 AS found FROM "user" WHERE id = @userId',
  join: 'UPDATE conversation SET user_id = @userId WHERE user_id = @visitor',
};

type Counts = { all: number; each: number; oldest: number | null; ownOldest: number | null };

const needsWallet = () => new AppError('unauthenticated', 'Link a wallet first. Use /link to connect it.');

/** Conversations of people without a linked wallet: how much they may ask, and what becomes of it once they link one. */
export function createVisitors(deps: {
  db: Database;
  clock: Clock;
  secret: string | undefined;
  limits?: VisitorLimits | undefined;
}) {
  const { db, clock, secret, limits = defaultLimits } = deps;
  const proven = createProven({ secret, clock });

  const usedUp = (most: number, since: number) => {
    const until = iso(since + hourMs);
    return new AppError(
      'quota_exceeded',
      `Without a linked wallet, you can ask ${most} questions an hour. Use /link, or go on at ${until}.`,
      { context: { limit: { unit: 'answers', period: 'hour', most, until } } },
    );
  };

  return {
    /**
     * Counts an answer of a visitor in the transaction that starts it; other users are not counted.
     * @throws AppError `unauthenticated` when every question needs a wallet, `quota_exceeded`
     */
    async admit(t: Transaction, userId: string, runId: string): Promise<void> {
      if (!isVisitorId(userId)) return;
      if (limits.each === 0) throw needsWallet();
      const now = clock.now();
      const since = now - hourMs;
      await t.run(sql.prune, { since });
      const { each, all, oldest, ownOldest } = (await t.get<Counts>(sql.counts, { visitor: userId, since }))!;
      if (each >= limits.each) throw usedUp(limits.each, ownOldest ?? now);
      if (all >= limits.all) throw usedUp(limits.all, oldest ?? now);
      await t.run(sql.add, { runId, visitor: userId, now });
    },
    /** @throws AppError `unauthenticated` */
    check(userId: string): void {
      if (isVisitorId(userId) && limits.each === 0) throw needsWallet();
    },
    join: route(joinVisitor, async ({ body }) => {
      const { person, user_id: userId } = proven(joinVisitor, body);
      const visitor = visitorId(secret ?? '', person);
      const conversations = await db.transaction(async (t) => {
        if (!(await t.get(sql.account, { userId }))) throw new AppError('not_found');
        return t.run(sql.join, { userId, visitor });
      });
      return { status: 200, body: { conversations } };
    }) satisfies Route,
  };
}
export type Visitors = ReturnType<typeof createVisitors>;
