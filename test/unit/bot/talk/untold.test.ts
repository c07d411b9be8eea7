import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../../src/base/store.js';
import { unshownCard } from '../../../../src/bot/cards/talk.js';
import { createTalkStore } from '../../../../src/bot/talk/store.js';
import { manualClock } from '../../../support/clock.js';

it('an answer that could not be shown is told to its owner once, and again when it happens again', async () => {
  const db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  const store = createTalkStore({ db, clock: manualClock() });
  const decided = {
    title: 'Foxes',
    channelId: '1',
    uploadLimit: 1_000,
    speakers: 'owner',
    payer: 'owner',
  } as const;
  await store.add({ threadId: '10', conversationId: 'cnv_1', memberId: '20', ...decided });
  expect(await store.takeUntold('20')).toEqual([]);

  await store.setTrouble('10', 'denied');
  expect(await store.takeUntold('21')).toEqual([]);
  const untold = await store.takeUntold('20');
  expect(untold.map(({ threadId, trouble }) => [threadId, trouble])).toEqual([['10', 'denied']]);
  expect(JSON.stringify(unshownCard(untold))).toMatch(/may not write in <#10>/);
  expect(await store.takeUntold('20')).toEqual([]);

  await store.setTrouble('10', null);
  await store.setTrouble('10', 'locked');
  expect(JSON.stringify(unshownCard(await store.takeUntold('20')))).toMatch(/archived and locked/);
  db.close();
});
