import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { unshownCard } from '../../../../src/bot/talk/cards/talk.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import { createTroubleNotice } from '../../../../src/bot/talk/trouble.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { languages, t } from '../../../support/copy.js';
import { queued } from '../../../support/outbox.js';
import { servesAll } from '../../../support/served.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let stores: TalkStores;
  let outbox: ReturnType<typeof createOutboxStore>;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    outbox = createOutboxStore(db, clock);
    stores = createTalkStores({ served: servesAll, db, clock, outbox });
    await stores.talks.add({
      threadId: '10',
      guildId: '1',
      conversationId: 'cnv_1',
      memberId: '20',
      title: 'Foxes',
      channelId: '1',
      uploadLimit: 1_000,
      locale: null,
      speakers: 'owner',
      payer: 'owner',
    });
  });
  afterEach(() => db.close());

  /** Direct messages to a member who accepts them, or doesn't. */
  function createDirect(answer: 'told' | 'closed') {
    const sent: string[] = [];
    const deliver = createTroubleNotice({
      troubles: stores.troubles,
      clock,
      languages,
      sendDirect: async (memberId, card) => {
        if (answer === 'told') sent.push(`${memberId}: ${JSON.stringify(card)}`);
        return answer;
      },
    });
    return { sent, deliver };
  }

  it('an undeliverable answer is pending until its owner was notified, and again when it happens again', async () => {
    expect(await stores.troubles.pendingOf('20')).toEqual([]);
    await stores.troubles.set('10', 'denied');
    expect(await stores.troubles.pendingOf('21')).toEqual([]);
    const pending = await stores.troubles.pendingOf('20');
    expect(pending.map(({ threadId, trouble }) => [threadId, trouble])).toEqual([['10', 'denied']]);
    expect(JSON.stringify(unshownCard(pending, t))).toMatch(/can't post in <#10>/);
    expect(await stores.troubles.pendingOf('20')).toEqual(pending);
    await stores.troubles.noteNotified(pending[0]!);
    expect(await stores.troubles.pendingOf('20')).toEqual([]);

    await stores.troubles.set('10', null);
    await stores.talks.end('10', 'locked');
    expect(JSON.stringify(unshownCard(await stores.troubles.pendingOf('20'), t))).toMatch(/moderator locked/);
  });

  it('a problem that arose while a notice about an earlier one was sent stays pending', async () => {
    await stores.troubles.set('10', 'denied');
    const [earlier] = await stores.troubles.pendingOf('20');
    await clock.advance(1_000);
    await stores.talks.end('10', 'locked');
    await stores.troubles.noteNotified(earlier!);
    expect(await stores.troubles.pendingOf('20')).toMatchObject([{ trouble: 'locked' }]);
  });

  it('a talk whose thread was locked is reported to its owner by direct message, once', async () => {
    const { sent, deliver } = createDirect('told');
    await stores.talks.end('10', 'locked');
    expect((await queued(db)).map(({ kind, subject }) => [kind, subject])).toEqual([['talk_trouble', '10']]);
    expect(await deliver('10')).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatch(/^20: .*moderator locked.*talk resume/);
    expect(await deliver('10')).toBeUndefined();
    expect(sent).toHaveLength(1);
    expect(await stores.troubles.pendingOf('20')).toEqual([]);
  });

  it('a missing permission is reported after a minute, and not when it came back before', async () => {
    const { sent, deliver } = createDirect('told');
    await stores.troubles.set('10', 'denied');
    expect(await deliver('10')).toBe(60_000);
    await clock.advance(59_000);
    expect(await deliver('10')).toBe(1_000);
    await stores.troubles.set('10', null);
    await clock.advance(1_000);
    expect(await deliver('10')).toBeUndefined();
    expect(sent).toEqual([]);
  });

  it('a notice stays pending while the member accepts no direct messages', async () => {
    await stores.talks.end('10', 'locked');
    await createDirect('closed').deliver('10');
    expect(await stores.troubles.pendingOf('20')).toHaveLength(1);
  });
});
