/**
 * Tells the tips of arms from those of hair, capes, wings, tails and held things. A side without a likely one has no
 * hand in sight.
 */
import { distance, type Vec3 } from '../../../geometry/vec.js';
import type { Branch, CurveSkeleton } from '../curve.js';
import { type LimbCurve, limbOf, pointAlong } from '../limb.js';
import { createOdds } from '../network.js';
import { type BipedTips, longestBranches, type Tip, tipOf } from '../tips.js';
import { handThresholds } from './calibration.js';

const { unit: share, likely, doubtful, palm, forearm, shoulder } = handThresholds;

const handOdds = createOdds('hands');

/** `neck`: its height in metres, if the figure shows one. `middle`: of the trunk, on the X axis. */
export type HandFigure = { curve: CurveSkeleton; neck: number | null; height: number; middle: number };

/**
 * @param tips the cheapest assignment: its head and feet are no hands, and its hands are hands unless they hardly look
 * like some
 * @returns the most likely tip on the left (+X) and on the right
 */
export function handsIn(figure: HandFigure, { head, feet, hands }: BipedTips): BipedTips['hands'] {
  const isOneOf = (tips: readonly (Tip | null)[], { point }: Tip) =>
    tips.some((one) => one?.point.join() === point.join());
  const rated = measureTips(figure)
    .map(({ tip, measured }) => ({ tip, odds: handOdds(measured) }))
    .filter(
      ({ tip, odds }) => odds > (isOneOf(hands, tip) ? doubtful : likely) && !isOneOf([head, ...feet], tip),
    )
    .sort((a, b) => b.odds - a.odds);
  const best = (side: number): Tip | null =>
    rated.find(({ tip }) => (tip.point[0] - figure.middle) * side > 0)?.tip ?? null;
  return [best(1), best(-1)];
}

/**
 * The figure's tips, each with its measures in heights of the neck: aside, up and ahead of the tip, its direction and
 * the place where a shoulder would be; where its branch joins; its length and reach; radii of its palm and arm; how far
 * ahead or behind it goes; the gap to another tip in its mirror image; and the number of branches.
 */
export function measureTips({ curve, neck, height, middle }: HandFigure) {
  const unit = neck ?? share * height;
  const branches = longestBranches(curve);
  const tips = branches.map(tipOf);
  const [x, z] = [middle, curve.root[2]];
  const place = (p: Vec3): Vec3 => [Math.abs(p[0] - x) / unit, p[1] / unit, (p[2] - z) / unit];
  return branches.map((branch, i) => {
    const tip = tips[i]!;
    const way = limbOf(branch.points);
    const inward = pointAlong(way, Math.min(forearm.at * unit, way.length));
    const far = distance(inward, tip.point) || 1;
    const mirror: Vec3 = [2 * x - tip.point[0], tip.point[1], tip.point[2]];
    const gaps = tips.filter((other) => other !== tip).map(({ point }) => distance(point, mirror) / unit);
    const outer = branch.points.filter((_, at) => way.at[at]! <= forearm.to * unit);
    return {
      tip,
      measured: [
        ...place(tip.point),
        Math.abs(inward[0] - tip.point[0]) / far,
        (inward[1] - tip.point[1]) / far,
        (inward[2] - tip.point[2]) / far,
        ...place(pointAlong(way, Math.min(shoulder * unit, way.length))),
        tip.joins / unit,
        tip.length / unit,
        tip.reach / unit,
        Math.max(...radiiIn(branch, way, 0, palm * unit)) / unit,
        armRadius(branch, way, unit) / unit,
        Math.max(...outer.map((p) => Math.abs(p[2] - z))) / unit,
        Math.min(1, ...gaps),
        branches.length,
      ],
    };
  });
}

const radiiIn = ({ radii }: Branch, { at }: LimbCurve, from: number, to: number): number[] =>
  radii.filter((_, i) => at[i]! >= from && at[i]! <= to);

function armRadius(branch: Branch, way: LimbCurve, unit: number): number {
  const along = radiiIn(branch, way, forearm.from * unit, forearm.to * unit);
  const sorted = [...(along.length > 0 ? along : branch.radii)].sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
