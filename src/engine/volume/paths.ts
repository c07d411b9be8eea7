import { stepsOf } from './bridge.js';
import { neighbourSteps, type Volume } from './volume.js';

/** Shortest ways through the solid from one cell. `length` is Infinity and `parent` -1 where none leads. */
export type Paths = { length: Float64Array; parent: Int32Array };

/** Dijkstra over the 26 neighbours. @param price of a metre in a cell; 1 gives plain lengths */
export function shortestPaths(
  volume: Volume,
  sources: readonly number[],
  price: (cell: number) => number,
): Paths {
  const length = new Float64Array(volume.inside.length).fill(Infinity);
  const parent = new Int32Array(volume.inside.length).fill(-1);
  const steps = stepsOf(volume);
  const spans = neighbourSteps.map((one) => one.length * volume.cell);
  const heap = createHeap();
  for (const source of sources) {
    length[source] = 0;
    heap.push(0, source);
  }
  for (let c = heap.pop(); c >= 0; c = heap.pop()) {
    if (heap.popped() > length[c]!) continue;
    const own = price(c);
    for (let s = 0; s < steps.length; s++) {
      const n = c + steps[s]!;
      if (!volume.inside[n]) continue;
      const reached = length[c]! + (spans[s]! * (own + price(n))) / 2;
      if (reached >= length[n]!) continue;
      length[n] = reached;
      parent[n] = c;
      heap.push(reached, n);
    }
  }
  return { length, parent };
}

/** From a cell to the source, both included. */
export function walkBack({ parent }: Paths, from: number): number[] {
  const path: number[] = [];
  for (let c = from; c >= 0; c = parent[c]!) path.push(c);
  return path;
}

/** A binary heap of cells by key, smallest first. */
function createHeap() {
  const keys: number[] = [];
  const cells: number[] = [];
  let lastKey = 0;
  const place = (at: number, key: number, cell: number) => {
    keys[at] = key;
    cells[at] = cell;
  };
  return {
    push(key: number, cell: number) {
      let at = keys.length;
      place(at, key, cell);
      while (at > 0) {
        const up = (at - 1) >> 1;
        if (keys[up]! <= key) break;
        place(at, keys[up]!, cells[up]!);
        at = up;
      }
      place(at, key, cell);
    },
    /** -1 when empty. */
    pop(): number {
      if (keys.length === 0) return -1;
      const top = cells[0]!;
      lastKey = keys[0]!;
      const key = keys.pop()!;
      const cell = cells.pop()!;
      const count = keys.length;
      if (count === 0) return top;
      let at = 0;
      for (;;) {
        let down = at * 2 + 1;
        if (down >= count) break;
        if (down + 1 < count && keys[down + 1]! < keys[down]!) down++;
        if (keys[down]! >= key) break;
        place(at, keys[down]!, cells[down]!);
        at = down;
      }
      place(at, key, cell);
      return top;
    },
    popped: () => lastKey,
  };
}
