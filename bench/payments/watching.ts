import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Clock, systemClock } from '../../src/base/clock.js';
import type { Rpc } from '../../src/chain/rpc.js';
import { type Figure, median } from '../figure.js';
import { FEW, fill, MANY, openService, type Till } from './shop.js';

/** A day of the clock in 24 minutes. */
const FASTER = 60;
const fastClock = (): Clock => {
  const start = Date.now();
  return {
    now: () => start + (Date.now() - start) * FASTER,
    sleep: (ms, signal) => systemClock.sleep(ms / FASTER, signal),
  };
};

const counting = (rpc: Rpc) => {
  let calls = 0;
  const counted = Object.fromEntries(
    Object.entries(rpc).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        if (!['nodes', 'close', 'onActivity', 'room'].includes(name)) calls += 1;
        return (method as (...of: unknown[]) => unknown)(...values);
      },
    ]),
  ) as Rpc;
  return { rpc: counted, calls: () => calls };
};

/** RPC calls in a minute of a watching service, on a clock sixty times as fast as real time. */
export async function watching(folder: string, till: Till): Promise<Figure[]> {
  const callsWith = async (open: number) => {
    const dbPath = join(folder, `open-${open}.db`);
    await fill(dbPath, open, 0);
    const { rpc, calls } = counting(till.rpc);
    const service = await openService(dbPath, folder, till, fastClock(), rpc);
    await service.listen(0);
    await systemClock.sleep(300); // the first scan, which reads further back
    const begin = { calls: calls(), at: performance.now() };
    await systemClock.sleep(2_000);
    const minutes = ((performance.now() - begin.at) * FASTER) / 60_000;
    const rate = (calls() - begin.calls) / minutes;
    await service.close();
    return rate;
  };
  const rounds: [number, number][] = [];
  for (let round = 0; round < 3; round += 1) {
    rounds.push([await callsWith(FEW), await callsWith(MANY)]);
    for (const open of [FEW, MANY])
      for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `open-${open}.db${end}`), { force: true });
  }
  const [few, many] = [0, 1].map((side) => median(rounds.map((round) => round[side]!))) as [number, number];
  return [
    {
      name: `RPC calls with ${MANY.toLocaleString('en-US')} open purchases`,
      value: many,
      unit: 'per minute',
      peer: { name: `with ${FEW}`, value: few },
      ratio: many / few,
      goal: { text: '<= 1.1 x', met: many / few <= 1.1 },
    },
  ];
}
