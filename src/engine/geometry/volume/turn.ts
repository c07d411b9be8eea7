import { type Field, leaf } from '../field/field.js';
import type { Vec3 } from '../vec.js';
import type { Volume } from './volume.js';

/** Exact quarter turns about Y, +Z towards +X. */
export function quarterTurn([x, y, z]: Vec3, turns: number): Vec3 {
  const t = ((turns % 4) + 4) % 4;
  if (t === 1) return [z, y, -x];
  if (t === 2) return [-x, y, -z];
  return t === 3 ? [-z, y, x] : [x, y, z];
}

/** The same solid after quarter turns. */
export function turnedField({ box, at }: Field, turns: number): Field {
  const [a, b] = [quarterTurn(box.min, turns), quarterTurn(box.max, turns)];
  const edge = (pick: (...values: number[]) => number): Vec3 => [
    pick(a[0], b[0]),
    pick(a[1], b[1]),
    pick(a[2], b[2]),
  ];
  return leaf({ min: edge(Math.min), max: edge(Math.max) }, (x, y, z) =>
    at(...quarterTurn([x, y, z], -turns)),
  );
}

/** The same solid after quarter turns. */
export function turnVolume(volume: Volume, turns: number): Volume {
  let turned = volume;
  for (let t = ((turns % 4) + 4) % 4; t > 0; t--) turned = turnOnce(turned);
  return turned;
}

function turnOnce({ size: [nx, ny, nz], origin, cell, inside, depth }: Volume): Volume {
  const made = { inside: new Uint8Array(inside.length), depth: new Float32Array(depth.length) };
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const from = i + nx * (j + ny * k);
        const to = k + nz * (j + ny * (nx - 1 - i));
        made.inside[to] = inside[from]!;
        made.depth[to] = depth[from]!;
      }
  return {
    size: [nz, ny, nx],
    origin: [origin[2], origin[1], -(origin[0] + (nx - 1) * cell)],
    cell,
    ...made,
  };
}
