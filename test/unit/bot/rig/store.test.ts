import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../../../src/base/ids.js';
import { type Database, openDatabase } from '../../../../src/base/store.js';
import { createOutboxStore } from '../../../../src/bot/outbox.js';
import { createRigStore, type RigStore } from '../../../../src/bot/rig/store.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { job } from '../cards/sample.js';

let db: Database;
let clock: ManualClock;
let store: RigStore;
beforeEach(async () => {
  clock = manualClock();
  db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  store = createRigStore({
    db,
    clock,
    outbox: createOutboxStore(db, clock),
    random: systemRandom,
    pageUrl: 'https://rigsmith.example/rig',
  });
  await store.add(job(), 0);
});
afterEach(() => db.close());

describe('the lock for repeating a rig', () => {
  it('is taken by one of many at once, and free again after a pause', async () => {
    const presses = await Promise.all([1, 2, 3].map(() => store.takeAgain('gen_1', 5_000)));
    expect(presses.filter(Boolean)).toHaveLength(1);
    await clock.advance(4_999);
    expect(await store.takeAgain('gen_1', 5_000)).toBe(false);
    await clock.advance(1);
    expect(await store.takeAgain('gen_1', 5_000)).toBe(true);
  });

  it('is released at once after a failure, and belongs to each rig alone', async () => {
    await store.takeAgain('gen_1', 5_000);
    await store.returnAgain('gen_1');
    expect(await store.takeAgain('gen_1', 5_000)).toBe(true);
    expect(await store.takeAgain('gen_unknown', 5_000)).toBe(false);
  });
});
