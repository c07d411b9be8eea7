/** The biped's joints placed in a front silhouette: legs by its gap, neck by its waist, hands by its tips. */
import type { Vec3 } from '../math/vec.js';
import { chain, type Joint, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import { runsAt, type Silhouette, sample } from './silhouette.js';

type Point = readonly [x: number, y: number];

/** @param depthAt middle of the solid at a height, where a side view told it */
export function fitBiped(s: Silhouette, tall: number, depthAt: (y: number) => number): Skeleton {
  const at = ([x, y]: Point, forward = 0): Vec3 => [x, y, depthAt(y) + forward];
  const crotch = findCrotch(s, tall);
  const neck = findNeck(s, tall, crotch);
  const trunk = neck - crotch;
  const axis = (y: number): Point => [trunkAt(s, y).middle, y];
  const hips = crotch + trunk * 0.14;
  const shoulderY = neck - trunk * 0.16;
  const shoulderHalf = Math.min(trunkAt(s, shoulderY).width / 2, tall * 0.16) * 0.72;

  const spine: Joint[] = chain(['hips', 'spine', 'chest', 'neck', 'head'], null, [
    at(axis(hips)),
    at(axis(hips + (neck - hips) * 0.33)),
    at(axis(hips + (neck - hips) * 0.64)),
    at(axis(neck)),
    at(axis(neck + (tall - neck) * 0.16)),
    at([axis(neck)[0], tall]),
  ]);

  const limbs = sides.flatMap((side) => {
    const shoulder: Point = [axis(shoulderY)[0] + side.x * shoulderHalf, shoulderY];
    const hand = findHand(s, side, shoulder, crotch, neck, tall);
    const elbow = centred(s, between(shoulder, hand, 0.5));
    const wrist = between(shoulder, hand, 0.86);
    const foot = findFoot(s, side, crotch);
    const hip: Point = [
      axis(hips)[0] + side.x * Math.max(tall * 0.035, Math.abs(foot[0] - axis(hips)[0]) * 0.55),
      crotch + trunk * 0.06,
    ];
    const ankle: Point = [foot[0], tall * 0.045];
    const knee = centred(s, between(hip, ankle, 0.5));
    const name = (part: string) => `${side.name}${part}`;
    const root: Point = [axis(shoulderY)[0] + side.x * shoulderHalf * 0.3, shoulderY + trunk * 0.03];
    return [
      ...chain(['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map(name), 'chest', [
        at(root),
        at(shoulder),
        at(elbow),
        at(wrist),
        at(hand),
      ]),
      ...chain(['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map(name), 'hips', [
        at(hip),
        at(knee, tall * 0.004),
        at(ankle),
        at([foot[0], tall * 0.015], tall * 0.035),
        at([foot[0], tall * 0.012], tall * 0.065),
      ]),
    ];
  });
  return { kind: 'biped', joints: [...spine, ...limbs] };
}

const between = (a: Point, b: Point, t: number): Point => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];

/** The run that holds the body's middle, or the one nearest to it. */
function trunkAt(s: Silhouette, y: number) {
  const runs = runsAt(s, y);
  const off = (run: { from: number; to: number }) => Math.max(run.from, -run.to, 0);
  return (
    runs.sort((a, b) => off(a) - off(b))[0] ?? { from: -s.cell, to: s.cell, middle: 0, width: 2 * s.cell }
  );
}

/** The height at which the gap between the legs ends; a skirt or a block of legs has none. */
function findCrotch(s: Silhouette, tall: number): number {
  const gapAt = (y: number) =>
    runsAt(s, y).some((run, i, runs) => i > 0 && run.from > -tall * 0.12 && runs[i - 1]!.to < tall * 0.12);
  let crotch = 0;
  for (let y = tall * 0.04; y < tall * 0.62; y += s.cell) {
    if (gapAt(y)) crotch = y;
    else if (crotch > tall * 0.08 && y > crotch + tall * 0.05) break;
  }
  return crotch > tall * 0.1 ? Math.min(crotch, tall * 0.55) : tall * 0.42;
}

/** The narrowest row between chest and crown. */
function findNeck(s: Silhouette, tall: number, crotch: number): number {
  const [low, high] = [crotch + (tall - crotch) * 0.38, tall * 0.93];
  let [best, narrowest] = [(low + high) / 2, Number.POSITIVE_INFINITY];
  for (let y = low; y < high; y += s.cell) {
    const { width } = trunkAt(s, y);
    if (width < narrowest * 0.995) [best, narrowest] = [y, width];
  }
  return best;
}

/** The cell farthest out on this side between hip and head; an arm held close hangs straight down. */
function findHand(
  s: Silhouette,
  side: Side,
  shoulder: Point,
  crotch: number,
  neck: number,
  tall: number,
): Point {
  let tip: Point = shoulder;
  for (let y = crotch * 0.8; y < Math.min(tall, neck + tall * 0.25); y += s.cell) {
    const runs = runsAt(s, y);
    const run = side.x > 0 ? runs.at(-1) : runs[0];
    if (!run) continue;
    const edge = side.x > 0 ? run.to : run.from;
    const isHead = y > neck && Math.abs(edge) < Math.abs(shoulder[0]) + tall * 0.12;
    if (!isHead && edge * side.x > tip[0] * side.x) tip = [edge, y];
  }
  const reach = Math.hypot(tip[0] - shoulder[0], tip[1] - shoulder[1]);
  if (reach < tall * 0.14)
    return [shoulder[0] + side.x * tall * 0.02, Math.max(crotch * 0.95, shoulder[1] - tall * 0.36)];
  return centred(s, between(shoulder, tip, 0.97));
}

/** The middle of the outer run near the ground. */
function findFoot(s: Silhouette, side: Side, crotch: number): Point {
  const runs = runsAt(s, Math.max(s.cell * 3, crotch * 0.16));
  const own = runs.filter(({ middle }) => middle * side.x > 0).sort((a, b) => b.width - a.width)[0];
  const whole = runs[0];
  const x = own?.middle ?? (whole ? whole.middle + (side.x * whole.width) / 4 : side.x * 0.08);
  return [x, 0];
}

/** Climbs a few steps towards the middle of the limb. */
function centred(s: Silhouette, start: Point): Point {
  let [x, y] = start;
  const h = s.cell;
  for (let step = 0; step < 12; step++) {
    const dx = sample(s.distance, s, x + h, y) - sample(s.distance, s, x - h, y);
    const dy = sample(s.distance, s, x, y + h) - sample(s.distance, s, x, y - h);
    const size = Math.hypot(dx, dy);
    if (size < 0.6 * h) break;
    x -= (dx / size) * h * 0.7;
    y -= (dy / size) * h * 0.7;
  }
  return [x, y];
}
