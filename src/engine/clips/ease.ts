import { clamp } from '../geometry/vec.js';

/** A curve that is nowhere below the values: their greatest within `span` places, averaged over as many of them. */
export function easeAround(values: readonly number[], span: number, loops: boolean): number[] {
  const count = values.length;
  const at = (list: readonly number[], i: number) =>
    list[loops ? ((i % count) + count) % count : clamp(i, 0, count - 1)]!;
  const near = (list: readonly number[], i: number) =>
    Array.from({ length: 2 * span + 1 }, (_, k) => at(list, i + k - span));
  const greatest = values.map((_, i) => Math.max(...near(values, i)));
  return values.map((_, i) => near(greatest, i).reduce((sum, value) => sum + value, 0) / (2 * span + 1));
}
