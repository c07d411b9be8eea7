import type { Database } from '../../src/base/db/database.js';

/** A database that tells whether a caller waits for it, so that a simulated clock does not move meanwhile. */
export function countWaiting(db: Database): { db: Database; isBusy(): boolean } {
  let waiting = 0;
  const counted = async <T>(work: Promise<T>): Promise<T> => {
    waiting += 1;
    try {
      return await work;
    } finally {
      waiting -= 1;
    }
  };
  return {
    isBusy: () => waiting > 0,
    db: {
      ...db,
      all: (sql, params) => counted(db.all(sql, params)),
      get: (sql, params) => counted(db.get(sql, params)),
      run: (sql, params) => counted(db.run(sql, params)),
      transaction: (body, options) => counted(db.transaction(body, options)),
      snapshot: (body) => counted(db.snapshot(body)),
    },
  };
}
