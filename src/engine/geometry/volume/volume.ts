import type { Vec3 } from '../vec.js';

/**
 * Cubic cells; cell (i, j, k) is at index `i + size[0] * (j + size[1] * k)`, its centre at `origin + (i, j, k) *
 * cell`.
 */
export type Grid = { size: readonly [number, number, number]; origin: Vec3; cell: number };

/** A solid on a grid: `inside` is 1 within it; `depth` is the distance to the surface, negative outside. */
export type Volume = Grid & { inside: Uint8Array; depth: Float32Array };

export const cellCount = ({ size }: Grid): number => size[0] * size[1] * size[2];

export function centreOf({ size, origin, cell }: Grid, index: number): Vec3 {
  const i = index % size[0];
  const j = Math.floor(index / size[0]) % size[1];
  const k = Math.floor(index / (size[0] * size[1]));
  return [origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell];
}

/** Calls `visit` for the solid's cells in order, with their centres; a list would be too long. */
export function eachInside(
  { size, origin, cell, inside }: Pick<Volume, keyof Grid | 'inside'>,
  visit: (index: number, x: number, y: number, z: number) => void,
): void {
  let index = 0;
  for (let k = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++, index++)
        if (inside[index]) visit(index, origin[0] + i * cell, origin[1] + j * cell, origin[2] + k * cell);
}

/** The cell containing a point, or the nearest one for points outside the grid. */
export function cellAt({ size, origin, cell }: Grid, p: Vec3): number {
  const at = (axis: 0 | 1 | 2) =>
    Math.min(size[axis] - 1, Math.max(0, Math.round((p[axis] - origin[axis]) / cell)));
  return at(0) + size[0] * (at(1) + size[1] * at(2));
}

/** Trilinearly interpolated depth. */
export function depthAt({ size, origin, cell, depth }: Volume, x: number, y: number, z: number): number {
  const [nx, ny, nz] = size;
  const u = Math.min(nx - 1.001, Math.max(0, (x - origin[0]) / cell));
  const v = Math.min(ny - 1.001, Math.max(0, (y - origin[1]) / cell));
  const w = Math.min(nz - 1.001, Math.max(0, (z - origin[2]) / cell));
  const i = Math.floor(u);
  const j = Math.floor(v);
  const k = Math.floor(w);
  const at = i + nx * (j + ny * k);
  const near = planeAt(depth, at, nx, u - i, v - j);
  const beyond = planeAt(depth, at + nx * ny, nx, u - i, v - j);
  return near * (1 - (w - k)) + beyond * (w - k);
}

/** Bilinear interpolation between four cells of one layer, starting at `at`. */
function planeAt(depth: Float32Array, at: number, nx: number, fu: number, fv: number): number {
  const row = depth[at]! * (1 - fu) + depth[at + 1]! * fu;
  const next = depth[at + nx]! * (1 - fu) + depth[at + nx + 1]! * fu;
  return row * (1 - fv) + next * fv;
}

/** Whether a straight line stays inside the solid, except for up to `slack` metres. */
export function sees(volume: Volume, from: Vec3, to: Vec3, slack: number): boolean {
  const [x, y, z] = from;
  const [dx, dy, dz] = [to[0] - x, to[1] - y, to[2] - z];
  const steps = Math.ceil(Math.sqrt(dx * dx + dy * dy + dz * dz) / volume.cell);
  for (let s = 1; s < steps; s++) {
    const t = s / steps;
    if (depthAt(volume, x + dx * t, y + dy * t, z + dz * t) < -slack) return false;
  }
  return true;
}

export const neighbourSteps: readonly { step: readonly [number, number, number]; length: number }[] = [
  -1, 0, 1,
].flatMap((x) =>
  [-1, 0, 1].flatMap((y) =>
    [-1, 0, 1]
      .filter((z) => x !== 0 || y !== 0 || z !== 0)
      .map((z) => ({ step: [x, y, z] as const, length: Math.hypot(x, y, z) })),
  ),
);
