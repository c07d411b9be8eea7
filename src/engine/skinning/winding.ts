/** How often a surface goes around a point: about once for points inside it, not at all outside; less near holes. */
import { vertexAt } from '../geometry/mesh/mesh.js';
import { add, cross, distance, dot, length, scale, sub, type Vec3 } from '../geometry/vec.js';
import type { Triangles } from '../geometry/volume/triangles.js';

/** Triangles near each other. From afar they count as one, since models have hundreds of thousands of them. */
export type Cluster = {
  part: Triangles;
  /** Their offsets in the indices. */
  triangles: readonly number[];
  centre: Vec3;
  radius: number;
  /** The sum of their normals, each as long as the area is large. */
  area: Vec3;
};

/** From this many radii on, the solid angle of a cluster is its area over the square of the distance. */
const far = 3;

/** @param cell size of a cluster, in metres */
export function clustersOf(part: Triangles, triangles: readonly number[], cell: number): Cluster[] {
  const groups = new Map<string, number[]>();
  for (const t of triangles) {
    const key = vertexAt(part.positions, part.indices[t]!)
      .map((x) => Math.floor(x / cell))
      .join();
    const group = groups.get(key);
    if (group) group.push(t);
    else groups.set(key, [t]);
  }
  return [...groups.values()].map((group) => clusterOf(part, group));
}

const cornersOf = ({ positions, indices }: Triangles, t: number): readonly [Vec3, Vec3, Vec3] => [
  vertexAt(positions, indices[t]!),
  vertexAt(positions, indices[t + 1]!),
  vertexAt(positions, indices[t + 2]!),
];

function clusterOf(part: Triangles, triangles: readonly number[]): Cluster {
  let sum: Vec3 = [0, 0, 0];
  let area: Vec3 = [0, 0, 0];
  for (const t of triangles) {
    const [a, b, c] = cornersOf(part, t);
    sum = add(sum, add(add(a, b), c));
    area = add(area, scale(cross(sub(b, a), sub(c, a)), 0.5));
  }
  const centre = scale(sum, 1 / (3 * triangles.length));
  let radius = 0;
  for (const t of triangles)
    for (const corner of cornersOf(part, t)) radius = Math.max(radius, distance(corner, centre));
  return { part, triangles, centre, radius, area };
}

/** Negative where triangles face inwards. */
export function windingAt(clusters: readonly Cluster[], at: Vec3): number {
  let sum = 0;
  for (const { part, triangles, centre, radius, area } of clusters) {
    const towards = sub(centre, at);
    const away = length(towards);
    if (away > far * radius) sum += dot(area, towards) / away ** 3;
    else for (let i = 0; i < triangles.length; i++) sum += solidAngle(part, triangles[i]!, at);
  }
  return sum / (4 * Math.PI);
}

/** Of a triangle seen from a point, signed by its winding (Van Oosterom and Strackee 1983). */
function solidAngle({ positions: p, indices }: Triangles, t: number, at: Vec3): number {
  const a = indices[t]! * 3;
  const b = indices[t + 1]! * 3;
  const c = indices[t + 2]! * 3;
  const ax = p[a]! - at[0];
  const ay = p[a + 1]! - at[1];
  const az = p[a + 2]! - at[2];
  const bx = p[b]! - at[0];
  const by = p[b + 1]! - at[1];
  const bz = p[b + 2]! - at[2];
  const cx = p[c]! - at[0];
  const cy = p[c + 1]! - at[1];
  const cz = p[c + 2]! - at[2];
  const la = Math.sqrt(ax * ax + ay * ay + az * az);
  const lb = Math.sqrt(bx * bx + by * by + bz * bz);
  const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
  const ab = ax * bx + ay * by + az * bz;
  const bc = bx * cx + by * cy + bz * cz;
  const ca = cx * ax + cy * ay + cz * az;
  const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  return 2 * Math.atan2(triple, la * lb * lc + ab * lc + bc * la + ca * lb);
}
