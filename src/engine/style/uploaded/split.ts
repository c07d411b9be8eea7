/** Cuts edges of a mesh; weights, colours and texture coordinates are interpolated. */
import { normalize, type Vec3 } from '../../geometry/vec.js';
import { writeTopFour } from '../../skinning/influences.js';
import { type Body, copyVertex, emptyBody } from './body.js';

type Cut = { a: number; b: number; share: number };

/**
 * @param cutAt where to cut an edge, as a share of the way from `a` to `b` (with `a < b`); null leaves it whole
 * @param joints number of joints
 */
export function splitEdges(body: Body, cutAt: (a: number, b: number) => number | null, joints: number): Body {
  const first = body.looks.length;
  const cuts: Cut[] = [];
  const known = new Map<number, number>();
  const middleOf = (p: number, q: number): number => {
    const [a, b] = p < q ? [p, q] : [q, p];
    const key = a * first + b;
    const found = known.get(key);
    if (found !== undefined) return found;
    const share = cutAt(a, b);
    const made = share === null ? -1 : first + cuts.push({ a, b, share }) - 1;
    known.set(key, made);
    return made;
  };
  const corners: number[] = [];
  for (let t = 0; t < body.indices.length; t += 3) {
    const [a, b, c] = [body.indices[t]!, body.indices[t + 1]!, body.indices[t + 2]!];
    corners.push(...divided([a, b, c], [middleOf(a, b), middleOf(b, c), middleOf(c, a)]));
  }
  return { ...withCuts(body, cuts, joints), indices: Uint32Array.from(corners) };
}

/** Triangles of one whose edges are cut at `middles`, of which -1 is none. The first corner's look stays first. */
function divided([a, b, c]: Vec3, [ab, bc, ca]: Vec3): readonly number[] {
  const has = [ab, bc, ca].map((middle) => middle >= 0);
  const count = has.filter(Boolean).length;
  if (count === 0) return [a, b, c];
  if (count === 3) return [a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca];
  // Turned so that the edge from the first corner to the second is cut, and the third edge is whole.
  if (!has[0] || has[2])
    return count === 1 || !has[0] ? divided([b, c, a], [bc, ca, ab]) : divided([c, a, b], [ca, ab, bc]);
  return count === 1 ? [a, ab, c, ab, b, c] : [a, ab, c, ab, b, bc, ab, bc, c];
}

function withCuts(body: Body, cuts: readonly Cut[], joints: number): Body {
  const count = body.looks.length;
  const made = emptyBody(count + cuts.length, 0);
  for (const name of ['positions', 'normals', 'uvs', 'tints', 'joints', 'weights', 'looks'] as const)
    made[name].set(body[name]);
  const row = new Float32Array(joints);
  cuts.forEach(({ a, b, share }, i) => {
    const v = count + i;
    copyVertex(body, a, made, v);
    for (const [name, width] of [
      ['positions', 3],
      ['normals', 3],
      ['uvs', 2],
      ['tints', 3],
    ] as const)
      for (let k = 0; k < width; k++) {
        const from = body[name][a * width + k]!;
        made[name][v * width + k] = from + (body[name][b * width + k]! - from) * share;
      }
    made.normals.set(
      normalize([made.normals[v * 3]!, made.normals[v * 3 + 1]!, made.normals[v * 3 + 2]!]),
      v * 3,
    );
    row.fill(0);
    for (let k = 0; k < 4; k++) {
      row[body.joints[a * 4 + k]!]! += body.weights[a * 4 + k]! * (1 - share);
      row[body.joints[b * 4 + k]!]! += body.weights[b * 4 + k]! * share;
    }
    made.joints.fill(0, v * 4, v * 4 + 4);
    made.weights.fill(0, v * 4, v * 4 + 4);
    writeTopFour(made, v, row);
  });
  return made;
}
