import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import { createPostings, type Posting } from './postings.js';

type HoldResult = { outcome: 'held' } | { outcome: 'insufficient'; needed: number; available: number };

/**
 * Credits reserved for running work, as entries of the ledger: a hold is placed once for each subject and ends once,
 * settled or released. Synchronous, to run inside the caller's transaction; called alone, each is one transaction.
 */
export type Holds = {
  /** Reserves credits; reserves nothing when there are too few. Repeatable. */
  place(posting: Posting): HoldResult;
  /** Spends the hold of `subject`. False when it has ended or never existed. */
  settle(subject: string): boolean;
  /** Returns the hold of `subject`. False when it has ended or never existed. */
  release(subject: string): boolean;
};

export function createHolds(db: Database, clock: Clock): Holds {
  const { atomically, post, isPosted, readAccount } = createPostings(db, clock);
  const readOpen = db.prepare<{ subject: string }, Pick<Posting, 'userId' | 'credits'>>(
    `SELECT user_id AS userId, credits FROM ledger_entry AS hold
     WHERE subject = @subject AND kind = 'hold' AND NOT EXISTS
       (SELECT 1 FROM ledger_entry WHERE subject = hold.subject AND kind IN ('settle', 'release'))`,
  );
  const end = (kind: 'settle' | 'release', subject: string) =>
    atomically(() => {
      const hold = readOpen.get({ subject });
      return hold !== undefined && post(kind, { ...hold, subject });
    });

  return {
    place: (posting) =>
      atomically(() => {
        const { userId, credits, subject } = posting;
        const available = readAccount('available', userId)?.balance ?? 0;
        if (available < credits && !isPosted('hold', subject))
          return { outcome: 'insufficient', needed: credits, available };
        if (credits > 0) post('hold', posting);
        return { outcome: 'held' };
      }),
    settle: (subject) => end('settle', subject),
    release: (subject) => end('release', subject),
  };
}
