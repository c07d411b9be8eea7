import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Served } from '../gateway/connection.js';
import { liveMembers } from '../gateway/membership.js';

/** Discord's global limit for a bot, whatever the number of its processes. */
export const requestsPerSecond = 50;
/** What a process may send before the others have made room for it. The pacer keeps more than that in reserve. */
const leastPerSecond = 1;

const sql = {
  members: liveMembers,
  shares: 'SELECT member, per_second AS "perSecond" FROM request_share',
  forget: `DELETE FROM request_share WHERE member NOT IN (${liveMembers})`,
  set: `INSERT INTO request_share (member, per_second) VALUES (@me, @perSecond)
    ON CONFLICT (member) DO UPDATE SET per_second = excluded.per_second`,
};

/**
 * Divides Discord's requests per second among the processes. One takes more only of what the others have given up, so
 * that all together never exceed the limit; the part of a dead process is free when its lease has ended.
 * @param options.apply called with the part of this process
 */
export function createRequestShare(options: {
  db: Database;
  clock: Clock;
  served: Pick<Served, 'member'>;
  apply: (perSecond: number) => void;
}) {
  const { db, clock, served, apply } = options;
  let mine = 0;
  const use = (perSecond: number): void => {
    if (perSecond === mine) return;
    mine = perSecond;
    apply(perSecond);
  };

  return {
    /** One round; the first one before this process sends anything. */
    async divide(): Promise<void> {
      const me = served.member();
      if (me === null) return use(leastPerSecond);
      const now = clock.now();
      const seen = await db.all<{ id: string }>(sql.members, { now });
      const fair = requestsPerSecond / Math.max(1, seen.length);
      if (fair < mine) use(fair); // before others learn that they may use the rest
      const granted = await db.transaction(async (t) => {
        await t.run(sql.forget, { now });
        const shares = await t.all<{ member: string; perSecond: number }>(sql.shares);
        const used = shares.reduce((sum, share) => sum + (share.member === me ? 0 : share.perSecond), 0);
        const perSecond = Math.max(leastPerSecond, Math.min(fair, requestsPerSecond - used));
        if (shares.find(({ member }) => member === me)?.perSecond !== perSecond)
          await t.run(sql.set, { me, perSecond });
        return perSecond;
      });
      use(granted);
    },
  };
}
