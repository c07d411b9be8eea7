import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Random } from '../../base/ids.js';
import type { OutboxStore } from '../delivery/outbox.js';
import { createRigKeeper } from './keeper.js';
import { createRigMessages } from './messages.js';
import { createRepeatLock } from './repeat-lock.js';
import { readRigWith } from './rows.js';
import { createRigSchedule } from './schedule.js';
import { createRigStore } from './store.js';

/** Everything the bot stores about rigs. */
export function createRigStores(options: {
  db: Database;
  clock: Clock;
  outbox: OutboxStore;
  random: Random;
  /** URL of the rig page, without the token in the fragment. */
  pageUrl: string;
}) {
  const { db, clock, outbox, random, pageUrl } = options;
  const read = readRigWith(pageUrl);
  return {
    store: createRigStore({ db, clock, outbox, random, read }),
    schedule: createRigSchedule({ db, clock, read }),
    messages: createRigMessages({ db, outbox }),
    repeatLock: createRepeatLock({ db, clock }),
    keeper: createRigKeeper({ db, read }),
  };
}
