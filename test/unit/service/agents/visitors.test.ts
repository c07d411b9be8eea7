import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { visitorId } from '../../../../src/contract/visitor.js';
import { createVisitors } from '../../../../src/service/agents/visitors.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { onEveryServiceEngine } from '../../../support/service-database.js';

const hourMs = 3_600_000;
const secret = 'a secret of bot and service';
const [mia, max] = [visitorId(secret, 'mia'), visitorId(secret, 'max')];

/** Answers to people without a linked wallet, of which there are only so many an hour. */
onEveryServiceEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
  });
  afterEach(() => db.close());

  let runs = 0;
  /** Whether each of several questions at once is answered, or why not. */
  const ask = (times: number, userId = mia, limits = { each: 3, all: 5 }) => {
    const visitors = createVisitors({ db, clock, secret, limits });
    const one = () => {
      runs += 1;
      const id = `run_${runs}`;
      return db
        .transaction((t) => visitors.admit(t, userId, id))
        .then(
          () => 'answered',
          ({ code }) => code as string,
        );
    };
    return Promise.all(Array.from({ length: times }, one));
  };
  const answered = async (asked: Promise<string[]>) =>
    (await asked).filter((each) => each === 'answered').length;

  test('a visitor gets as many as each may have, also when they ask at once, and more an hour later', async () => {
    expect((await ask(6)).toSorted()).toEqual([
      ...Array(3).fill('answered'),
      ...Array(3).fill('quota_exceeded'),
    ]);
    await clock.advance(hourMs - 1);
    expect(await ask(1)).toEqual(['quota_exceeded']);
    await clock.advance(1);
    expect(await answered(ask(6))).toBe(3);
  });

  test('all visitors together get no more than the limit of all', async () => {
    const [ofMia, ofMax] = await Promise.all([answered(ask(3)), answered(ask(3, max))]);
    expect(ofMia + ofMax).toBe(5);
  });

  test('people with a wallet are not counted', async () => {
    expect(await answered(ask(8, 'usr_1'))).toBe(8);
    expect(await answered(ask(3))).toBe(3);
  });

  test('a limit of nothing asks for a wallet', async () => {
    expect(await ask(1, mia, { each: 0, all: 5 })).toEqual(['unauthenticated']);
  });
});
