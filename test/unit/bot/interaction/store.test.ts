import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createInteractionKeeper } from '../../../../src/bot/interaction/keeper.js';
import { createInteractionStore, type InteractionStore } from '../../../../src/bot/interaction/store.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { servesAll } from '../../../support/served.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let interactions: InteractionStore;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    const seal = createSeal(['11'.repeat(32)]);
    interactions = createInteractionStore({ db, seal, clock, served: servesAll });
  });
  afterEach(() => db.close());

  const keep = (id: string, memberId = 'mia') =>
    interactions.keep({
      id,
      memberId,
      guildId: '1',
      acknowledged: 'public',
      command: '/rig text',
      applicationId: 'app',
      token: `token of ${id}`,
    });
  const count = async () => (await db.all('SELECT id FROM interaction')).length;

  it('finds the webhook of an answer by its message, until the token expires', async () => {
    await keep('1');
    await interactions.answersIn('1', '100');
    expect(await interactions.findWebhook('100')).toEqual({ applicationId: 'app', token: 'token of 1' });
    await interactions.answered('1', '101');
    expect(await interactions.findWebhook('101')).toMatchObject({ token: 'token of 1' });
    expect(await interactions.findWebhook('100')).toBeNull();
    await clock.advance(15 * 60_000);
    expect(await interactions.findWebhook('101')).toBeNull();
    await keep('2');
    await interactions.prune();
    expect(await count()).toBe(1);
  });

  it('forgets an interaction whose answer is not permanent', async () => {
    await keep('1');
    await interactions.answered('1', null);
    expect(await count()).toBe(0);
  });

  it('exports answered interactions without their tokens, and forgets them with the member', async () => {
    for (const id of ['1', '2']) await keep(id);
    await keep('3', 'sam');
    await interactions.answered('1', '100');
    const keeper = createInteractionKeeper(db);
    expect(await keeper.exportOf('mia')).toEqual([{ id: '1', createdAt: clock.now() }]);
    await forget(db, keeper, 'mia');
    expect(await keeper.exportOf('mia')).toEqual([]);
    expect(await count()).toBe(1);
  });
});
