/** Which parts of a body are repeated, and where the repeated ones are. */
import type { Placement } from '../../geometry/field/placed.js';
import { clamp, sub, type Vec3 } from '../../geometry/vec.js';
import { spineNames } from '../../skeleton/serpentine.js';
import { jointOf, type Side, type Skeleton, sides } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import type { Traits } from '../traits.js';

/** A joint that is repeated with all below it. The first place is that of the joint itself, null where it stays. */
export type Repeated = { root: string; places: readonly (Placement | null)[] };

export function repeatedParts(body: Body, t: Traits): Repeated[] {
  return [headsOf(body, t), ...armsOf(body, t), tailsOf(body, t), ...wingsOf(body, t)].filter(
    (one) => one !== null,
  );
}

/** Places from one side to the other: -1, 0, 1 for three, -0.5, 0.5 for two. */
const row = (many: number): number[] => Array.from({ length: many }, (_, i) => i - (many - 1) / 2);
/** From the middle outwards, so that the first one is the one that stays, if one does. */
const outwards = (many: number): number[] => row(many).sort((a, b) => Math.abs(a) - Math.abs(b) || b - a);

const neckOf: Partial<Record<Body['kind'], string>> = {
  biped: 'neck',
  quadruped: 'neck',
  avian: 'neck',
  serpentine: spineNames[1]!,
};

/** Radians that a neck turns or tilts, at most. */
const [mostYaw, mostTilt] = [0.6, 0.85];

/** Heads in a row, the smaller the more they are; their necks part where the only one would be. */
function headsOf(body: Body, t: Traits): Repeated | null {
  const many = t.counts.head ?? 1;
  const root = neckOf[body.kind];
  if (many < 2 || root === undefined) return null;
  const { centre, half } = body.head;
  const pivot = jointOf(body.skeleton, root).position;
  const [, up, ahead] = sub(centre, pivot);
  const size = Math.max(0.42, 1 / (1 + 0.19 * (many - 1)));
  const apart = half[0] * size * (many === 2 ? 2.25 : 1.85);
  const roots = rootWidth(body) / Math.max(1, (many - 1) / 2);
  const places = outwards(many).map((step): Placement => {
    const wish = step * apart;
    const base = clamp(wish * 0.45, -roots * Math.abs(step), roots * Math.abs(step));
    const yaw = clamp(step * 0.3, -mostYaw, mostYaw);
    const rest = wish - base - ahead * size * Math.sin(yaw);
    const tilt = Math.asin(clamp(rest / Math.max(1e-6, up * size), -Math.sin(mostTilt), Math.sin(mostTilt)));
    return { pivot, size, angles: [0, yaw, -tilt], by: [base, 0, 0] };
  });
  return { root, places };
}

/** How far from the middle a neck may begin. */
const rootWidth = (body: Body): number =>
  body.kind === 'biped' ? body.frame.shoulder * 0.72 : body.back.width * 0.7;

/** Lower pairs of arms. */
function armsOf(body: Body, t: Traits): Repeated[] {
  const pairs = Math.ceil((t.counts.arms ?? 2) / 2);
  if (body.kind !== 'biped' || pairs < 2) return [];
  const { T, depth } = body.frame;
  return sides.map((side) => ({
    root: `${side.name}Shoulder`,
    places: Array.from({ length: pairs }, (_, i) =>
      i === 0
        ? null
        : {
            pivot: body.arms[side.name].shoulder,
            size: 1 - 0.06 * i,
            angles: [0, side.x * 0.1, side.x * 0.06 * i] as Vec3,
            by: [-side.x * 0.03 * T * i, -0.3 * T * i, -0.1 * depth] as Vec3,
          },
    ),
  }));
}

/** Tails in a fan. */
function tailsOf(body: Body, t: Traits): Repeated | null {
  const many = t.counts.tail ?? 1;
  const isOwn = body.kind === 'biped' || body.kind === 'quadruped';
  const root = body.skeleton.joints.find(({ name }) => name === 'tail1');
  if (many < 2 || !isOwn || !root) return null;
  const step = Math.min(0.6, 2.5 / (many - 1));
  const raise = (at: number) => 0.5 * (1 - Math.abs(at) / (many / 2));
  const places = outwards(many).map(
    (at): Placement => ({
      pivot: root.position,
      size: 1 - 0.02 * many,
      angles: [raise(at), -at * step, 0],
      by: [0, 0, 0],
    }),
  );
  return { root: 'tail1', places };
}

/** Smaller pairs of wings below the first. */
function wingsOf({ skeleton }: Body, t: Traits): Repeated[] {
  const pairs = Math.ceil((t.counts.wings ?? 2) / 2);
  if (pairs < 2 || !hasJoint(skeleton, 'leftWing')) return [];
  return sides.map((side: Side) => {
    const pivot = jointOf(skeleton, `${side.name}Wing`).position;
    const places = Array.from({ length: pairs }, (_, i) =>
      i === 0
        ? null
        : { pivot, size: 1 - 0.16 * i, angles: [0, 0, -side.x * 0.62 * i] as Vec3, by: [0, 0, 0] as Vec3 },
    );
    return { root: `${side.name}Wing`, places };
  });
}

const hasJoint = ({ joints }: Skeleton, wanted: string): boolean =>
  joints.some(({ name }) => name === wanted);
