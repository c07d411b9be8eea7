import { describe, expect, it } from 'vitest';
import { busiestWindow, isLoop, windowMs } from './refusals/loops.js';

/** How the campaign of a refusing Discord tells an endless loop from retries. */

const spread = (count: number, overMs: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_, at) => fromMs + (at * overMs) / count);

describe('the judge of loops', () => {
  it('finds a thread that is reopened and refused for ever: 571 requests in 15 s', () => {
    expect(isLoop(spread(571, windowMs))).toBe(true);
  });

  it('finds the loop wherever it begins, also after pauses that were leapt over', () => {
    const before = spread(100, 3_600_000);
    expect(isLoop([...before, ...spread(571, windowMs, 3_603_000)])).toBe(true);
  });

  it('accepts a rate-limited request that is retried every second for each of four members', () => {
    const everySecond = Array.from({ length: 600 }, (_, at) => Math.floor(at / 4) * 1_000);
    expect(isLoop(everySecond)).toBe(false);
  });

  it('accepts backoffs however many a leaping clock packs into a short real time', () => {
    const backoff = Array.from({ length: 12 }, (_, at) => 1_000 * 2 ** at);
    const rows = Array.from({ length: 20 }, () => backoff).flat();
    expect(isLoop(rows)).toBe(false);
  });

  it('counts half-open windows, in any order of times', () => {
    expect(busiestWindow([])).toBe(0);
    expect(busiestWindow([windowMs, 0])).toBe(1);
    expect(busiestWindow([windowMs - 1, 0, 1])).toBe(3);
  });
});
