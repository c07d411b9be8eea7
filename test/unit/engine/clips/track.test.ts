import { describe, expect, it } from 'vitest';
import { createTrack, sampleTrack } from '../../../../src/engine/clips/track.js';

const rows = (...values: number[]) => values.map((value) => Float64Array.of(value));
const noLag = new Float64Array(1);

describe('a track', () => {
  const loop = createTrack([0, 0.3, 0.5, 0.8], rows(0, 1, 1, -0.5), true);
  const at = (time: number) => sampleTrack(loop, time, noLag)[0]!;

  it('passes through its keys, and closes', () => {
    expect([0, 0.3, 0.5, 0.8, 1].map(at)).toEqual([0, 1, 1, -0.5, 0]);
  });

  it('rests between two equal keys and never leaves the range of its neighbours', () => {
    for (let t = 0.3; t <= 0.5; t += 0.01) expect(at(t)).toBe(1);
    for (let t = 0; t < 1; t += 0.01) expect(at(t)).toBeLessThanOrEqual(1);
    for (let t = 0; t < 1; t += 0.01) expect(at(t)).toBeGreaterThanOrEqual(-0.5);
  });

  it('keeps its speed at every key, also where it repeats', () => {
    const step = 1e-5;
    for (const key of [0, 0.3, 0.5, 0.8]) {
      const [before, after] = [at(key) - at(key - step), at(key + step) - at(key)];
      expect(Math.abs(after - before) / step).toBeLessThan(0.01);
    }
  });

  it('holds the ends of a sequence that does not repeat, and delays channels', () => {
    const once = createTrack([0, 0.5, 1], rows(0, 2, 3), false);
    expect(sampleTrack(once, -0.2, noLag)[0]).toBe(0);
    expect(sampleTrack(once, 1.2, noLag)[0]).toBe(3);
    expect(sampleTrack(once, 0.6, Float64Array.of(0.1))[0]).toBe(2);
  });
});
