import { beforeEach, describe, expect, it } from 'vitest';
import { createOngoing } from '../../../../src/service/rig/ongoing.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

const patienceMs = 15_000;

describe('work that outlasts its request', () => {
  let clock: ManualClock;
  let ongoing: ReturnType<typeof createOngoing<string>>;
  /** What ends the work that was begun, in order. */
  let begun: { resolve(file: string): void; reject(error: Error): void }[];
  beforeEach(() => {
    clock = manualClock();
    ongoing = createOngoing<string>(clock);
    begun = [];
  });
  const ask = (key: string) =>
    ongoing(key, patienceMs, () => new Promise((resolve, reject) => begun.push({ resolve, reject })));

  it('is begun once, however much other work is begun meanwhile', async () => {
    const requests = Array.from({ length: 1_500 }, (_, at) => ask(`rig ${at}`));
    await clock.advance(patienceMs);
    expect(new Set(await Promise.all(requests))).toEqual(new Set([null]));
    const again = ask('rig 0');
    begun[0]!.resolve('the file');
    expect(await again).toBe('the file');
    expect(begun).toHaveLength(1_500);
  });

  it('tells its failure to the next request, and then begins again', async () => {
    const first = ask('rig');
    await clock.advance(patienceMs);
    expect(await first).toBeNull();
    begun[0]!.reject(new Error('no memory'));
    await expect(ask('rig')).rejects.toThrow('no memory');
    const again = ask('rig');
    begun[1]!.resolve('the file');
    expect(await again).toBe('the file');
  });

  it('tells no failure of long ago, because its request has gone', async () => {
    const first = ask('rig');
    await clock.advance(patienceMs);
    expect(await first).toBeNull();
    begun[0]!.reject(new Error('no memory'));
    await clock.advance(60_000);
    const later = ask('rig');
    begun[1]!.resolve('the file');
    expect(await later).toBe('the file');
  });

  it('tells one failure to all requests that wait for it, and keeps it for none of them', async () => {
    const both = [ask('rig'), ask('rig')];
    begun[0]!.reject(new Error('no memory'));
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
    const again = ask('rig');
    begun[1]!.resolve('the file');
    expect(await again).toBe('the file');
  });
});
