import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Booking, createBooking } from './booking.js';
import type { Crash } from './crash.js';
import { createIntents, type Intents } from './intents.js';
import type { OpenedCase } from './open-cases.js';
import { createPayerStore, type PayerStore } from './payers.js';
import { createReviews, type Reviews } from './review.js';
import { createSchedule, type Schedule } from './schedule.js';
import { createSettlement, type Settlement } from './settlement.js';
import { createWatchStore, type WatchStore } from './watch-store.js';

/** Storage of payments, one owner each. */
export type PaymentStore = {
  intents: Intents;
  settlement: Omit<Settlement, 'rejudge' | 'steps'>;
  booking: Booking;
  reviews: Reviews;
  payers: PayerStore;
  schedule: Schedule;
  watch: WatchStore;
};

export function createPaymentStore(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
  opened?(opened: OpenedCase): void;
}): PaymentStore {
  const { rejudge, steps, ...settlement } = createSettlement(deps);
  return {
    intents: createIntents(deps),
    settlement,
    booking: createBooking({ ...deps, steps }),
    reviews: createReviews({ ...deps, rejudge }),
    payers: createPayerStore(deps),
    schedule: createSchedule(deps),
    watch: createWatchStore(deps),
  };
}
