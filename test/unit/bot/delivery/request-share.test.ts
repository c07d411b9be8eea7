import { expect, it } from 'vitest';
import { createLeases, type HeldLease } from '../../../../src/base/shared/leases.js';
import { createRequestShare } from '../../../../src/bot/delivery/request-share.js';
import { onEveryEngine } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

/** Discord's 50 requests a second, divided among processes. */
onEveryEngine((openDatabase) => {
  it('is never exceeded by all processes together, while they come, go and die', async () => {
    const clock = manualClock();
    const db = await openDatabase();
    const leases = createLeases({ db, clock, owner: 'test' });
    const used = new Map<string, number>();
    const start = async (name: string) => {
      const lease = (await leases.take(`bot/${name}`)) as HeldLease;
      const member = () => `${lease.name}/${lease.fence}`;
      const apply = (perSecond: number) => {
        used.set(name, perSecond);
        // A newcomer may use the reserve of the pacer, 8 % of all.
        expect([...used.values()].reduce((sum, each) => sum + each)).toBeLessThanOrEqual(54);
      };
      const share = createRequestShare({ db, clock, served: { member }, apply });
      await share.divide();
      return { lease, ...share };
    };
    const shares = () => [...used.values()].map(Math.round);

    const one = await start('a');
    expect(shares()).toEqual([50]);
    const two = await start('b');
    expect(shares()).toEqual([50, 1]);
    await one.divide();
    await two.divide();
    expect(shares()).toEqual([25, 25]);
    const three = await start('c');
    for (const each of [one, two, three]) await each.divide();
    for (const each of [one, two, three]) await each.divide();
    expect(shares()).toEqual([17, 17, 17]);

    await two.lease.release();
    used.delete('b');
    await one.divide();
    await three.divide();
    expect(shares()).toEqual([25, 25]);
    await clock.advance(10_000);
    await one.lease.renew();
    await clock.advance(6_000); // the lease of the third has ended
    used.delete('c');
    await one.divide();
    expect(shares()).toEqual([50]);
    await db.close();
  });
});
