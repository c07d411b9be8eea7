import { type Database, write } from '../../base/store.js';

/**
 * Groups small writes of many callers into one transaction without fsync: they survive a process crash but not a power
 * failure. Only for data that may be lost then.
 */
export type GroupCommit = {
  /** Resolves once `work` is committed. */
  add(work: () => void): Promise<void>;
  /** Commits pending writes now. */
  flush(): void;
};

type Waiting = { work: () => void; resolve: () => void; reject: (error: unknown) => void };

/** @param delayMs how long the first write of a group waits for others */
export function createGroupCommit(db: Database, delayMs: number): GroupCommit {
  let group: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const committed = group;
    group = [];
    if (committed.length === 0) return;
    if (!db.open) {
      for (const { reject } of committed) reject(new Error('the database is closed'));
      return;
    }
    try {
      db.pragma('synchronous = NORMAL');
      write(db, () => {
        for (const { work } of committed) work();
      });
      for (const { resolve } of committed) resolve();
    } catch (error) {
      for (const { reject } of committed) reject(error);
    } finally {
      db.pragma('synchronous = FULL');
    }
  };

  return {
    add: (work) =>
      new Promise((resolve, reject) => {
        group.push({ work, resolve, reject });
        timer ??= setTimeout(flush, delayMs);
      }),
    flush,
  };
}
