/** From a solid to a skeleton: which class of body it is, which way it looks, and where its joints lie. */
import { jointOf, type Skeleton } from '../skeleton/skeleton.js';
import type { RigParameters, SkeletonKind } from '../types.js';
import { quarterTurn, turnVolume } from '../volume/turn.js';
import type { Volume } from '../volume/volume.js';
import { fitBiped } from './biped.js';
import { type CreatureKind, fitCreature } from './creature.js';
import { type CurveSkeleton, curveSkeleton } from './curve.js';
import { fitOther } from './other.js';
import { assignQuadruped, fitQuadruped } from './quadruped.js';
import { assignBiped } from './tips.js';

/** `turns`: quarter turns about Y from the given solid to the one the skeleton fits, which looks along +Z. */
export type Fit = { skeleton: Skeleton; volume: Volume; turns: number };

/** Above it a body is neither biped nor quadruped. */
const worst = 1.15;
const shortestBranch = 0.06;
/** What it costs a biped to be all depth and no breadth above its middle: legs may stride, shoulders stay wide. */
const sideways = 1.2;

export function fitSkeleton(volume: Volume, wanted: RigParameters['skeleton'] = 'auto'): Fit {
  const height = heightOf(volume);
  const straight = curveSkeleton(volume, height * shortestBranch);
  if (wanted === 'other') return { skeleton: fitOther(straight), volume, turns: 0 };
  const creature = creatureIn(volume, straight, wanted);
  if (creature) return creature;
  const slimness = slimnessOf(volume, straight.root[1]);
  const options = [0, 1].flatMap((turns) => {
    const curve = turnCurve(straight, turns);
    return [
      {
        kind: 'biped' as const,
        turns,
        cost:
          (assignBiped(curve, height)?.cost ?? Infinity) +
          sideways * Math.max(0, turns === 0 ? slimness : -slimness),
      },
      { kind: 'quadruped' as const, turns, cost: assignQuadruped(curve, height)?.cost ?? Infinity },
    ];
  });
  const allowed = options.filter(({ kind, cost }) =>
    wanted === 'auto' ? cost <= worst : kind === wanted && cost < Infinity,
  );
  const best = allowed.sort((a, b) => a.cost - b.cost)[0];
  if (!best) return { skeleton: fitOther(straight), volume, turns: 0 };
  const fitAt = (turns: number) => {
    const [turned, curve] = [turnVolume(volume, turns), turnCurve(straight, turns)];
    const fit = best.kind === 'biped' ? bipedOf(turned, curve, height) : quadrupedOf(turned, curve, height);
    return { ...fit, volume: turned, turns };
  };
  const fitted = fitAt(best.turns);
  return fitted.facing > 0 ? fitted : fitAt(best.turns + 2);
}

/** Looked at from the front and from the side, then turned to look along +Z. */
function creatureIn(volume: Volume, straight: CurveSkeleton, wanted: SkeletonKind | 'auto'): Fit | null {
  if (wanted === 'biped' || wanted === 'quadruped' || wanted === 'other') return null;
  const kind: CreatureKind | 'auto' = wanted;
  for (const turns of [0, 1]) {
    const fitAt = (quarter: number): (Fit & { facing: number }) | null => {
      const turned = turnVolume(volume, quarter);
      const fitted = fitCreature(turned, turnCurve(straight, quarter), kind);
      return fitted && { ...fitted, volume: turned, turns: quarter };
    };
    const fitted = fitAt(turns);
    if (fitted) return fitted.facing > 0 ? fitted : (fitAt(turns + 2) ?? fitted);
  }
  return null;
}

const turnCurve = ({ root, crown, branches, trace }: CurveSkeleton, turns: number): CurveSkeleton => ({
  root: quarterTurn(root, turns),
  crown: quarterTurn(crown, turns),
  branches: branches.map((branch) => ({
    ...branch,
    points: branch.points.map((p) => quarterTurn(p, turns)),
  })),
  trace: (p) => trace(quarterTurn(p, -turns)).map((q) => quarterTurn(q, turns)),
});

const quadrupedOf = (volume: Volume, curve: CurveSkeleton, height: number) =>
  fitQuadruped(volume, curve, assignQuadruped(curve, height)!.tips, height);

/** Toes say where a biped looks; without any it looks where the file does. */
function bipedOf(
  volume: Volume,
  curve: CurveSkeleton,
  height: number,
): { skeleton: Skeleton; facing: number } {
  const skeleton = fitBiped(volume, curve, assignBiped(curve, height)!.tips, height);
  const ahead = (['left', 'right'] as const).reduce((sum, side) => {
    const foot = jointOf(skeleton, `${side}Foot`);
    return sum + jointOf(skeleton, `${side}Toes`).tail[2] - foot.position[2];
  }, 0);
  return { skeleton, facing: ahead > -0.05 * height ? 1 : -1 };
}

/** Of the solid above `floor`: 1 when it spreads along Z alone, -1 along X alone. */
function slimnessOf({ size, origin, cell, inside }: Volume, floor: number): number {
  const sums = { x: 0, z: 0, xx: 0, zz: 0, count: 0 };
  const [nx, ny] = size;
  for (let c = nx * Math.ceil((floor - origin[1]) / cell); c < inside.length; c++) {
    if (!inside[c] || origin[1] + (Math.floor(c / nx) % ny) * cell < floor) continue;
    const [x, z] = [c % nx, Math.floor(c / (nx * ny))];
    sums.x += x;
    sums.z += z;
    sums.xx += x * x;
    sums.zz += z * z;
    sums.count++;
  }
  const spread = (sum: number, squares: number) => Math.sqrt(squares / sums.count - (sum / sums.count) ** 2);
  const [breadth, length] = [spread(sums.x, sums.xx), spread(sums.z, sums.zz)];
  return (length - breadth) / (length + breadth || 1);
}

function heightOf({ size, inside, cell }: Volume): number {
  let [low, high] = [Infinity, -Infinity];
  inside.forEach((one, c) => {
    if (!one) return;
    const j = Math.floor(c / size[0]) % size[1];
    low = Math.min(low, j);
    high = Math.max(high, j);
  });
  return (high - low + 1) * cell;
}
