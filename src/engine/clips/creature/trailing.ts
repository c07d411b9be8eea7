/** Lifts tails, capes and folded wings that would reach below the ground, by the least turn that brings them out of it. */
import { sub, type Vec3 } from '../../geometry/vec.js';
import { jointIndex, type Skeleton } from '../../skeleton/skeleton.js';
import { type Clip, multiply, type Pose, type PosedJoint, placeBelow, still, turnBy } from '../clip.js';
import { easeAround } from '../ease.js';
import type { Flesh } from '../flesh.js';
import { lowestOfBody } from '../lowest.js';

/** A joint and its place below the one above, at rest. */
type Link = { name: string; parent: string | null; offset: Vec3 };

/** Joints that turn, each by an equal share, all that they carry, and all that carries them, parents first. */
type Trail = { turned: ReadonlySet<string>; carried: readonly Link[]; above: readonly Link[] };

const roots = /^(tail1|cape1|leftUpperWing|rightUpperWing)$/;
const bending = /^(tail|cape)\d+$/;

function trailsOf(skeleton: Skeleton): Trail[] {
  const index = jointIndex(skeleton);
  const links = skeleton.joints.map(({ name, parent, position }): Link => {
    const above = parent === null ? null : skeleton.joints[index.get(parent)!]!;
    return { name, parent, offset: above ? sub(position, above.position) : position };
  });
  const linkOf = (name: string) => links[index.get(name)!]!;
  const above = ({ parent }: Link): Link[] =>
    parent === null ? [] : [...above(linkOf(parent)), linkOf(parent)];
  return links.flatMap((root): Trail[] => {
    if (!root.parent || !roots.test(root.name)) return [];
    const names = new Set([root.name]);
    const carried = links.filter(({ name, parent }) => {
      if (parent && names.has(parent)) names.add(name);
      return names.has(name);
    });
    // A tail or a cape bends, a wing turns about its shoulder.
    const turned = carried.filter(({ name }) => name === root.name || bending.test(name));
    return [{ turned: new Set(turned.map(({ name }) => name)), carried, above: above(root) }];
  });
}

/** Radians that a whole trail may turn, and how often the interval around the least turn is halved. */
const [mostTurned, coarse, halvings] = [2.2, 6, 5];
/** Depth below the ground that is not noticeable, in units of the root's height. */
const unseen = 0.004;

/** Seconds within which a trail rises for what one pose needs, and sinks after it. */
const around = 0.12;

/** The clip with its trailing parts above the ground that the body stands on at rest. */
export function liftTrailing(skeleton: Skeleton, flesh: Flesh, clip: Clip): Clip {
  // A loop ends with its first pose itself.
  const own = clip.once ? clip.poses : clip.poses.slice(0, -1);
  const low = -unseen * skeleton.joints[0]!.position[1];
  const span = Math.max(1, Math.round((around * (clip.poses.length - 1)) / clip.seconds));
  let lifted = own;
  for (const trail of trailsOf(skeleton)) {
    const angles = lifted.map((pose) => turnIn(flesh, trail, pose, low));
    if (angles.every((angle) => angle === 0)) continue;
    const eased = easeAround(angles, span, !clip.once);
    lifted = lifted.map((pose, i) => (eased[i] === 0 ? pose : liftBy(trail, pose, eased[i]!)));
  }
  if (lifted === own) return clip;
  return { ...clip, poses: clip.once ? lifted : [...lifted, lifted[0]!] };
}

function turnIn(flesh: Flesh, trail: Trail, pose: Pose, low: number): number {
  const from = parentIn(trail, pose);
  return leastTurn((turn) => lowestOfTrail(flesh, trail, pose, from, turn) >= low);
}

function liftBy(trail: Trail, pose: Pose, angle: number): Pose {
  const rotations = new Map(pose.rotations);
  for (const name of trail.turned) rotations.set(name, turnedBy(trail, pose, name, angle));
  return { ...pose, rotations };
}

/** The joint that carries a trail. */
function parentIn({ above }: Trail, { rotations, rootOffset }: Pose): PosedJoint {
  const start: PosedJoint = { position: rootOffset, rotation: still };
  return above.reduce((placed, { name, offset }) => placeBelow(placed, offset, rotations.get(name)), start);
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
  multiply(turnBy(angle / turned.size), rotations.get(name) ?? still);

function lowestOfTrail({ hulls }: Flesh, trail: Trail, pose: Pose, from: PosedJoint, angle: number): number {
  const placed = new Map<string, PosedJoint>();
  for (const { name, parent, offset } of trail.carried) {
    const local = trail.turned.has(name) ? turnedBy(trail, pose, name, angle) : pose.rotations.get(name);
    placed.set(name, placeBelow(placed.get(parent!) ?? from, offset, local));
  }
  return lowestOfBody(hulls, placed);
}
