/** Three-component vectors and column-major 3x3 rotations, as plain tuples. */
export type Vec3 = readonly [number, number, number];

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const distance = (a: Vec3, b: Vec3): number => length(sub(a, b));
export const lerp = (a: Vec3, b: Vec3, t: number): Vec3 => add(a, scale(sub(b, a), t));
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (length(a) || 1));
export const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x));
export const smoothstep = (low: number, high: number, x: number): number => {
  const t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
};

export type Rotation = readonly [Vec3, Vec3, Vec3];

/** Columns of Rz * Ry * Rx for angles in radians. */
export function rotationOf([rx, ry, rz]: Vec3): Rotation {
  const [cx, sx, cy, sy] = [Math.cos(rx), Math.sin(rx), Math.cos(ry), Math.sin(ry)];
  const [cz, sz] = [Math.cos(rz), Math.sin(rz)];
  return [
    [cz * cy, sz * cy, -sy],
    [cz * sy * sx - sz * cx, sz * sy * sx + cz * cx, cy * sx],
    [cz * sy * cx + sz * sx, sz * sy * cx - cz * sx, cy * cx],
  ];
}

export const rotate = ([x, y, z]: Rotation, v: Vec3): Vec3 =>
  add(add(scale(x, v[0]), scale(y, v[1])), scale(z, v[2]));

/** Distance from `p` to the segment `a`-`b`. Without vectors in between, because weights need millions of them. */
export function segmentDistance(p: Vec3, a: Vec3, b: Vec3): number {
  const abx = b[0] - a[0];
  const aby = b[1] - a[1];
  const abz = b[2] - a[2];
  const along = (p[0] - a[0]) * abx + (p[1] - a[1]) * aby + (p[2] - a[2]) * abz;
  const t = clamp(along / (abx * abx + aby * aby + abz * abz || 1), 0, 1);
  const x = p[0] - (a[0] + abx * t);
  const y = p[1] - (a[1] + aby * t);
  const z = p[2] - (a[2] + abz * t);
  return Math.sqrt(x * x + y * y + z * z);
}

export function closestOnSegment(p: Vec3, a: Vec3, b: Vec3): Vec3 {
  const ab = sub(b, a);
  const t = clamp(dot(sub(p, a), ab) / (dot(ab, ab) || 1), 0, 1);
  return add(a, scale(ab, t));
}
