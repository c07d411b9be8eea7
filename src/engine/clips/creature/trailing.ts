/** Lifts tails, capes and folded wings that would reach below the ground, by the least turn that brings them out of it. */
import { add, sub, type Vec3 } from '../../geometry/vec.js';
import type { Joint, Skeleton } from '../../skeleton/skeleton.js';
import {
  type Clip,
  multiply,
  type Pose,
  type PosedJoint,
  type Quaternion,
  rotateBy,
  turnBy,
} from '../clip.js';
import type { Flesh } from '../flesh.js';
import { lowestOf } from '../lowest.js';

/** Joints that turn, each by an equal share, all that they carry, and all that carries them, parents first. */
type Trail = { turned: ReadonlySet<string>; carried: readonly Joint[]; above: readonly Joint[] };

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
    return [{ turned: new Set(turned.map(({ name }) => name)), carried, above: ancestorsOf(joints, root) }];
  });
}

function ancestorsOf(joints: readonly Joint[], { parent }: Joint): Joint[] {
  const above = joints.find(({ name }) => name === parent);
  return above ? [...ancestorsOf(joints, above), above] : [];
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
  const low = -unseen * skeleton.joints[0]!.position[1];
  let rotations: Map<string, Quaternion> | null = null;
  for (const trail of trails) {
    const from = parentIn(trail, pose);
    const angle = leastTurn((turn) => lowestOfTrail(flesh, trail, pose, from, turn) >= low);
    if (angle === 0) continue;
    rotations ??= new Map(pose.rotations);
    for (const name of trail.turned) rotations.set(name, turnedBy(trail, pose, name, angle));
  }
  return rotations ? { ...pose, rotations } : pose;
}

type Placed = PosedJoint & { rest: Vec3 };

function placeBelow(
  { position, rotation, rest }: Placed,
  joint: Joint,
  local: Quaternion | undefined,
): Placed {
  return {
    position: add(position, rotateBy(rotation, sub(joint.position, rest))),
    rotation: local ? multiply(rotation, local) : rotation,
    rest: joint.position,
  };
}

/** The joint that carries a trail. */
function parentIn({ above }: Trail, { rotations, rootOffset }: Pose): Placed {
  const start: Placed = { position: rootOffset, rotation: [0, 0, 0, 1], rest: [0, 0, 0] };
  return above.reduce((placed, joint) => placeBelow(placed, joint, rotations.get(joint.name)), start);
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

function lowestOfTrail({ hulls }: Flesh, trail: Trail, pose: Pose, from: Placed, angle: number): number {
  const placed = new Map<string, Placed>();
  let low = Infinity;
  for (const joint of trail.carried) {
    const { name, parent } = joint;
    const local = trail.turned.has(name) ? turnedBy(trail, pose, name, angle) : pose.rotations.get(name);
    const own = placeBelow(placed.get(parent!) ?? from, joint, local);
    placed.set(name, own);
    low = Math.min(low, own.position[1] + lowestOf(hulls.get(name) ?? [], own.rotation));
  }
  return low;
}
