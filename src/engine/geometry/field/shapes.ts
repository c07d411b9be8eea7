/** Exact or near-exact distance functions of simple solids (formulas: Quilez, "3D SDFs"). */
import { add, clamp, cross, dot, scale, sub, type Vec3 } from '../vec.js';
import { blend, type Field, joinBoxes, leaf, turn } from './field.js';

/** `Math.hypot` is about ten times slower. */
const size = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z);

const boxAround = (c: Vec3, r: Vec3) => ({ min: sub(c, r), max: add(c, r) });

export function ball(c: Vec3, r: number): Field {
  const [cx, cy, cz] = c;
  return leaf(boxAround(c, [r, r, r]), (x, y, z) => size(x - cx, y - cy, z - cz) - r);
}

/** Semi-axes `r`, rotated by `angles` about the centre. */
export function ellipsoid(c: Vec3, r: Vec3, angles?: Vec3): Field {
  const inner = Math.min(...r);
  const [cx, cy, cz] = c;
  const [sx, sy, sz] = [1 / r[0], 1 / r[1], 1 / r[2]];
  const at: Field['at'] = (x, y, z) => {
    const dx = (x - cx) * sx;
    const dy = (y - cy) * sy;
    const dz = (z - cz) * sz;
    const k0 = size(dx, dy, dz);
    const k1 = size(dx * sx, dy * sy, dz * sz);
    return k1 < 1e-9 ? -inner : (k0 * (k0 - 1)) / k1;
  };
  const field = leaf(boxAround(c, r), at);
  return angles ? turn(field, c, angles) : field;
}

/** A cone with spheres of radius `ra` at `a` and `rb` at `b`; equal radii make a capsule. */
export function roundCone(a: Vec3, b: Vec3, ra: number, rb: number): Field {
  const ba = sub(b, a);
  const l2 = dot(ba, ba);
  const rr = ra - rb;
  const a2 = l2 - rr * rr;
  if (a2 <= 1e-12) return ra > rb ? ball(a, ra) : ball(b, rb);
  const il2 = 1 / l2;
  const [ax, ay, az] = a;
  const [bx, by, bz] = ba;
  const slant = Math.sign(rr) * rr * rr;
  const at: Field['at'] = (x, y, z) => {
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const along = px * bx + py * by + pz * bz;
    const beyond = along - l2;
    const wx = px * l2 - bx * along;
    const wy = py * l2 - by * along;
    const wz = pz * l2 - bz * along;
    const x2 = wx * wx + wy * wy + wz * wz;
    const y2 = along * along * l2;
    const z2 = beyond * beyond * l2;
    const k = slant * x2;
    if (Math.sign(beyond) * a2 * z2 > k) return Math.sqrt(x2 + z2) * il2 - rb;
    if (Math.sign(along) * a2 * y2 < k) return Math.sqrt(x2 + y2) * il2 - ra;
    return (Math.sqrt(x2 * a2 * il2) + along * rr) * il2 - ra;
  };
  return leaf(joinBoxes([boxAround(a, [ra, ra, ra]), boxAround(b, [rb, rb, rb])]), at);
}

/** Half sizes `h`, edges rounded by `r` inside them. */
export function roundBox(c: Vec3, h: Vec3, r: number, angles?: Vec3): Field {
  const at: Field['at'] = (x, y, z) => {
    const qx = Math.abs(x - c[0]) - h[0] + r;
    const qy = Math.abs(y - c[1]) - h[1] + r;
    const qz = Math.abs(z - c[2]) - h[2] + r;
    const outside = size(Math.max(qx, 0), Math.max(qy, 0), Math.max(qz, 0));
    return outside + Math.min(Math.max(qx, Math.max(qy, qz)), 0) - r;
  };
  const field = leaf(boxAround(c, h), at);
  return angles ? turn(field, c, angles) : field;
}

/** A ring about the Y axis: radii `rx`, `rz` in its plane, tube radius `r`, stretched vertically by `tall`. */
export function ring(c: Vec3, rx: number, rz: number, r: number, tall = 1, angles?: Vec3): Field {
  const at: Field['at'] = (x, y, z) => {
    const q = (size((x - c[0]) / rx, 0, (z - c[2]) / rz) - 1) * Math.min(rx, rz);
    return size(q, (y - c[1]) / tall, 0) - r;
  };
  const field = leaf(boxAround(c, [rx + r * 1.6, r * tall, rz + r * 1.6]), at);
  return angles ? turn(field, c, angles) : field;
}

