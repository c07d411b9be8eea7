import { gridSteps } from './bridge.js';
import { createBuckets } from './buckets.js';
import { neighbourSteps, type Volume } from './volume.js';

/** Shortest paths through the solid from one cell. `length` is Infinity and `parent` -1 for unreachable cells. */
export type Paths = { length: Float64Array; parent: Int32Array };

/** Dijkstra over the 26 neighbours. @param price cost of a metre in a cell; 1 gives plain lengths */
export function shortestPaths(
  volume: Volume,
  sources: readonly number[],
  price: (cell: number) => number,
): Paths {
  const length = new Float64Array(volume.inside.length).fill(Infinity);
  const parent = new Int32Array(volume.inside.length).fill(-1);
  const steps = gridSteps(volume);
  const spans = Float64Array.from(neighbourSteps, (one) => one.length * volume.cell);
  const prices = new Float64Array(volume.inside.length);
  let [cheapest, dearest] = [Infinity, 0];
  for (let c = 0; c < prices.length; c++) {
    if (!volume.inside[c]) continue;
    const own = price(c);
    prices[c] = own;
    if (own < cheapest) cheapest = own;
    if (own > dearest) dearest = own;
  }
  const queue = createBuckets(cheapest * volume.cell, dearest * volume.cell * Math.sqrt(3));
  const done = new Uint8Array(prices.length);
  for (const source of sources) {
    length[source] = 0;
    queue.push(0, source);
  }
  for (let c = queue.pop(); c >= 0; c = queue.pop()) {
    if (done[c]) continue;
    done[c] = 1;
    const own = prices[c]!;
    for (let s = 0; s < steps.length; s++) {
      const n = c + steps[s]!;
      if (!volume.inside[n] || done[n]) continue;
      const reached = length[c]! + (spans[s]! * (own + prices[n]!)) / 2;
      if (reached >= length[n]!) continue;
      length[n] = reached;
      parent[n] = c;
      queue.push(reached, n);
    }
  }
  return { length, parent };
}

/** The cells from a cell to the source, both included. */
export function walkBack({ parent }: Paths, from: number): number[] {
  const path: number[] = [];
  for (let c = from; c >= 0; c = parent[c]!) path.push(c);
  return path;
}
