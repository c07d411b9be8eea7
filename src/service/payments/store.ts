import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import { type Booking, createBooking } from './booking.js';
import type { Crash } from './crash.js';
import { createIntents, type Intents } from './intents.js';
import { createPayers, type Payers } from './payers.js';
import { createReviews, type Reviews } from './review.js';
import { createSchedule, type Schedule } from './schedule.js';
import { type Asked, createSettlement, type Settlement } from './settlement.js';

/** Storage of payments, one owner each: purchases, settlement, review cases, and the schedule. */
export type PaymentStore = Intents &
  Omit<Settlement, 'rejudge' | 'steps'> &
  Booking &
  Schedule & { reviews: Reviews; payers: Payers };

export function createPaymentStore(deps: {
  db: Database;
  ledger: Ledger;
  clock: Clock;
  crash?: Crash;
  asked?(question: Asked): void;
}): PaymentStore {
  const { rejudge, steps, ...settlement } = createSettlement(deps);
  const payers = createPayers(deps);
  const { lookups, ...intents } = createIntents(deps);
  return {
    ...intents,
    ...settlement,
    ...createBooking({ db: deps.db, clock: deps.clock, lookups, payers, steps }),
    ...createSchedule(deps),
    reviews: createReviews({ ...deps, rejudge }),
    payers,
  };
}
