/** Identifies extremities: evaluates every assignment of a figure's few curve tips and takes the cheapest. */
import { distance, type Vec3 } from '../../geometry/vec.js';
import { tipsThresholds } from './calibration.js';
import type { Branch, CurveSkeleton } from './curve.js';

const { earless, aboveNeck } = tipsThresholds;

/** `joins` is the height at which its branch meets an earlier one. */
export type Tip = { point: Vec3; reach: number; length: number; joins: number };
export type BipedTips = {
  head: Tip;
  hands: readonly [Tip | null, Tip | null];
  feet: readonly [Tip | null, Tip | null];
};

/** Shorter branches than the longest ones are no extremities. */
const mostTips = 11;

export const longestBranches = ({ branches }: CurveSkeleton): Branch[] =>
  [...branches].sort((a, b) => b.length - a.length).slice(0, mostTips);

export const tipOf = ({ points, reach, length }: Branch): Tip => ({
  point: points[0]!,
  reach,
  length,
  joins: points.at(-1)![1],
});

export const tipsOf = (curve: CurveSkeleton): Tip[] => longestBranches(curve).map(tipOf);

/**
 * Lengths are in heights of the figure; left is +X. Null when nothing is upright.
 * @param neck its height where the figure shows one: ears, pigtails, horns and hats start above it, arms below
 */
export function assignBiped(
  curve: CurveSkeleton,
  height: number,
  neck: number | null = null,
): { tips: BipedTips; cost: number } | null {
  const tips = tipsOf(curve);
  const raised = tips.filter(({ point }) => point[1] > curve.root[1]);
  const crown = crownOf(curve);
  const branched = raised.some(({ point }) => distance(point, crown.point) < height * 0.12);
  const heads = branched ? raised : [...raised, crown];
  const middle = curve.root[0];
  let best: { tips: BipedTips; cost: number } | null = null;
  for (const head of heads) {
    const rest = tips.filter((tip) => tip !== head);
    const feet = bestPair(rest, (l, r) => footCost(l, r, middle, height));
    const others = rest.filter((tip) => !feet.pair.includes(tip));
    const ceiling = Math.min(head.point[1] - earless * height, (neck ?? Infinity) + aboveNeck * height);
    const hands = bestPair(
      others,
      (l, r) => handCost(l, r, middle, height) + earCost(l, ceiling, height) + earCost(r, ceiling, height),
    );
    const unused = others.filter((tip) => !hands.pair.includes(tip));
    const cost =
      headCost(head, middle, height) +
      feet.cost +
      hands.cost +
      unused.reduce((sum, tip) => sum + (unusedCost(tip, ceiling) * tip.length) / height, 0);
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

const headCost = ({ point }: Tip, middle: number, height: number): number =>
  (1.5 * (height - point[1])) / height + Math.abs(point[0] - middle) / height;

function footCost(left: Tip | null, right: Tip | null, middle: number, height: number): number {
  if (!left && !right) return 0.9;
  const own = [left, right].map((tip) => (tip ? (1.2 * tip.point[1]) / height : 0.45));
  return own[0]! + own[1]! + pairCost(left, right, middle, height);
}

function handCost(left: Tip | null, right: Tip | null, middle: number, height: number): number {
  if (!left && !right) return 0.6;
  const own = [left, right].map((tip) =>
    tip ? (0.3 * Math.max(0, 0.25 * height - tip.point[1])) / height : 0.3,
  );
  return own[0]! + own[1]! + pairCost(left, right, middle, height);
}

/** A branch that starts at the head is an ear, horn or plume, not an arm. */
const earCost = (tip: Tip | null, ceiling: number, height: number): number =>
  tip && tip.joins > ceiling ? 0.15 + (3 * (tip.joins - ceiling)) / height : 0;

/** Cost of a branch without a meaning, per height of its length: ears, hair and hats are common. */
const unusedCost = ({ joins }: Tip, ceiling: number): number => (joins > ceiling ? 0.15 : 0.4);

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
