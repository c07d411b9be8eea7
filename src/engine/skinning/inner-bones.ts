/**
 * Loose pieces follow the bones that run through them: an arm that only touches the chest keeps no weight of it, and
 * the pad on a shoulder none of the arm's other end.
 */
import { distance, lerp, segmentDistance, type Vec3 } from '../geometry/vec.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import { innerBonesThresholds } from './calibration.js';
import type { Bone } from './heat-sources.js';
import { type Skin, writeTopFour } from './influences.js';

const { ofBone, ofPiece, least, inside } = innerBonesThresholds;

const samples = 16;

type Box = { low: number[]; high: number[] };

/**
 * Updates `skins`; `labels[p][v]` is the loose piece of vertex `v` of part `p`. Pieces that no bone runs through, like
 * eyes and sheets, keep their weights.
 */
export function keepInnerBones(
  parts: readonly Triangles[],
  { labels, count }: { labels: readonly Uint32Array[]; count: number },
  skins: readonly Skin[],
  bones: readonly Bone[],
  joints: number,
): void {
  if (count < 2) return;
  const branching = new Set(branchingIn(bones));
  const kept = runsInside(parts, labels, count, bones).map((runs) => innerJoints(bones, runs, branching));
  const row = new Float32Array(joints);
  parts.forEach(({ positions }, p) => {
    const skin = skins[p]!;
    labels[p]!.forEach((label, v) => {
      const own = kept[label]!;
      if (own.size === 0) return;
      row.fill(0);
      let [sum, lost] = [0, 0];
      for (let i = v * 4; i < v * 4 + 4; i++) {
        const [joint, weight] = [skin.joints[i]!, skin.weights[i]!];
        if (!own.has(joint)) lost += weight;
        else {
          row[joint]! += weight;
          sum += weight;
        }
      }
      if (lost === 0) return;
      if (sum < least)
        row[nearestOf(bones, own, [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!])]! += 1;
      skin.joints.fill(0, v * 4, v * 4 + 4);
      skin.weights.fill(0, v * 4, v * 4 + 4);
      writeTopFour(skin, v, row);
    });
  });
}

/** How much of a bone is inside a piece, in metres, and whether its start is. */
type Run = { length: number; starts: boolean };

/**
 * The joints with a bone that starts in a piece and is mostly inside it, or that is much of what is inside it. A joint
 * with several bones must be inside itself, since its bones end where others start.
 */
function innerJoints(
  bones: readonly Bone[],
  runs: readonly Run[],
  branching: ReadonlySet<number>,
): Set<number> {
  const counts = runs.map(({ length, starts }, b) =>
    starts || !branching.has(bones[b]!.joint) ? length : 0,
  );
  const all = counts.reduce((sum, one) => sum + one, 0);
  return new Set(
    bones.flatMap((bone, b) =>
      counts[b]! > ofPiece * all || (runs[b]!.starts && counts[b]! > ofBone * lengthOf(bone))
        ? [bone.joint]
        : [],
    ),
  );
}

const lengthOf = ({ from, to }: Bone): number => distance(from, to);

const branchingIn = (bones: readonly Bone[]): number[] =>
  bones.flatMap(({ joint }, b) => (bones.some((other, o) => o < b && other.joint === joint) ? [joint] : []));

const nearestOf = (bones: readonly Bone[], own: ReadonlySet<number>, p: Vec3): number => {
  let [best, away] = [0, Infinity];
  for (const { joint, from, to } of bones) {
    const d = own.has(joint) ? segmentDistance(p, from, to) : Infinity;
    if (d < away) [best, away] = [joint, d];
  }
  return best;
};

/** For each piece, the run of each bone inside it, by the winding number of its surface around points of the bone. */
function runsInside(
  parts: readonly Triangles[],
  labels: readonly Uint32Array[],
  count: number,
  bones: readonly Bone[],
): Run[][] {
  const points = bones.flatMap(({ from, to }, b) =>
    Array.from({ length: samples }, (_, i) => ({ b, i, at: lerp(from, to, (i + 0.5) / samples) })),
  );
  const within = boxesOf(parts, labels, count).map(({ low, high }) =>
    points.filter(({ at }) => at.every((value, axis) => value > low[axis]! && value < high[axis]!)),
  );
  const windings = within.map((list) => new Float64Array(list.length));
  parts.forEach(({ positions, indices }, p) => {
    for (let t = 0; t < indices.length; t += 3) {
      const label = labels[p]![indices[t]!]!;
      within[label]!.forEach(({ at }, n) => {
        windings[label]![n]! += solidAngle(positions, indices, t, at);
      });
    }
  });
  return within.map((list, label) => {
    const runs = bones.map((): Run => ({ length: 0, starts: false }));
    list.forEach(({ b, i }, n) => {
      if (Math.abs(windings[label]![n]!) < inside * 4 * Math.PI) return;
      runs[b]!.length += lengthOf(bones[b]!) / samples;
      if (i <= 1) runs[b]!.starts = true;
    });
    return runs;
  });
}

function boxesOf(parts: readonly Triangles[], labels: readonly Uint32Array[], count: number): Box[] {
  const boxes = Array.from(
    { length: count },
    (): Box => ({
      low: [Infinity, Infinity, Infinity],
      high: [-Infinity, -Infinity, -Infinity],
    }),
  );
  parts.forEach(({ positions }, p) => {
    labels[p]!.forEach((label, v) => {
      const { low, high } = boxes[label]!;
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[v * 3 + axis]!;
        if (value < low[axis]!) low[axis] = value;
        if (value > high[axis]!) high[axis] = value;
      }
    });
  });
  return boxes;
}

/** Of a triangle seen from a point, signed by its winding (Van Oosterom and Strackee 1983). */
function solidAngle(p: Float32Array, indices: Uint32Array, t: number, [x, y, z]: Vec3): number {
  const [i, j, k] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
  const [ax, ay, az] = [p[i]! - x, p[i + 1]! - y, p[i + 2]! - z];
  const [bx, by, bz] = [p[j]! - x, p[j + 1]! - y, p[j + 2]! - z];
  const [cx, cy, cz] = [p[k]! - x, p[k + 1]! - y, p[k + 2]! - z];
  const [a, b, c] = [Math.hypot(ax, ay, az), Math.hypot(bx, by, bz), Math.hypot(cx, cy, cz)];
  const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  const spread =
    a * b * c +
    (ax * bx + ay * by + az * bz) * c +
    (bx * cx + by * cy + bz * cz) * a +
    (cx * ax + cy * ay + cz * az) * b;
  return 2 * Math.atan2(volume, spread);
}
