import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src/base/store.js';
import { unshownCard } from '../../../../src/bot/cards/talk.js';
import { createOutboxStore } from '../../../../src/bot/outbox.js';
import { createTalkStore, type TalkStore } from '../../../../src/bot/talk/store.js';
import { createTroubleNotice } from '../../../../src/bot/talk/trouble.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

let db: Database;
let clock: ManualClock;
let store: TalkStore;
let outbox: ReturnType<typeof createOutboxStore>;
beforeEach(async () => {
  db = await openDatabase(':memory:', resolve('data/migrations/bot'));
  clock = manualClock();
  outbox = createOutboxStore(db, clock);
  store = createTalkStore({ db, clock, outbox });
  await store.add({
    threadId: '10',
    conversationId: 'cnv_1',
    memberId: '20',
    title: 'Foxes',
    channelId: '1',
    uploadLimit: 1_000,
    speakers: 'owner',
    payer: 'owner',
  });
});
afterEach(() => db.close());

/** Direct messages to a member who accepts them, or doesn't. */
function createDirect(answer: 'told' | 'closed') {
  const sent: string[] = [];
  const deliver = createTroubleNotice({
    store,
    clock,
    sendDirect: async (memberId, card) => {
      if (answer === 'told') sent.push(`${memberId}: ${JSON.stringify(card)}`);
      return answer;
    },
  });
  return { sent, deliver };
}

it('takeUntold returns an undeliverable answer once, and again when it happens again', async () => {
  expect(await store.takeUntold('20')).toEqual([]);
  await store.setTrouble('10', 'denied');
  expect(await store.takeUntold('21')).toEqual([]);
  const untold = await store.takeUntold('20');
  expect(untold.map(({ threadId, trouble }) => [threadId, trouble])).toEqual([['10', 'denied']]);
  expect(JSON.stringify(unshownCard(untold))).toMatch(/can't post in <#10>/);
  expect(await store.takeUntold('20')).toEqual([]);

  await store.setTrouble('10', null);
  await store.end('10', 'locked');
  expect(JSON.stringify(unshownCard(await store.takeUntold('20')))).toMatch(/moderator locked/);
});

it('a talk whose thread was locked is reported to its owner by direct message, once', async () => {
  const { sent, deliver } = createDirect('told');
  await store.end('10', 'locked');
  expect((await outbox.due(9)).map(({ kind, subject }) => [kind, subject])).toEqual([['talk_trouble', '10']]);
  expect(await deliver('10')).toBeUndefined();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatch(/^20: .*moderator locked.*talk resume/);
  expect(await deliver('10')).toBeUndefined();
  expect(sent).toHaveLength(1);
  expect(await store.takeUntold('20')).toEqual([]);
});

it('a missing permission is reported after a minute, and not when it came back before', async () => {
  const { sent, deliver } = createDirect('told');
  await store.setTrouble('10', 'denied');
  expect(await deliver('10')).toBe(60_000);
  await clock.advance(59_000);
  expect(await deliver('10')).toBe(1_000);
  await store.setTrouble('10', null);
  await clock.advance(1_000);
  expect(await deliver('10')).toBeUndefined();
  expect(sent).toEqual([]);
});

it('a notice stays pending while the member accepts no direct messages', async () => {
  await store.end('10', 'locked');
  await createDirect('closed').deliver('10');
  expect(await store.takeUntold('20')).toHaveLength(1);
});
