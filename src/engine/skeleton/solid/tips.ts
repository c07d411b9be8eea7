/** Identifies extremities: evaluates every assignment of a figure's few curve tips and takes the cheapest. */
import { distance, type Vec3 } from '../../geometry/vec.js';
import { tipsThresholds } from './calibration.js';
import type { CurveSkeleton } from './curve.js';

const { earless, aboveNeck, besideHead, aside, behind, narrows, asTrunk } = tipsThresholds;

/**
 * `joins` is the height at which its branch meets an earlier one, `bulge` the greatest radius after which the branch
 * narrows, like a head above a neck; 0 without.
 */
export type Tip = { point: Vec3; reach: number; length: number; joins: number; bulge: number };
export type BipedTips = {
  head: Tip;
  hands: readonly [Tip | null, Tip | null];
  feet: readonly [Tip | null, Tip | null];
};

const candidates = 11;

export const tipsOf = (curve: CurveSkeleton): Tip[] =>
  curve.branches
    .map(({ points, radii, reach, length }) => ({
      point: points[0]!,
      reach,
      length,
      joins: points.at(-1)![1],
      bulge: bulgeOf(radii),
    }))
    .sort((a, b) => b.length - a.length)
    .slice(0, candidates);

function bulgeOf(radii: readonly number[]): number {
  let [most, bulge] = [0, 0];
  for (const radius of radii) {
    most = Math.max(most, radius);
    if (radius < narrows * most) bulge = most;
  }
  return bulge;
}

/**
 * Lengths are in heights of the figure; left is +X. Null when nothing is upright.
 * @param neck its height where the figure shows one: ears, pigtails, horns and hats start above it, arms below
 * @param sheets places of tips that are no hands
 */
export function assignBiped(
  curve: CurveSkeleton,
  height: number,
  neck: number | null = null,
  sheets: readonly Vec3[] = [],
): { tips: BipedTips; cost: number } | null {
  const tips = tipsOf(curve);
  const raised = tips.filter(({ point }) => point[1] > curve.root[1]);
  const crown = crownOf(curve);
  const branched = raised.some(({ point }) => distance(point, crown.point) < height * 0.12);
  const heads = branched ? raised : [...raised, crown];
  const middle = curve.root[0];
  // A branch that runs through a head as thick as the trunk is hair, an ear or the head itself.
  const trunk = curve.branches[0]?.radii.at(-1) ?? Infinity;
  let best: { tips: BipedTips; cost: number } | null = null;
  for (const head of heads) {
    const rest = tips.filter((tip) => tip !== head);
    const feet = bestPair(rest, (l, r) => footCost(l, r, middle, height));
    const others = rest.filter((tip) => !feet.pair.includes(tip));
    const ceiling = Math.min(head.point[1] - earless * height, (neck ?? Infinity) + aboveNeck * height);
    const isSheet = ({ point }: Tip) => sheets.includes(point);
    const hands = bestPair(
      others.filter((tip) => !isSheet(tip) && tip.bulge < asTrunk * trunk),
      (l, r) => handCost(l, r, middle, height) + earCost(l, ceiling, height) + earCost(r, ceiling, height),
    );
    const unused = others.filter((tip) => !hands.pair.includes(tip));
    const cost =
      headCost(head, middle, height) +
      feet.cost +
      hands.cost +
      unused.reduce(
        (sum, tip) => sum + ((isSheet(tip) ? common : unusedCost(tip, ceiling)) * tip.length) / height,
        0,
      );
    if (!best || cost < best.cost) best = { tips: { head, hands: hands.pair, feet: feet.pair }, cost };
  }
  return best;
}

/** A head too wide to be a branch has its tip at the highest point of the body. */
const crownOf = ({ crown, root }: CurveSkeleton): Tip => ({
  point: crown,
  reach: distance(crown, root),
  length: 0,
  joins: root[1],
  bulge: 0,
});

type Pair = readonly [Tip | null, Tip | null];

function bestPair(
  tips: readonly Tip[],
  costOf: (left: Tip | null, right: Tip | null) => number,
): { pair: Pair; cost: number } {
  let best: { pair: Pair; cost: number } = { pair: [null, null], cost: costOf(null, null) };
  for (const left of [null, ...tips])
    for (const right of [null, ...tips]) {
      if (left === right) continue;
      const cost = costOf(left, right);
      if (cost < best.cost) best = { pair: [left, right], cost };
    }
  return best;
}

/** A head is above the body; a staff or a hammer that is higher stands beside it. */
function headCost({ point }: Tip, middle: number, height: number): number {
  const off = Math.abs(point[0] - middle) / height;
  return (1.5 * (height - point[1])) / height + off + 2 * Math.max(0, off - besideHead);
}

function footCost(left: Tip | null, right: Tip | null, middle: number, height: number): number {
  if (!left && !right) return 0.9;
  const own = [left, right].map((tip) => (tip ? (1.2 * tip.point[1]) / height : 0.45));
  return own[0]! + own[1]! + pairCost(left, right, middle, height);
}

function handCost(left: Tip | null, right: Tip | null, middle: number, height: number): number {
  if (!left && !right) return 0.6;
  const own = [left, right].map((tip) =>
    tip
      ? (0.3 * Math.max(0, 0.25 * height - tip.point[1])) / height +
        behind * Math.max(0, 1 - Math.abs(tip.point[0] - middle) / (aside * height))
      : 0.3,
  );
  return own[0]! + own[1]! + pairCost(left, right, middle, height);
}

/** A branch that starts at the head is an ear, horn or plume, not an arm. */
const earCost = (tip: Tip | null, ceiling: number, height: number): number =>
  tip && tip.joins > ceiling ? 0.15 + (3 * (tip.joins - ceiling)) / height : 0;

/** Cost of a branch without a meaning, per height of its length: ears, hair and hats are common. */
const unusedCost = ({ joins }: Tip, ceiling: number): number => (joins > ceiling ? common : 0.4);
const common = 0.15;

/** Hands and feet come in pairs of equal length, the left one on the left. */
function pairCost(left: Tip | null, right: Tip | null, middle: number, height: number): number {
  if (!left || !right) {
    const lone = (left ?? right)!;
    const out = (lone.point[0] - middle) * (left ? 1 : -1);
    return out > 0 ? 0 : 0.2;
  }
  const crossed = Math.max(0, right.point[0] - left.point[0]);
  const ahead = Math.abs(left.point[2] - right.point[2]) - Math.abs(left.point[0] - right.point[0]);
  const close = Math.max(0, 0.08 * height - distance(left.point, right.point));
  return (
    (1.5 * Math.abs(left.reach - right.reach) + 2 * crossed + 2 * close + 0.5 * Math.max(0, ahead)) / height
  );
}
