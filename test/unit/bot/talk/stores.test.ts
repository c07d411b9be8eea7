import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { silentLog } from '../../../../src/base/log.js';
import { createIdleRound } from '../../../../src/bot/talk/idle.js';
import { createTalkStores, type TalkStores } from '../../../../src/bot/talk/stores.js';
import { emptyView } from '../../../../src/bot/talk/view.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { servesAll } from '../../../support/served.js';

onEveryEngine((openDatabase) => {
  const talkIn = (threadId: string) => ({
    threadId,
    guildId: '1',
    conversationId: `cnv_${threadId}`,
    memberId: 'mia',
    title: `Talk ${threadId}`,
    channelId: '1',
    uploadLimit: 1_000,
    locale: null,
    speakers: 'owner' as const,
    payer: 'owner' as const,
  });
  const hello = {
    id: '100',
    authorId: 'mia',
    authorName: 'Mia',
    content: { content: 'Hello', attachments: [] },
  };

  let db: Database;
  let clock: ManualClock;
  let stores: TalkStores;
  beforeEach(async () => {
    db = await openDatabase();
    clock = manualClock();
    stores = createTalkStores({ served: servesAll, db, clock, outbox: { put: async () => undefined } });
    await stores.talks.add(talkIn('10'), hello);
    await clock.advance(1);
    await stores.talks.add(talkIn('20'));
  });
  afterEach(() => db.close());

  const listed = async () =>
    (await stores.settings.listOf('mia', { offset: 0, limit: 9 })).map(({ threadId }) => threadId);

  it('lists the conversation that was used last first, page by page', async () => {
    expect(await listed()).toEqual(['20', '10']);
    await clock.advance(1);
    await stores.progress.running('10', 'run_1', hello);
    expect(await listed()).toEqual(['10', '20']);
    expect(await stores.settings.listOf('mia', { offset: 1, limit: 1 })).toMatchObject([{ threadId: '20' }]);
    expect(await stores.settings.listOf('sam', { offset: 0, limit: 9 })).toEqual([]);
  });

  it('remembers the last message sent, the newest message read, and what the thread shows', async () => {
    expect(await stores.progress.lastAsked('10')).toBeNull();
    await stores.progress.running('10', 'run_1', hello);
    await stores.progress.running('10', 'run_2'); // regenerated: the message stays
    expect(await stores.progress.lastAsked('10')).toEqual(hello);
    await stores.progress.noteMessage('10', '9007199254740993');
    await stores.progress.noteMessage('10', '9007199254740992'); // arrives late
    await stores.progress.saveView({ threadId: '10', guildId: '1' }, 7, { ...emptyView, runId: 'run_2' });
    expect(await stores.talks.find('10')).toMatchObject({
      runId: 'run_2',
      lastHeard: '9007199254740993',
      lastSeq: 7,
      view: { runId: 'run_2' },
    });
  });

  it('closes the threads that were not used for the set time, each once, and none while a message waits', async () => {
    await stores.talks.add(talkIn('30'));
    const archived: string[] = [];
    const threads = {
      async archive(threadId: string) {
        archived.push(threadId);
        if (threadId === '20') throw new Error('Missing Permissions');
      },
    };
    const round = createIdleRound({ store: stores.talks, threads, idleMs: 3_600_000, clock, log: silentLog });
    await clock.advance(3_599_000);
    await round();
    expect(archived).toEqual([]);
    await stores.progress.running('30', 'run_1', hello);
    await clock.advance(2_000);
    await round();
    expect(archived).toEqual(['20']);
    await clock.advance(3_600_000);
    await round();
    await round();
    expect(archived).toEqual(['20', '30']);
    expect((await stores.talks.open()).map(({ threadId }) => threadId)).toEqual(['10']);
    expect(await stores.talks.openOf('mia')).toHaveLength(3);
  });

  it('finds an ended conversation only where ended ones are wanted, and drops what waited for it', async () => {
    expect(await stores.waiting.threads()).toEqual(['10']);
    const { id } = (await stores.waiting.first('cnv_10'))!;
    expect(await stores.waiting.threadOf(id)).toBe('10');
    await stores.talks.end('10');
    expect(await stores.waiting.threadOf(id)).toBeNull();
    expect(await stores.talks.find('10')).toBeNull();
    expect(await stores.talks.findAny('10')).toMatchObject({ isOpen: false });
    expect(await stores.waiting.threads()).toEqual([]);
  });

  it('keeps nothing that a process shows after another one serves the server', async () => {
    const served = { holds: async () => false };
    const late = createTalkStores({ db, clock, outbox: { put: async () => undefined }, served });
    await stores.progress.saveView({ threadId: '10', guildId: '1' }, 7, { ...emptyView, text: 'newer' });
    const view = { ...emptyView, text: 'older' };
    await expect(late.progress.saveView({ threadId: '10', guildId: '1' }, 8, view)).rejects.toThrow(
      'another',
    );
    expect(await stores.talks.find('10')).toMatchObject({ lastSeq: 7, view: { text: 'newer' } });
  });

  it('exports a member’s conversations with the last message, and deletes them', async () => {
    await stores.progress.running('10', 'run_1', hello);
    expect(await stores.keeper.exportOf('mia')).toMatchObject([
      { title: 'Talk 10', asked: hello },
      { title: 'Talk 20', asked: null },
    ]);
    await forget(db, stores.keeper, 'mia');
    expect(await stores.keeper.exportOf('mia')).toEqual([]);
    expect(await stores.talks.open()).toEqual([]);
  });
});
