/** What tells a person who is seen from the front from one seen from the side and from all other bodies. */
import { legsThresholds, personThresholds } from './calibration.js';
import { isErect } from './profile.js';
import type { Sight } from './sight.js';
import { forwardPositionOf, type Stance } from './stance.js';
import type { assignBiped } from './tips.js';
import { birdSigns } from './trunk.js';

const { stride } = legsThresholds;
const { even } = personThresholds;

/** A side of a solid, with the limbs of a person in it. */
export type PersonSide = { sight: Sight; found: ReturnType<typeof assignBiped> };

/**
 * Erect on feet side by side, as animals with a pair of feet in front of another one are not, and not seen across the
 * mirror plane of an even body.
 */
export const mayBePerson = ({ sight, found }: PersonSide, aside: PersonSide): boolean =>
  found !== null &&
  isErect(sight.profile) &&
  strideOf(sight.stance) < stride * sight.height &&
  sight.stance.mirrored > Math.min(even.least, aside.sight.stance.mirrored - even.slack);

/** Metres between the foremost and the hindmost pair of feet. */
function strideOf({ pairs }: Stance): number {
  const places = pairs.map(forwardPositionOf);
  return Math.max(0, Math.max(...places) - Math.min(...places));
}

/**
 * The signs of one side: how tall the body is over its depth and its breadth; how far it leans; its neck and head; its
 * feet and what they hold; its mirror symmetry and that of the other side; what its limbs cost as a person's on both; the
 * signs of a bird; and whether it is the front of the file.
 */
export function personSigns({ sight, found }: PersonSide, aside: PersonSide): number[] {
  const { volume, curve, stance, slices, height, profile, bounds, turns } = sight;
  const { spread, lean, neck, headShare, headCells } = profile;
  const [broad, tall, deep] = spread;
  const { pairs, middle, mirrored, centre } = stance;
  const cells = volume.inside.reduce((sum, one) => sum + one, 0);
  const shareOf = (feet: readonly { cells: number }[]) =>
    feet.reduce((sum, foot) => sum + foot.cells, 0) / cells;
  const feet = pairs.flatMap(({ left, right }) => [left, right]);
  const apart = feet.reduce((most, { sole }) => Math.max(most, Math.abs(sole[0] - centre[0])), 0);
  const other = aside.sight;
  return [
    Math.log(tall / deep),
    Math.log(tall / broad),
    Math.abs(lean),
    neck === null ? 0 : 1,
    (neck ?? 0.62 * height) / height,
    Math.min(2, headShare),
    headCells,
    Math.min(1, pairs.length),
    Math.min(1, Math.max(0, pairs.length - 1)),
    Math.min(2, Math.max(0, pairs.length - 2)),
    strideOf(stance) / height,
    apart / height,
    shareOf(feet),
    shareOf(middle),
    Math.min(1, middle.length),
    mirrored,
    other.stance.mirrored,
    Math.min(2, other.stance.pairs.length),
    Math.min(2, found?.cost ?? 2),
    Math.min(2, aside.found?.cost ?? 2),
    Math.log(bounds.span[1] / bounds.span[2]),
    Math.log(bounds.span[1] / bounds.span[0]),
    (centre[1] - bounds.low[1]) / height,
    turns === 0 ? 1 : 0,
    ...birdSigns(volume, curve, stance, found?.tips ?? null, slices, profile),
  ];
}
