import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { createQueue, type LeasedJob, type Queue } from '../../base/queue/queue.js';

/** What a message to Discord is about: a name that one feature delivers. */
export type OutboxKind = string;

export type Delivery = LeasedJob<OutboxKind>;

/** The queue of what Discord has to show. */
export const createOutboxQueue = (db: Database, clock: Clock): Queue<OutboxKind> =>
  createQueue<OutboxKind>({ db, table: 'outbox', clock });
