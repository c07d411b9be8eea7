import { type Database, write } from '../base/store.js';

/** Runs small writes of many callers in one transaction, so that a crowd costs one fsync. */
export type GroupCommit = {
  /** Resolves once `work` is on disk. */
  add(work: () => void): Promise<void>;
  /** Commits what waits, now. */
  flush(): void;
};

type Waiting = { work: () => void; resolve: () => void; reject: (error: unknown) => void };

/** @param delayMs how long the first of a group waits for more */
export function createGroupCommit(db: Database, delayMs: number): GroupCommit {
  let group: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const committed = group;
    group = [];
    if (committed.length === 0) return;
    try {
      write(db, () => {
        for (const { work } of committed) work();
      });
      for (const { resolve } of committed) resolve();
    } catch (error) {
      for (const { reject } of committed) reject(error);
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
