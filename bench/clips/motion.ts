/** How a clip moves over time: feet that slide, parts that jump or tremble, and things that a hand turns over. */

import { bodyOf } from '../../src/engine/clips/biped/body.js';
import { type Clip, type PosedJoint, placeJoints, rotateBy } from '../../src/engine/clips/clip.js';
import { clipsOf } from '../../src/engine/clips/clips.js';
import { measureFlesh } from '../../src/engine/clips/flesh.js';
import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';
import { add, distance, normalize, sub, type Vec3 } from '../../src/engine/geometry/vec.js';
import type { Acting } from '../../src/engine/pipeline/build.js';
import type { Skeleton } from '../../src/engine/skeleton/skeleton.js';

/** In heights of the body. */
export type MotionFaults = Jump & {
  /** The furthest that a foot moves over the ground while it stands. */
  slide: number;
};
/** And the bone whose end it is, with the number of the pose. */
type Jump = { jump: number; jumps: string };

type Placed = ReadonlyMap<string, PosedJoint>;

export type Measured = {
  skeleton: Skeleton;
  height: number;
  /** By foot joint: points of the sole at rest, relative to the joint. */
  soles: ReadonlyMap<string, readonly Vec3[]>;
  ground: number;
  /** Per arm that holds something about upright: joint and axis at rest, from its lower end to the top. */
  held: readonly { joint: string; axis: Vec3 }[];
};

const isFoot = /Foot$|Toes$/;

export function measureBody({ skeleton, surfaces }: Pick<Acting, 'skeleton' | 'surfaces'>): Measured {
  const flesh = measureFlesh(skeleton, surfaces);
  const bounds = boundsOfVertices(surfaces);
  const ground = bounds.low[1]!;
  const height = bounds.high[1]! - ground;
  const soles = new Map<string, readonly Vec3[]>();
  for (const { name, position } of skeleton.joints) {
    const hull = isFoot.test(name) ? (flesh.hulls.get(name) ?? []) : [];
    const sole = hull.filter(([, y]) => position[1] + y < ground + 0.03 * height);
    if (sole.length > 0) soles.set(name, sole);
  }
  const arms = skeleton.kind === 'biped' ? bodyOf(skeleton, flesh).arms : [];
  const held = arms.flatMap(({ side, held: thing }) => {
    if (!thing?.upright) return [];
    const far = (from: Vec3) =>
      thing.points.reduce((a, b) => (distance(b, from) > distance(a, from) ? b : a));
    const end = far([0, 0, 0]);
    return [{ joint: `${side.name}Hand`, axis: normalize(sub(end, far(end))) }];
  });
  return { skeleton, height, ground, soles, held };
}

/** Share of the height above the ground within which a sole stands. */
const standing = 0.004;
/** Clips in which a hand reaches for a place on the body, or the free hand acts for one that holds something. */
const reached = /^(salute|wave|point)$/;

export function motionFaults(body: Measured, clip: Clip): MotionFaults {
  const [free] = clipsOf(body.skeleton, { clips: [clip.name] });
  const place = ({ poses }: Clip): Placed[] => poses.map((pose) => placeJoints(body.skeleton, pose));
  const placed = place(clip);
  return {
    slide: clip.name === 'die' ? 0 : slideOf(body, clip, placed),
    ...(reached.test(clip.name) ? { jump: 0, jumps: '' } : jumpOf(body, placed, place(free!), !clip.once)),
  };
}

/** How far a point of the sole moves while it is on the ground: the sum over consecutive poses, for the worst point. */
function slideOf(
  { soles, ground, height }: Measured,
  { travel, poses }: Clip,
  placed: readonly Placed[],
): number {
  const over = travel ? travel.map((part) => part / (poses.length - 1)) : [0, 0, 0];
  let most = 0;
  for (const [name, sole] of soles) {
    const slid = sole.map(() => [0, 0] as [number, number]);
    for (let i = 1; i < placed.length; i++) {
      const [before, after] = [placed[i - 1]!.get(name)!, placed[i]!.get(name)!];
      sole.forEach((point, at) => {
        const p = add(before.position, rotateBy(before.rotation, point));
        const q = add(after.position, rotateBy(after.rotation, point));
        if (Math.max(p[1], q[1]) > ground + standing * height) {
          slid[at] = [0, 0];
          return;
        }
        const [x, z] = slid[at]!;
        slid[at] = [x + q[0] - p[0] + over[0]!, z + q[2] - p[2] + over[2]!];
        most = Math.max(most, Math.hypot(...slid[at]!));
      });
    }
  }
  return most / height;
}

/**
 * How much more the end of a bone changes its speed from one pose to the next, at most, than in `free`: the same clip
 * without a body around the bones. Neither fast motions nor an arm that makes way evenly are jumps.
 */
function jumpOf(
  { skeleton, height }: Measured,
  placed: readonly Placed[],
  free: readonly Placed[],
  isLoop: boolean,
): Jump {
  const worst = { jump: 0, jumps: '' };
  const last = placed.length - 1;
  for (const { name, position, tail } of skeleton.joints) {
    const endIn = (poses: readonly Placed[], i: number): Vec3 => {
      const joint = poses[i]!.get(name)!;
      return add(joint.position, rotateBy(joint.rotation, sub(tail, position)));
    };
    const change = (poses: readonly Placed[], i: number): number => {
      const [before, here] = [endIn(poses, i === 0 ? last - 1 : i - 1), endIn(poses, i)];
      return distance(sub(endIn(poses, i + 1), here), sub(here, before)) / height;
    };
    for (let i = isLoop ? 0 : 1; i < last; i++) {
      const jump = change(placed, i) - change(free, i);
      if (jump > worst.jump) Object.assign(worst, { jump, jumps: `${name} ${i}/${last}` });
    }
  }
  return worst;
}

/** The least cosine to the vertical of what hands hold upright, or null. */
export function leastUpright({ skeleton, held }: Measured, clip: Clip): number | null {
  if (held.length === 0) return null;
  let least = 1;
  for (const pose of clip.poses) {
    const placed = placeJoints(skeleton, pose);
    for (const { joint, axis } of held)
      least = Math.min(least, rotateBy(placed.get(joint)!.rotation, axis)[1] * Math.sign(axis[1]));
  }
  return least;
}
