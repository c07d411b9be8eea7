import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';
import { isPosted, type Posting, post, readAccount } from './postings.js';

type HoldResult = { outcome: 'held' } | { outcome: 'insufficient'; needed: number; available: number };

/**
 * Credits reserved for running work, as entries of the ledger: a hold is placed once for each subject and ends once,
 * settled or released.
 */
export type Holds = {
  /** Reserves credits; reserves nothing when there are too few. Repeatable. */
  place(t: Transaction, posting: Posting): Promise<HoldResult>;
  /** Spends the hold of `subject`. False when it has ended or never existed. */
  settle(t: Transaction, subject: string): Promise<boolean>;
  /** Returns the hold of `subject`. False when it has ended or never existed. */
  release(t: Transaction, subject: string): Promise<boolean>;
};

const findOpen = `SELECT user_id AS userId, credits FROM ledger_entry AS hold
  WHERE subject = @subject AND kind = 'hold' AND NOT EXISTS
    (SELECT 1 FROM ledger_entry WHERE subject = hold.subject AND kind IN ('settle', 'release'))`;

export function createHolds(clock: Clock): Holds {
  const end = async (t: Transaction, kind: 'settle' | 'release', subject: string) => {
    const hold = await t.get<Pick<Posting, 'userId' | 'credits'>>(findOpen, { subject });
    return hold !== undefined && (await post(t, clock, kind, { ...hold, subject }));
  };

  return {
    async place(t, posting) {
      const { userId, credits, subject } = posting;
      const available = (await readAccount(t, 'available', userId))?.balance ?? 0;
      if (available < credits && !(await isPosted(t, 'hold', subject)))
        return { outcome: 'insufficient', needed: credits, available };
      if (credits > 0) await post(t, clock, 'hold', posting);
      return { outcome: 'held' };
    },
    settle: (t, subject) => end(t, 'settle', subject),
    release: (t, subject) => end(t, 'release', subject),
  };
}
