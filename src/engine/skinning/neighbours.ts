import type { Vec3 } from '../geometry/vec.js';

const none: readonly number[] = [];

/** Nearest points by a uniform hash grid with about four points per cell. */
export function createNeighbours(positions: Float32Array) {
  const count = positions.length / 3;
  const cell = spacing(positions) * 2;
  const keyOf = (i: number, j: number, k: number) => ((i + 512) * 1024 + (j + 512)) * 1024 + (k + 512);
  const cells = new Map<number, number[]>();
  for (let v = 0; v < count; v++) {
    const at = (axis: number) => Math.floor(positions[v * 3 + axis]! / cell);
    const key = keyOf(at(0), at(1), at(2));
    const list = cells.get(key);
    if (list) list.push(v);
    else cells.set(key, [v]);
  }
  const scan = ([x, y, z]: Vec3, reach: number) => {
    const found: { vertex: number; distance: number }[] = [];
    const ci = Math.floor(x / cell);
    const cj = Math.floor(y / cell);
    const ck = Math.floor(z / cell);
    for (let i = ci - reach; i <= ci + reach; i++)
      for (let j = cj - reach; j <= cj + reach; j++)
        for (let k = ck - reach; k <= ck + reach; k++)
          for (const vertex of cells.get(keyOf(i, j, k)) ?? none) {
            const dx = positions[vertex * 3]! - x;
            const dy = positions[vertex * 3 + 1]! - y;
            const dz = positions[vertex * 3 + 2]! - z;
            found.push({ vertex, distance: Math.sqrt(dx * dx + dy * dy + dz * dz) });
          }
    return found;
  };
  const all = ([x, y, z]: Vec3, k: number) => {
    const best: { vertex: number; distance: number }[] = [];
    for (let vertex = 0; vertex < count; vertex++) {
      const [dx, dy] = [positions[vertex * 3]! - x, positions[vertex * 3 + 1]! - y];
      const dz = positions[vertex * 3 + 2]! - z;
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (best.length === k && distance >= best[k - 1]!.distance) continue;
      if (best.length === k) best.pop();
      const place = best.findIndex((one) => one.distance > distance);
      best.splice(place < 0 ? best.length : place, 0, { vertex, distance });
    }
    return best;
  };
  return {
    /** Between one and `k` points, nearest first. */
    nearest(p: Vec3, k: number): { vertex: number; distance: number }[] {
      for (let reach = 1; ; reach *= 2) {
        // Far from all points, a linear scan is faster than visiting empty cells.
        const found = reach <= 4 ? scan(p, reach) : all(p, k);
        if (found.length >= k || reach > 4)
          return found.sort((a, b) => a.distance - b.distance || a.vertex - b.vertex).slice(0, k);
      }
    },
  };
}

/** Approximate distance between neighbours, from the bounding box's surface. */
function spacing(positions: Float32Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    low[i % 3] = Math.min(low[i % 3]!, value);
    high[i % 3] = Math.max(high[i % 3]!, value);
  });
  const [w, h, d] = [0, 1, 2].map((a) => high[a]! - low[a]!) as [number, number, number];
  return Math.sqrt((2 * (w * h + h * d + d * w)) / (positions.length / 3));
}
