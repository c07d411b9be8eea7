import { expect, it } from 'vitest';
import { judgeLeases, type Tenure } from './cluster/leases.js';

/** How the storm judges takeovers: by what a process that was well all the while could have done. */

const seconds = (count: number) => count * 1_000;
const tenure = (owner: string, fence: number, since: number, lastSign: number): Tenure => ({
  name: 'service/payments',
  owner,
  fence,
  since: seconds(since),
  lastSign: seconds(lastSign),
  until: seconds(lastSign + 15),
});
const span = (from: number, to: number) => ({ from: seconds(from), to: seconds(to) });
const judge = (well: ReturnType<typeof span>[], outages: ReturnType<typeof span>[] = [], takenAt = 50) =>
  judgeLeases(
    { tenures: () => [tenure('a', 1, 0, 20), tenure('b', 2, takenAt, takenAt)], outages: () => outages },
    seconds(20),
    () => well,
  );

it('finds a lease that stayed free for 30 s although a process was healthy', () => {
  const { problems, longestMs } = judge([span(0, 100)]);
  expect(problems).toEqual([expect.stringContaining('nobody had it for 30 s')]);
  expect(longestMs).toEqual({ 'service/payments': 30_000 });
});

it('does not count the time in which no process was well, nor the database', () => {
  expect(judge([span(0, 25), span(40, 100)]).longestMs).toEqual({ 'service/payments': 10_000 });
  expect(judge([span(0, 100)], [span(30, 38)]).longestMs).toEqual({ 'service/payments': 12_000 });
});

it('finds a lease that was taken while its holder had it, and a fence that was left out', () => {
  expect(judge([], [], 30).problems).toEqual([expect.stringContaining('b took it while a had it')]);
  const { problems } = judgeLeases(
    { tenures: () => [tenure('a', 1, 0, 20), tenure('b', 3, 50, 50)], outages: () => [] },
    seconds(20),
    () => [],
  );
  expect(problems).toEqual([expect.stringContaining('from 1 to 3')]);
});
