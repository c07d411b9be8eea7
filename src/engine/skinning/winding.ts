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

type Corners = readonly [Vec3, Vec3, Vec3];

const cornersOf = ({ positions, indices }: Triangles, t: number): Corners => [
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
    else for (const t of triangles) sum += solidAngle(cornersOf(part, t), at);
  }
  return sum / (4 * Math.PI);
}

/** Of a triangle seen from a point, signed by its winding (Van Oosterom and Strackee 1983). */
function solidAngle(corners: Corners, at: Vec3): number {
  const [a, b, c] = [sub(corners[0], at), sub(corners[1], at), sub(corners[2], at)];
  const [la, lb, lc] = [length(a), length(b), length(c)];
  const spread = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
  return 2 * Math.atan2(dot(a, cross(b, c)), spread);
}
