import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Random } from '../../base/ids.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { FeatureHooks } from '../feature.js';
import { createCollections } from './collections.js';
import { createConfirmation } from './confirmation.js';
import { createRigKeeper } from './keeper.js';
import { createRigMessages } from './messages.js';
import { createOfferStore } from './offer-store.js';
import { createRepeatLock } from './repeat-lock.js';
import { readRigWith } from './rows.js';
import { createRigSchedule } from './schedule.js';
import { createShares } from './shares.js';
import { createRigStore } from './store.js';

/** Everything the bot stores about rigs. */
export function createRigStores(options: {
  db: Database;
  clock: Clock;
  outbox: OutboxStore;
  random: Random;
  /** URL of the rig page, without the token in the fragment. */
  pageUrl: string;
  /** Whether members are asked before a rig holds credits, unless they choose otherwise. */
  asksByDefault: boolean;
  onFigures?: FeatureHooks['onFigures'];
}) {
  const { db, clock, outbox, random, pageUrl, asksByDefault, onFigures } = options;
  const read = readRigWith(pageUrl);
  return {
    store: createRigStore({ db, clock, outbox, random, read, onFigures }),
    schedule: createRigSchedule({ db, clock, read }),
    messages: createRigMessages({ db, outbox }),
    repeatLock: createRepeatLock({ db, clock }),
    collections: createCollections({ db, clock }),
    /** URL of public pages, without the token. */
    sharedUrl: `${pageUrl}/s`,
    shares: createShares({ db, clock, random }),
    offers: createOfferStore({ db, clock }),
    confirmation: createConfirmation({ db, byDefault: asksByDefault }),
    keeper: createRigKeeper({ db, read }),
  };
}
