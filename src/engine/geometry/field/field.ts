/**
 * Signed distance fields: negative inside, Lipschitz constant about 1. Blending uses Quilez' polynomial smooth
 * minimum, which has compact support, so a field can be pruned to the parts near a box without changing its values
 * there.
 */
import { type Rotation, rotate, rotationOf, sub, type Vec3 } from '../vec.js';

export type Box = { min: Vec3; max: Vec3 };

export type Field = {
  at(x: number, y: number, z: number): number;
  /** Encloses the surface. */
  box: Box;
  /** The same field near `box`, without parts too far away to matter; null when nothing is near. */
  near(box: Box): Field | null;
};

export const growBox = ({ min, max }: Box, r: number): Box => ({
  min: [min[0] - r, min[1] - r, min[2] - r],
  max: [max[0] + r, max[1] + r, max[2] + r],
});

/** The longest side of a field's box. */
export const extentOf = ({ box: { min, max } }: Pick<Field, 'box'>): number =>
  Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);

export const joinBoxes = (boxes: readonly Box[]): Box => ({
  min: [0, 1, 2].map((i) => Math.min(...boxes.map((b) => b.min[i]!))) as unknown as Vec3,
  max: [0, 1, 2].map((i) => Math.max(...boxes.map((b) => b.max[i]!))) as unknown as Vec3,
});

const overlapBox = (a: Box, b: Box): Box => ({
  min: [0, 1, 2].map((i) => Math.max(a.min[i]!, b.min[i]!)) as unknown as Vec3,
  max: [0, 1, 2].map((i) => Math.min(a.max[i]!, b.max[i]!)) as unknown as Vec3,
});

const touches = (a: Box, b: Box): boolean =>
  a.min[0] <= b.max[0] &&
  b.min[0] <= a.max[0] &&
  a.min[1] <= b.max[1] &&
  b.min[1] <= a.max[1] &&
  a.min[2] <= b.max[2] &&
  b.min[2] <= a.max[2];

export function leaf(box: Box, at: Field['at']): Field {
  const self: Field = { at, box, near: (other) => (touches(box, other) ? self : null) };
  return self;
}

/** Smooth union with a fillet of width `k`; `k` 0 is the plain union. */
export function blend(k: number, parts: readonly Field[]): Field {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return blendIn(growBox(joinBoxes(parts.map((part) => part.box)), k / 4), k, parts);
}

/** `box` is any box that encloses the blend. */
function blendIn(box: Box, k: number, parts: readonly Field[]): Field {
  const ats = parts.map((part) => part.at);
  const fillet = k > 0 ? 1 / (4 * k) : 0;
  return {
    box,
    at(x, y, z) {
      let d = ats[0]!(x, y, z);
      for (let i = 1; i < ats.length; i++) {
        const e = ats[i]!(x, y, z);
        const h = k - Math.abs(d - e);
        d = Math.min(d, e);
        if (h > 0) d -= h * h * fillet;
      }
      return d;
    },
    near(other) {
      const wide = growBox(other, k);
      const close: Field[] = [];
      for (const part of parts) {
        const near = part.near(wide);
        if (near) close.push(near);
      }
      return close.length > 1 ? blendIn(box, k, close) : (close[0] ?? null);
    },
  };
}

export const union = (...parts: Field[]): Field => blend(0, parts);

/** `a` minus `b`; `k` rounds the edge where they meet. */
export const cut = (a: Field, b: Field, k = 0): Field => overlay(a, b, -1, a.box, k);

/** Intersection; `k` rounds the edge where they meet. */
export const intersect = (a: Field, b: Field, k = 0): Field => overlay(a, b, 1, overlapBox(a.box, b.box), k);

/** The overlap of `a` with the inside (`sign` 1) or outside (-1) of `b`. */
function overlay(a: Field, b: Field, sign: 1 | -1, box: Box, k: number): Field {
  return {
    box,
    at(x, y, z) {
      const d = a.at(x, y, z);
      const e = sign * b.at(x, y, z);
      const h = k - Math.abs(d - e);
      return Math.max(d, e) + (h > 0 ? (h * h) / (4 * k) : 0);
    },
    near(around) {
      const wide = k > 0 ? growBox(around, k) : around;
      const nearA = a.near(wide);
      if (!nearA) return null;
      const nearB = b.near(wide);
      if (nearB) return overlay(nearA, nearB, sign, box, k);
      return sign === 1 ? null : nearA;
    },
  };
}

/** Offsets the field's surface outwards by `r`. */
export function grow(a: Field, r: number): Field {
  return {
    box: growBox(a.box, r),
    at: (x, y, z) => a.at(x, y, z) - r,
    near(box) {
      const close = a.near(growBox(box, Math.max(r, 0)));
      return close && grow(close, r);
    },
  };
}

/** Rotates the field by `angles` (radians) about `pivot`. */
export function turn(a: Field, pivot: Vec3, angles: Vec3): Field {
  const rotation = rotationOf(angles);
  const corners = cornersOf(a.box).map((corner) => {
    const [x, y, z] = rotate(rotation, sub(corner, pivot));
    return [x + pivot[0], y + pivot[1], z + pivot[2]] as const;
  });
  const box = joinBoxes(corners.map((corner) => ({ min: corner, max: corner })));
  return leaf(box, inverse(a.at, pivot, rotation));
}

function inverse(at: Field['at'], [px, py, pz]: Vec3, [u, v, w]: Rotation): Field['at'] {
  const [ux, uy, uz] = u;
  const [vx, vy, vz] = v;
  const [wx, wy, wz] = w;
  return (x, y, z) => {
    const dx = x - px;
    const dy = y - py;
    const dz = z - pz;
    return at(
      px + ux * dx + uy * dy + uz * dz,
      py + vx * dx + vy * dy + vz * dz,
      pz + wx * dx + wy * dy + wz * dz,
    );
  };
}

const cornersOf = ({ min, max }: Box): Vec3[] =>
  [min[0], max[0]].flatMap((x) =>
    [min[1], max[1]].flatMap((y) => [min[2], max[2]].map((z) => [x, y, z] as const)),
  );

/** Unit gradient by central differences. */
export function gradient(field: Pick<Field, 'at'>, [x, y, z]: Vec3, h: number): Vec3 {
  const dx = field.at(x + h, y, z) - field.at(x - h, y, z);
  const dy = field.at(x, y + h, z) - field.at(x, y - h, z);
  const dz = field.at(x, y, z + h) - field.at(x, y, z - h);
  const size = Math.sqrt(dx * dx + dy * dy + dz * dz);
  return size > 1e-12 ? [dx / size, dy / size, dz / size] : [0, 1, 0];
}

/**
 * Ray-marches from `from` along the unit vector `direction` to the surface; null when there is none within `reach`.
 */
export function hit(field: Pick<Field, 'at'>, from: Vec3, direction: Vec3, reach: number): Vec3 | null {
  for (let t = 0, step = 0; t < reach && step < 96; step++) {
    const p: Vec3 = [from[0] + direction[0] * t, from[1] + direction[1] * t, from[2] + direction[2] * t];
    const d = field.at(p[0], p[1], p[2]);
    if (d < reach * 1e-4) return p;
    t += d * 0.8;
  }
  return null;
}
