import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.js';
import { startLoop } from '../../../src/base/loop.js';
import { manualClock } from '../../support/clock.js';

describe('a background loop', () => {
  it('runs at its interval and stops when told', async () => {
    const clock = manualClock();
    let rounds = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 1000,
      clock,
      log: silentLog,
      round: async () => void rounds++,
    });
    await clock.advance(2500);
    expect(rounds).toBe(3);
    await loop.stop();
    await clock.advance(5000);
    expect(rounds).toBe(3);
  });

  it('continues after a failure with growing delays, and at its own interval once it succeeds again', async () => {
    const clock = manualClock();
    const at: number[] = [];
    const start = clock.now();
    const round = async () => {
      at.push(clock.now() - start);
      if (at.length <= 2) throw new Error('no luck');
      return undefined;
    };
    const loop = startLoop({ name: 'test', everyMs: 1000, clock, log: silentLog, round });
    await clock.advance(8000);
    expect(at).toEqual([0, 2000, 6000, 7000, 8000]);
    await loop.stop();
  });

  it('waits no longer after a failure because it was woken often meanwhile', async () => {
    const clock = manualClock();
    const start = clock.now();
    const at: number[] = [];
    let isWell = false;
    const round = async () => {
      at.push(clock.now() - start);
      if (!isWell) throw new Error('no luck');
      return undefined;
    };
    const loop = startLoop({ name: 'test', everyMs: 1000, clock, log: silentLog, round });
    for (let wakes = 0; wakes < 19; wakes += 1) {
      await clock.advance(100);
      loop.wake();
    }
    await clock.advance(0);
    expect(at).toHaveLength(20);
    isWell = true;
    await clock.advance(100); // when it would have been repeated without the wake-up
    expect(at.at(-1)).toBe(2000);
    await loop.stop();
  });

  it('follows a wake at once, and never runs two rounds together', async () => {
    const clock = manualClock();
    let running = 0;
    let most = 0;
    let rounds = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 60_000,
      clock,
      log: silentLog,
      async round() {
        most = Math.max(most, ++running);
        await clock.sleep(100);
        running--;
        rounds++;
        return undefined;
      },
    });
    await clock.advance(50);
    loop.wake();
    loop.wake();
    await clock.advance(300);
    expect({ most, rounds }).toEqual({ most: 1, rounds: 2 });
    await clock.advance(100);
    await loop.stop();
  });
});
