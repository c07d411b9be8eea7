import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.js';
import { createResumption } from '../../../src/bot/resumption.js';
import { manualClock } from '../../support/clock.js';

/** Two features, of which the first finds the database out of reach as often as told. */
function openWork(failures: number) {
  const clock = manualClock();
  const resumed: string[] = [];
  const guilds = ['1', '2', '3'];
  let left = failures;
  const noting = (name: string) => async (isNew: (guildId: string | null) => boolean) => {
    if (name === 'talks' && left > 0) {
      left -= 1;
      throw new Error('the database system is starting up');
    }
    resumed.push(`${name} ${guilds.filter(isNew).join()}`);
  };
  const features = [{ resume: noting('talks') }, { resume: noting('purchases') }];
  return { clock, resumed, ...createResumption({ features, clock, log: silentLog }) };
}

it('resumes unfinished work at the start, and more when further servers arrive', async () => {
  const { add, start, stop, clock, resumed } = openWork(0);
  add((guildId) => guildId === '1');
  expect(resumed).toEqual([]);
  await start();
  add((guildId) => guildId === '2');
  await clock.advance(0);
  expect(resumed).toEqual(['talks 1', 'purchases 1', 'talks 2', 'purchases 2']);
  await stop();
});

it('starts although a feature could not continue, which tries again until it could', async () => {
  const { add, start, stop, clock, resumed } = openWork(3);
  add((guildId) => guildId === '1');
  await start();
  expect(resumed).toEqual(['purchases 1']);
  add((guildId) => guildId === '2');
  await clock.advance(10_000);
  expect(resumed.filter((one) => one.startsWith('purchases'))).toEqual(['purchases 1', 'purchases 2']);
  expect(resumed.filter((one) => one.startsWith('talks'))).toEqual(['talks 1,2']);
  await stop();
});

it('stops while it waits for the next try', async () => {
  const { add, start, stop, clock, resumed } = openWork(Number.POSITIVE_INFINITY);
  add(() => true);
  await start();
  await stop();
  await clock.advance(60_000);
  expect(resumed).toEqual(['purchases 1,2,3']);
});
