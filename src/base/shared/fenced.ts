import type { Database } from '../db/database.js';
import { AppError } from '../errors.js';
import type { HeldLease } from './leases.js';

const isRead = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

/**
 * The database for work under a lease: every transaction first checks that no other process has taken over, so that
 * a process that was paused changes nothing. Reads are not checked.
 * @throws AppError `maintenance` from a transaction after another process has taken over
 */
export function fencedBy(lease: HeldLease, db: Database): Database {
  const transaction: Database['transaction'] = (body, options) =>
    db.transaction(async (t) => {
      if (await lease.holds(t)) return body(t);
      throw new AppError('maintenance', `Another process took over: ${lease.name}.`);
    }, options);
  return {
    ...db,
    transaction,
    all: (sql, params) => (isRead(sql) ? db.all(sql, params) : transaction((t) => t.all(sql, params))),
    get: (sql, params) => (isRead(sql) ? db.get(sql, params) : transaction((t) => t.get(sql, params))),
    run: (sql, params) => transaction((t) => t.run(sql, params)),
  };
}
