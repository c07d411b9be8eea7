/**
 * Loose pieces follow the bones that run through them: an arm that only touches the chest keeps no weight of it, and
 * the pad on a shoulder none of the arm's other end.
 */
import { type Bounds, emptyBounds, includeVertex } from '../geometry/mesh/bounds.js';
import { vertexAt } from '../geometry/mesh/mesh.js';
import { distance, lerp, segmentDistance, type Vec3 } from '../geometry/vec.js';
import type { Triangles } from '../geometry/volume/triangles.js';
import { innerBonesThresholds } from './calibration.js';
import type { Bone } from './heat-sources.js';
import { type Skin, writeTopFour } from './influences.js';
import { clustersOf, windingAt } from './winding.js';

const { ofBone, ofPiece, least, inside } = innerBonesThresholds;

const samples = 16;

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
      if (sum < least) row[nearestOf(bones, own, vertexAt(positions, v))]! += 1;
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

/** For each piece, the run of each bone inside it, by the winding of its surface around points of the bone. */
function runsInside(
  parts: readonly Triangles[],
  labels: readonly Uint32Array[],
  count: number,
  bones: readonly Bone[],
): Run[][] {
  const points = bones.flatMap(({ from, to }, b) =>
    Array.from({ length: samples }, (_, i) => ({ b, i, at: lerp(from, to, (i + 0.5) / samples) })),
  );
  const surfaces = trianglesByPiece(parts, labels, count);
  return boundsOfEach(parts, labels, count).map(({ low, high }, label) => {
    const runs = bones.map((): Run => ({ length: 0, starts: false }));
    const within = points.filter(({ at }) =>
      at.every((value, axis) => value > low[axis]! && value < high[axis]!),
    );
    if (within.length === 0) return runs;
    const cell = Math.max(...high.map((value, axis) => value - low[axis]!)) / across;
    const clusters = surfaces[label]!.flatMap(({ part, triangles }) => clustersOf(part, triangles, cell));
    for (const { b, i, at } of within) {
      if (Math.abs(windingAt(clusters, at)) < inside) continue;
      runs[b]!.length += lengthOf(bones[b]!) / samples;
      if (i <= 1) runs[b]!.starts = true;
    }
    return runs;
  });
}

/** Clusters of triangles along the longest side of a piece. */
const across = 24;

function trianglesByPiece(parts: readonly Triangles[], labels: readonly Uint32Array[], count: number) {
  const pieces = Array.from({ length: count }, (): { part: Triangles; triangles: number[] }[] => []);
  parts.forEach((part, p) => {
    for (let t = 0; t < part.indices.length; t += 3) {
      const piece = pieces[labels[p]![part.indices[t]!]!]!;
      const last = piece.at(-1);
      if (last?.part === part) last.triangles.push(t);
      else piece.push({ part, triangles: [t] });
    }
  });
  return pieces;
}

function boundsOfEach(parts: readonly Triangles[], labels: readonly Uint32Array[], count: number): Bounds[] {
  const boxes = Array.from({ length: count }, emptyBounds);
  parts.forEach(({ positions }, p) => {
    labels[p]!.forEach((label, v) => {
      includeVertex(boxes[label]!, positions, v);
    });
  });
  return boxes;
}
