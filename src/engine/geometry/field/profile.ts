/** Solids from a closed line in a plane: turned about the Y axis, or as a slab with that outline. */
import type { Vec3 } from '../vec.js';
import { type Field, leaf } from './field.js';

export type Point = readonly [number, number];

/** Signed distance to a polygon (formula: Quilez, "2D SDFs"). */
export function polygon(points: readonly Point[]): (x: number, y: number) => number {
  const n = points.length;
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    let sign = 1;
    for (let i = 0, j = n - 1; i < n; j = i, i++) {
      const [ax, ay] = points[i]!;
      const [bx, by] = points[j]!;
      const [ex, ey] = [bx - ax, by - ay];
      const [wx, wy] = [x - ax, y - ay];
      const t = Math.min(1, Math.max(0, (wx * ex + wy * ey) / (ex * ex + ey * ey || 1)));
      const [dx, dy] = [wx - ex * t, wy - ey * t];
      nearest = Math.min(nearest, dx * dx + dy * dy);
      const [above, below, left] = [y >= ay, y < by, ex * wy > ey * wx];
      if ((above && below && left) || !(above || below || left)) sign = -sign;
    }
    return sign * Math.sqrt(nearest);
  };
}

const bounds = (points: readonly Point[]) => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] } as const;
};

/** A round solid whose side is the line of (radius, height), closed at the axis; `r` rounds its edges outwards. */
export function lathe(c: Vec3, line: readonly Point[], r = 0): Field {
  // Both sides of the axis, so that the axis is not an edge.
  const whole: Point[] = [...line, ...[...line].reverse().map(([x, y]): Point => [-x, y])];
  const at = polygon(
    whole.filter(([x, y], i) => i === 0 || x !== whole[i - 1]![0] || y !== whole[i - 1]![1]),
  );
  const { low, high } = bounds(line);
  const wide = high[0] + r;
  return leaf(
    {
      min: [c[0] - wide, c[1] + low[1] - r, c[2] - wide],
      max: [c[0] + wide, c[1] + high[1] + r, c[2] + wide],
    },
    (x, y, z) => at(Math.sqrt((x - c[0]) ** 2 + (z - c[2]) ** 2), y - c[1]) - r,
  );
}

/** A slab with an outline in the XY plane, `half` deep to each side; `r` rounds its edges outwards. */
export function slab(c: Vec3, outline: readonly Point[], half: number, r = 0): Field {
  const at = polygon(outline);
  const { low, high } = bounds(outline);
  return leaf(
    {
      min: [c[0] + low[0] - r, c[1] + low[1] - r, c[2] - half - r],
      max: [c[0] + high[0] + r, c[1] + high[1] + r, c[2] + half + r],
    },
    (x, y, z) => {
      const d = at(x - c[0], y - c[1]);
      const e = Math.abs(z - c[2]) - half;
      const out = Math.sqrt(Math.max(d, 0) ** 2 + Math.max(e, 0) ** 2);
      return out + Math.min(Math.max(d, e), 0) - r;
    },
  );
}

/** More points along a line, so that its corners become curves (Catmull-Rom). */
export function smoothed(line: readonly Point[], isClosed: boolean, steps = 4): Point[] {
  const n = line.length;
  const pick = (i: number): Point => (isClosed ? line[(i + n) % n]! : line[Math.min(n - 1, Math.max(0, i))]!);
  const curve = (a: number, b: number, c: number, d: number, t: number): number =>
    b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
  const spans = isClosed ? n : n - 1;
  const points = Array.from({ length: spans * steps }, (_, k): Point => {
    const [i, t] = [Math.floor(k / steps), (k % steps) / steps];
    const [a, b, c, d] = [pick(i - 1), pick(i), pick(i + 1), pick(i + 2)];
    return [curve(a[0], b[0], c[0], d[0], t), curve(a[1], b[1], c[1], d[1], t)];
  });
  return isClosed ? points : [...points, line[n - 1]!];
}
