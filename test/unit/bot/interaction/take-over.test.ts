import { expect, it } from 'vitest';
import { createSeal } from '../../../../src/base/seal.js';
import { createLeases, type HeldLease } from '../../../../src/base/shared/leases.js';
import { createInteractionStore } from '../../../../src/bot/interaction/store.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

/** Interactions of several processes that share a database. */
onEveryEngine((openDatabase) => {
  it('are taken over once, by who serves their server, and only when their process has ended', async () => {
    const clock = manualClock();
    const db = await openDatabase();
    const leases = createLeases({ db, clock, owner: 'test' });
    const seal = createSeal(['11'.repeat(32)]);
    const start = async (name: string) => {
      const lease = (await leases.take(`bot/${name}`)) as HeldLease;
      const served = { member: () => `${lease.name}/${lease.fence}` };
      return { lease, ...createInteractionStore({ db, seal, clock, served }) };
    };
    const [one, two, three] = [await start('a'), await start('b'), await start('c')];
    const begun = { memberId: 'mia', acknowledged: 'private', applicationId: '1', command: '/rig' } as const;
    await one.keep({ ...begun, id: '1', guildId: 'x', token: 'first' });
    await one.keep({ ...begun, id: '2', guildId: 'y', token: 'second' });
    await two.keep({ ...begun, id: '3', guildId: 'x', token: 'third' });
    const inX = ({ guildId }: { guildId: string | null }) => guildId === 'x';
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

    expect(await two.takeOver(inX)).toEqual([]);
    await clock.advance(10_000);
    await two.lease.renew();
    await three.lease.renew();
    await clock.advance(6_000); // the lease of the first has ended
    expect(await two.takeOver(inX)).toMatchObject([{ id: '1', token: 'first' }]);
    expect(ids(await three.takeOver(() => true))).toEqual(['2']);
    expect(await three.takeOver(() => true)).toEqual([]);
    expect(await one.lease.renew()).toBe(false); // it was only paused, and learns that it was replaced

    await two.lease.release();
    expect(ids(await three.takeOver(() => true)).sort()).toEqual(['1', '3']);
    await db.close();
  });

  it('are stored durably where the server may crash while their process goes on', async () => {
    const db = await openDatabase();
    const asked: unknown[] = [];
    const store = createInteractionStore({
      db: {
        ...db,
        transaction(body, options) {
          asked.push(options?.durable);
          return db.transaction(body, options);
        },
      },
      seal: createSeal(['11'.repeat(32)]),
      clock: manualClock(),
      served: { member: () => 'bot/a/1' },
    });
    const begun = { memberId: 'mia', acknowledged: 'private', applicationId: '1', command: '/rig' } as const;
    await store.keep({ ...begun, id: '1', guildId: 'x', token: 'first' });
    expect(asked).toEqual([db.engine === 'postgres']);
    await db.close();
  });
});
