/** Coarse measurements of a solid: its bounds, and its slices along the Z axis. */
import type { Vec3 } from '../../geometry/vec.js';
import type { Volume } from '../../geometry/volume/volume.js';

export type Slice = { z: number; count: number; x: number; y: number; low: Vec3; high: Vec3 };

/** From the back (-Z) to the front, without empty slices. */
export function slicesOf({ size: [nx, ny, nz], origin, cell, inside }: Volume): Slice[] {
  const slices: Slice[] = [];
  for (let k = 0; k < nz; k++) {
    const z = origin[2] + k * cell;
    const sum = { x: 0, y: 0, count: 0 };
    const low: [number, number, number] = [Infinity, Infinity, z];
    const high: [number, number, number] = [-Infinity, -Infinity, z];
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        if (!inside[i + nx * (j + ny * k)]) continue;
        const x = origin[0] + i * cell;
        const y = origin[1] + j * cell;
        sum.x += x;
        sum.y += y;
        sum.count++;
        low[0] = Math.min(low[0], x);
        low[1] = Math.min(low[1], y);
        high[0] = Math.max(high[0], x);
        high[1] = Math.max(high[1], y);
      }
    if (sum.count > 0)
      slices.push({ z, count: sum.count, x: sum.x / sum.count, y: sum.y / sum.count, low, high });
  }
  return slices;
}

export type Bounds = { low: Vec3; high: Vec3; span: Vec3 };

export function boundsOf(slices: readonly Slice[]): Bounds {
  const edge = (a: 0 | 1 | 2, pick: (...values: number[]) => number, of: 'low' | 'high') =>
    slices.reduce((best, slice) => pick(best, slice[of][a]), slices[0]![of][a]);
  const low: Vec3 = [edge(0, Math.min, 'low'), edge(1, Math.min, 'low'), edge(2, Math.min, 'low')];
  const high: Vec3 = [edge(0, Math.max, 'high'), edge(1, Math.max, 'high'), edge(2, Math.max, 'high')];
  return { low, high, span: [high[0] - low[0], high[1] - low[1], high[2] - low[2]] };
}
