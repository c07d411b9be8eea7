import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/base/db/database.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createNoticeKeeper } from '../../../../src/bot/notices/keeper.js';
import { createNoticeStore, type NoticeStore } from '../../../../src/bot/notices/store.js';
import { forget, onEveryEngine } from '../../../support/bot-database.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';
import { queued } from '../../../support/outbox.js';

onEveryEngine((openDatabase) => {
  let db: Database;
  let clock: ManualClock;
  let notices: NoticeStore;
  beforeEach(async () => {
    clock = manualClock();
    db = await openDatabase();
    notices = createNoticeStore({ db, clock, outbox: createOutboxStore(db, clock) });
  });
  afterEach(() => db.close());

  const tell = (id: string, memberId = 'mia') =>
    notices.tell({ id, memberId, kind: 'linked', address: 'A', refersAt: null });
  const inOutbox = async () => (await queued(db)).map(({ subject }) => subject);
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id);

  it('a notice is queued once, however often and by however many it is put', async () => {
    await Promise.all([tell('one'), tell('one'), tell('one')]);
    await tell('one');
    expect(await inOutbox()).toEqual(['one']);
    expect(await notices.find('one')).toEqual({
      id: 'one',
      memberId: 'mia',
      kind: 'linked',
      address: 'A',
      refersAt: null,
      createdAt: clock.now(),
    });
  });

  describe('a notice to a member who accepts no direct messages', () => {
    it('waits for their next answer, the oldest five first, until it was shown', async () => {
      for (const id of ['1', '2', '3', '4', '5', '6']) {
        await tell(id);
        await notices.notePending(id);
        await clock.advance(1);
      }
      await tell('of max', 'max');
      expect(await notices.find('1')).toBeNull();
      expect(idsOf(await notices.pendingOf('mia'))).toEqual(['1', '2', '3', '4', '5']);
      await notices.noteNotified('1');
      await notices.noteNotified('1');
      expect(idsOf(await notices.pendingOf('mia'))).toEqual(['2', '3', '4', '5', '6']);
    });

    it('does not wait again after it was shown', async () => {
      await tell('one');
      await notices.noteNotified('one');
      await notices.notePending('one');
      expect([await notices.find('one'), await notices.pendingOf('mia')]).toEqual([null, []]);
    });
  });

  it('a session that ended because of a reused token is announced once for each session', async () => {
    const endSession = (address: string, ended: string) =>
      db.run(
        `INSERT INTO wallet (member_id, address, user_id, is_primary, sealed_for, linked_at, version, ended)
         VALUES ('mia', @address, @address, 0, 'wallet', 0, 1, @ended)`,
        { address, ended },
      );
    await endSession('A', 'reused');
    await endSession('B', 'expired');
    await Promise.all([notices.noteReused(), notices.noteReused()]);
    expect(await inOutbox()).toEqual(['reused/A/1']);
    await db.run("UPDATE wallet SET version = 2 WHERE address = 'A'");
    await notices.noteReused();
    expect(await inOutbox()).toEqual(['reused/A/1', 'reused/A/2']);
  });

  it('the notices of one member are exported and deleted', async () => {
    const keeper = createNoticeKeeper(db);
    await tell('one');
    await tell('other', 'max');
    expect(await keeper.exportOf('mia')).toMatchObject([{ id: 'one', kind: 'linked' }]);
    await forget(db, keeper, 'mia');
    expect([await keeper.exportOf('mia'), idsOf((await keeper.exportOf('max')) as { id: string }[])]).toEqual(
      [[], ['other']],
    );
  });
});
