import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { Served } from '../gateway/connection.js';
import { createTalkKeeper } from './keeper.js';
import { createParticipantStore } from './participants.js';
import { createTalkProgress } from './progress.js';
import { createProposalStore } from './proposal-store.js';
import { createTalkSettings } from './settings.js';
import { createTalkStore } from './store.js';
import { createTroubles } from './troubles.js';
import { createWaitingStore } from './waiting.js';

export type TalkStores = ReturnType<typeof createTalkStores>;

/** Everything the bot stores about conversations. */
export function createTalkStores(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
  served: Pick<Served, 'holds'>;
}) {
  const { db, clock, outbox, served } = deps;
  const troubles = createTroubles({ db, clock, outbox });
  return {
    talks: createTalkStore({ db, clock, troubles }),
    settings: createTalkSettings({ db, clock }),
    progress: createTalkProgress({ db, clock, served }),
    troubles,
    participants: createParticipantStore(db),
    waiting: createWaitingStore(db),
    proposed: createProposalStore({ db, clock, outbox }),
    keeper: createTalkKeeper(db),
  };
}
