/** Closed and open pieces that figures are built of. */
import {
  add,
  cross,
  distance,
  lerp,
  normalize,
  scale,
  sub,
  type Vec3,
} from '../../src/engine/geometry/vec.js';
import type { Part } from './creature.js';

const around = 14;

/** A ball scaled to `radii`. */
export function ball(centre: Vec3, radii: Vec3 | number): Part {
  const [rx, ry, rz] = typeof radii === 'number' ? [radii, radii, radii] : radii;
  return lathe((ring, turn) => {
    const [a, b] = [(ring / around) * Math.PI, (turn / around) * 2 * Math.PI];
    return add(centre, [rx * Math.sin(a) * Math.cos(b), ry * Math.cos(a), -rz * Math.sin(a) * Math.sin(b)]);
  });
}

/** A rod with round ends; `end` is the radius at `to`. */
export function rod(from: Vec3, to: Vec3, radius: number, end = radius): Part {
  const axis = normalize(sub(to, from));
  const side = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
  const other = cross(axis, side);
  return lathe((ring, turn) => {
    const half = around / 2;
    const a =
      ring <= half ? (ring / half) * (Math.PI / 2) : (1 + (ring - half - 1) / (half - 1)) * (Math.PI / 2);
    const b = (turn / around) * 2 * Math.PI;
    const [centre, r] = ring <= half ? [to, end] : [from, radius];
    const out = add(scale(side, Math.cos(b)), scale(other, Math.sin(b)));
    return add(centre, add(scale(axis, Math.cos(a) * r), scale(out, Math.sin(a) * r)));
  });
}

function lathe(place: (ring: number, turn: number) => Vec3): Part {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (let ring = 0; ring <= around; ring++)
    for (let turn = 0; turn < around; turn++) {
      positions.push(...place(ring, turn));
      if (ring === around) continue;
      const [a, b] = [ring * around + turn, ring * around + ((turn + 1) % around)];
      indices.push(a, a + around, b, b, a + around, b + around);
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/** A closed tube along a line of points, with a ring at every `step` metres; `radii` at its two ends. */
export function limb(points: readonly Vec3[], radii: readonly [number, number], step: number): Part {
  const [positions, indices]: [number[], number[]] = [[], []];
  const lengths = points.slice(1).map((p, i) => distance(points[i]!, p));
  const rings = lengths.flatMap((length, i) => {
    const count = Math.max(1, Math.round(length / step));
    const shares = Array.from({ length: count + (i === lengths.length - 1 ? 1 : 0) }, (_, n) => n / count);
    return shares.map((share) => ({
      at: lerp(points[i]!, points[i + 1]!, share),
      along: sub(points[i + 1]!, points[i]!),
    }));
  });
  rings.forEach(({ at, along }, ring) => {
    const axis = normalize(along);
    const side = normalize(cross(axis, Math.abs(axis[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const other = cross(axis, side);
    const radius = radii[0] + ((radii[1] - radii[0]) * ring) / (rings.length - 1);
    for (let turn = 0; turn < around; turn++) {
      const a = (turn / around) * 2 * Math.PI;
      positions.push(...add(at, add(scale(side, Math.cos(a) * radius), scale(other, Math.sin(a) * radius))));
      const [b, next] = [ring * around + turn, ring * around + ((turn + 1) % around)];
      if (ring + 1 < rings.length) indices.push(b, next, b + around, next, next + around, b + around);
    }
  });
  for (const [end, ring] of [
    [points[0]!, 0],
    [points.at(-1)!, rings.length - 1],
  ] as const) {
    const middle = positions.push(...end) / 3 - 1;
    for (let turn = 0; turn < around; turn++) {
      const [b, next] = [ring * around + turn, ring * around + ((turn + 1) % around)];
      indices.push(middle, ...(ring === 0 ? [next, b] : [b, next]));
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

export function box(centre: Vec3, [w, h, d]: Vec3): Part {
  const positions = Array.from({ length: 8 }, (_, i) => [
    centre[0] + ((i & 1) - 0.5) * w,
    centre[1] + (((i >> 1) & 1) - 0.5) * h,
    centre[2] + ((i >> 2) - 0.5) * d,
  ]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return {
    positions: Float32Array.from(positions.flat()),
    indices: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
  };
}

export const both = (make: (x: 1 | -1) => Part[]): Part[] => [...make(1), ...make(-1)];

/** An open sheet, one layer thick: `place` maps two numbers from 0 to 1 to a point. */
export function sheet(place: (u: number, v: number) => Vec3, columns = 14, rows = 14): Part {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      positions.push(...place(column / columns, row / rows));
      if (row === rows || column === columns) continue;
      const a = row * (columns + 1) + column;
      indices.push(a, a + columns + 1, a + 1, a + 1, a + columns + 1, a + columns + 2);
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}
