import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAttemptKeeper, createTakeoverKeeper } from '../../../../src/bot/link/keepers.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { addressOf, type House, openHouse, takeoverDelayMs } from './house.js';

onEveryEngine((openDatabase) => {
  let house: House;
  beforeEach(async () => {
    house = await openHouse({ openDatabase });
    await house.links('mia', 'Cold');
    await house.links('sam', 'Cold'); // Sam claims Mia's wallet
  });
  afterEach(() => house.close());

  it('exports link attempts without tokens and sessions, and deletes them with their challenges', async () => {
    const attempts = createAttemptKeeper(house.db);
    const exported = await attempts.exportOf('mia');
    expect(exported).toMatchObject([{ memberId: 'mia', state: 'linked', address: addressOf('Cold') }]);
    expect(JSON.stringify(exported)).not.toMatch(/token|jar/i);

    await forget(house.db, attempts, 'mia');
    expect(await attempts.exportOf('mia')).toEqual([]);
    expect(await attempts.exportOf('sam')).toMatchObject([{ state: 'contested' }]);
    expect(await house.count('link_challenge')).toBe(1);
  });

  it('exports a takeover to both members without naming the other one', async () => {
    const takeovers = createTakeoverKeeper(house.db);
    expect(await takeovers.exportOf('mia')).toMatchObject([{ asked: false, state: 'waiting' }]);
    expect(await takeovers.exportOf('sam')).toMatchObject([{ asked: true, state: 'waiting' }]);
    expect(JSON.stringify(await takeovers.exportOf('mia'))).not.toContain('sam');
    expect(JSON.stringify(await takeovers.exportOf('sam'))).not.toContain('mia');
  });

  it('completes a takeover when the current owner deletes their data, and deletes it with the member who asked', async () => {
    const takeovers = createTakeoverKeeper(house.db);
    await forget(house.db, house.sessionStores.keeper, 'mia'); // her wallets go in the same transaction
    await forget(house.db, takeovers, 'mia');
    expect(await takeovers.exportOf('mia')).toEqual([]);
    await house.clock.advance(takeoverDelayMs);
    await house.wallet.sweep();
    expect(await takeovers.exportOf('sam')).toMatchObject([{ state: 'moved' }]);

    await forget(house.db, takeovers, 'sam');
    expect(await takeovers.exportOf('sam')).toEqual([]);
  });
});