/** A triangle with thickness, rounded by `r`. */
export function plate(a: Vec3, b: Vec3, c: Vec3, r: number): Field {
  const [ba, cb, ac] = [sub(b, a), sub(c, b), sub(a, c)];
  const nor = cross(ba, ac);
  const walls = [cross(ba, nor), cross(cb, nor), cross(ac, nor)] as const;
  const flat = 1 / dot(nor, nor);
  const sides = [
    [walls[0], ba, 1 / dot(ba, ba)],
    [walls[1], cb, 1 / dot(cb, cb)],
    [walls[2], ac, 1 / dot(ac, ac)],
  ] as const;
  /** The side of a wall as a sign, and the squared distance to its edge, from the wall's first corner. */
  const sideOf = (side: (typeof sides)[number], x: number, y: number, z: number): number =>
    Math.sign(side[0][0] * x + side[0][1] * y + side[0][2] * z);
  const toEdge = (side: (typeof sides)[number], x: number, y: number, z: number): number => {
    const e = side[1];
    const t = clamp((e[0] * x + e[1] * y + e[2] * z) * side[2], 0, 1);
    const dx = e[0] * t - x;
    const dy = e[1] * t - y;
    const dz = e[2] * t - z;
    return dx * dx + dy * dy + dz * dz;
  };
  const [ab, bc, ca] = sides;
  const at: Field['at'] = (x, y, z) => {
    const px = x - a[0];
    const py = y - a[1];
    const pz = z - a[2];
    const qx = x - b[0];
    const qy = y - b[1];
    const qz = z - b[2];
    const sx = x - c[0];
    const sy = y - c[1];
    const sz = z - c[2];
    if (sideOf(ab, px, py, pz) + sideOf(bc, qx, qy, qz) + sideOf(ca, sx, sy, sz) > 1) {
      const height = nor[0] * px + nor[1] * py + nor[2] * pz;
      return Math.sqrt(height * height * flat) - r;
    }
    const nearest = Math.min(
      toEdge(ab, px, py, pz),
      Math.min(toEdge(bc, qx, qy, qz), toEdge(ca, sx, sy, sz)),
    );
    return Math.sqrt(nearest) - r;
  };
  return leaf(joinBoxes([a, b, c].map((p) => boxAround(p, [r, r, r]))), at);
}

/** The half space on the side that `normal` points away from. */
export function halfSpace(p: Vec3, normal: Vec3): Field {
  const size = Math.hypot(...normal);
  const n = scale(normal, 1 / size);
  const all: Vec3 = [1e3, 1e3, 1e3];
  return leaf(boxAround(p, all), (x, y, z) => (x - p[0]) * n[0] + (y - p[1]) * n[1] + (z - p[2]) * n[2]);
}

/** A tube through `points` (Catmull-Rom) with interpolated `radii`. */
export function tube(points: readonly Vec3[], radii: readonly number[], steps = 4): Field {
  const knots: { p: Vec3; r: number }[] = [];
  const last = points.length - 1;
  for (let i = 0; i < last; i++) {
    for (let s = 0; s < steps; s++) knots.push(knotAt(points, radii, i, s / steps));
  }
  knots.push({ p: points[last]!, r: radiusAt(radii, 1) });
  const pieces = knots.slice(1).map(({ p, r }, i) => roundCone(knots[i]!.p, p, knots[i]!.r, r));
  const thin = Math.min(...knots.map(({ r }) => r));
  return blend(thin * 0.5, pieces);
}

function knotAt(points: readonly Vec3[], radii: readonly number[], i: number, t: number) {
  const last = points.length - 1;
  const [p0, p1] = [points[Math.max(i - 1, 0)]!, points[i]!];
  const [p2, p3] = [points[i + 1]!, points[Math.min(i + 2, last)]!];
  return { p: catmullRom(p0, p1, p2, p3, t), r: radiusAt(radii, (i + t) / last) };
}

function radiusAt(radii: readonly number[], t: number): number {
  const at = clamp(t, 0, 1) * (radii.length - 1);
  const i = Math.min(Math.floor(at), radii.length - 2);
  return radii.length === 1 ? radii[0]! : radii[i]! + (radii[i + 1]! - radii[i]!) * (at - i);
}

export function catmullRom(p0: Vec3, p1: Vec3, p2: Vec3, p3: Vec3, t: number): Vec3 {
  const m1 = scale(sub(p2, p0), 0.5);
  const m2 = scale(sub(p3, p1), 0.5);
  const [t2, t3] = [t * t, t * t * t];
  const start = add(scale(p1, 2 * t3 - 3 * t2 + 1), scale(m1, t3 - 2 * t2 + t));
  return add(start, add(scale(p2, -2 * t3 + 3 * t2), scale(m2, t3 - t2)));
}
