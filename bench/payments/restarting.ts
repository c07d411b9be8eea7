import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../../src/base/clock.js';
import { type Figure, median } from '../figure.js';
import { fill, MANY, openService, type Till } from './shop.js';

/** Each with its own ratio, because a start waits for a shared disk several times. */
const ROUNDS = 40;
/** Starts in one process get faster until their code is compiled. */
const WARMUP = 6;
const SESSIONS = 100_000;

/** The time from process start to a ready service, over real HTTP, with an empty and a full database. */
export async function restarting(folder: string, till: Till): Promise<Figure[]> {
  const [empty, full] = [join(folder, 'empty.db'), join(folder, 'full.db')];
  await fill(empty, 0, 0);
  await fill(full, MANY, SESSIONS);
  const start = async (dbPath: string) => {
    const begin = performance.now();
    const service = await openService(dbPath, folder, till, systemClock, till.rpc);
    const url = await service.listen(0);
    while (!(await fetch(`${url}/readyz`)).ok) await systemClock.sleep(1);
    const took = performance.now() - begin;
    await service.close();
    return took;
  };
  const rounds: [number, number][] = [];
  for (let round = -WARMUP; round < ROUNDS; round += 1) {
    // Either comes first in turn: the first of two starts finds other caches, and a collector with more to do.
    const isEmptyFirst = round % 2 === 0;
    const first = await start(isEmptyFirst ? empty : full);
    const second = await start(isEmptyFirst ? full : empty);
    if (round >= 0) rounds.push(isEmptyFirst ? [first, second] : [second, first]);
  }
  const [fresh, loaded] = [0, 1].map((side) => median(rounds.map((round) => round[side]!))) as [
    number,
    number,
  ];
  const ratio = median(rounds.map(([of, to]) => to / of));
  return [
    {
      name: 'restart to ready, 10,000 open purchases and 100,000 sessions',
      value: loaded,
      unit: 'ms',
      peer: { name: 'empty', value: fresh },
      ratio,
      goal: { text: '<= 1.2 x empty', met: ratio <= 1.2 },
    },
  ];
}
