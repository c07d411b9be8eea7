/** Leaves sheets and sticks out of a person's extremities: wings, capes and staffs are no arms. */
import type { Vec3 } from '../../../geometry/vec.js';
import { depthAt } from '../../../geometry/volume/volume.js';
import { limbOf, pointAlong } from '../limb.js';
import type { Sight } from '../sight.js';
import { assignBiped, type BipedTips, type Tip } from '../tips.js';
import { bipedHandsThresholds } from './calibration.js';

const { thin, least, ofLegs } = bipedHandsThresholds;

type PersonTips = { tips: BipedTips; cost: number; sheets: boolean };

/**
 * The extremities of a person, how much they cost, and whether sheets were left out of them; null when nothing is
 * upright.
 */
export function personTips(sight: Sight): PersonTips | null {
  const { curve, height, profile } = sight;
  const left: Vec3[] = [];
  for (;;) {
    const found = assignBiped(curve, height, profile.neck, left);
    const sheets = found ? sheetsAmong(found.tips, sight) : [];
    if (sheets.length === 0) return found && { ...found, sheets: left.length > 0 };
    left.push(...sheets);
  }
}

/** The hands that are much thinner than an arm, as places of their tips. */
function sheetsAmong({ hands, feet }: BipedTips, sight: Sight): Vec3[] {
  const { height, volume } = sight;
  const legs = feet.flatMap((foot) => (foot ? [thicknessOf(foot, sight)] : []));
  const most = Math.min(
    Math.max(thin * height, least * volume.cell),
    ofLegs * Math.max(...legs, 0) || Infinity,
  );
  return hands.flatMap((hand) => (hand && thicknessOf(hand, sight) < most ? [hand.point] : []));
}

/** Median distance from the middle of the outer half of a limb to its surface. */
function thicknessOf({ point, length }: Tip, { curve, volume }: Sight): number {
  const way = limbOf(curve.trace(point));
  const depths = Array.from({ length: 9 }, (_, i) =>
    depthAt(volume, ...pointAlong(way, length * (0.1 + (0.4 * i) / 8))),
  );
  return depths.sort((a, b) => a - b)[4]!;
}
