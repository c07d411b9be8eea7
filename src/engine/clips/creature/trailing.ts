/** Lifts tails, capes and folded wings that would reach below the ground, by the least turn that brings them out of it. */
import { add, sub, type Vec3 } from '../../geometry/vec.js';
import type { Joint, Skeleton } from '../../skeleton/skeleton.js';
import {
  type Clip,
  multiply,
  type Pose,
  type PosedJoint,
  poseSkeleton,
  type Quaternion,
  rotateBy,
  turnBy,
} from '../clip.js';
import type { Flesh } from '../flesh.js';

/** Joints that turn, each by an equal share, and all that they carry, parents first. */
type Trail = { turned: ReadonlySet<string>; carried: readonly Joint[]; parent: string };

const roots = /^(tail1|cape1|leftUpperWing|rightUpperWing)$/;
const bending = /^(tail|cape)\d+$/;

function trailsOf({ joints }: Skeleton): Trail[] {
  return joints.flatMap((root): Trail[] => {
    if (!root.parent || !roots.test(root.name)) return [];
    const names = new Set([root.name]);
    const carried = joints.filter(({ name, parent }) => {
      if (parent && names.has(parent)) names.add(name);
      return names.has(name);
    });
    // A tail or a cape bends, a wing turns about its shoulder.
    const turned = carried.filter(({ name }) => name === root.name || bending.test(name));
    return [{ turned: new Set(turned.map(({ name }) => name)), carried, parent: root.parent }];
  });
}

/** Radians that a whole trail may turn, and how often the interval around the least turn is halved. */
const [mostTurned, coarse, halvings] = [2.2, 6, 5];
/** Depth below the ground that nobody sees, in units of the root's height. */
const unseen = 0.004;

/** The clip with its trailing parts above the ground that the body stands on at rest. */
export function liftTrailing(skeleton: Skeleton, flesh: Flesh, clip: Clip): Clip {
  const trails = trailsOf(skeleton);
  if (trails.length === 0) return clip;
  const poses = clip.poses.map((pose) => liftIn(skeleton, flesh, trails, pose));
  // A loop ends with its first pose itself.
  return { ...clip, poses: clip.once ? poses : [...poses.slice(0, -1), poses[0]!] };
}

function liftIn(skeleton: Skeleton, flesh: Flesh, trails: readonly Trail[], pose: Pose): Pose {
  const posed = poseSkeleton(skeleton, pose);
  const placed = new Map(skeleton.joints.map(({ name }, i) => [name, posed[i]!]));
  const low = -unseen * skeleton.joints[0]!.position[1];
  let rotations: Map<string, Quaternion> | null = null;
  for (const trail of trails) {
    const angle = leastTurn((turn) => lowestOf(skeleton, flesh, trail, pose, placed, turn) >= low);
    if (angle === 0) continue;
    rotations ??= new Map(pose.rotations);
    for (const name of trail.turned) rotations.set(name, turnedBy(trail, pose, name, angle));
  }
  return rotations ? { ...pose, rotations } : pose;
}

/** The least of some turns that is clear, or none where no turn helps. */
function leastTurn(isClear: (turn: number) => boolean): number {
  if (isClear(0)) return 0;
  let [from, to] = [0, 0];
  for (let i = 1; i <= coarse && to === 0; i++) {
    const turn = (mostTurned * i) / coarse;
    if (isClear(turn)) to = turn;
    else from = turn;
  }
  if (to === 0) return 0;
  for (let i = 0; i < halvings; i++) {
    const middle = (from + to) / 2;
    if (isClear(middle)) to = middle;
    else from = middle;
  }
  return to;
}

const turnedBy = ({ turned }: Trail, { rotations }: Pose, name: string, angle: number) =>
  multiply(turnBy(angle / turned.size), rotations.get(name) ?? [0, 0, 0, 1]);

function lowestOf(
  { joints }: Skeleton,
  { hulls }: Flesh,
  trail: Trail,
  pose: Pose,
  placed: ReadonlyMap<string, PosedJoint>,
  angle: number,
): number {
  const moved = new Map<string, PosedJoint & { rest: Vec3 }>();
  const above = joints.find(({ name }) => name === trail.parent)!;
  moved.set(above.name, { ...placed.get(above.name)!, rest: above.position });
  let low = Infinity;
  for (const { name, parent, position: rest } of trail.carried) {
    const { position: from, rotation, rest: fromRest } = moved.get(parent!)!;
    const position = add(from, rotateBy(rotation, sub(rest, fromRest)));
    const local = trail.turned.has(name) ? turnedBy(trail, pose, name, angle) : pose.rotations.get(name);
    const turned = local ? multiply(rotation, local) : rotation;
    moved.set(name, { position, rotation: turned, rest });
    for (const point of hulls.get(name) ?? []) low = Math.min(low, position[1] + rotateBy(turned, point)[1]);
  }
  return low;
}
