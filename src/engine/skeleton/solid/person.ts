/**
 * Recognises people, cartoon ones too, before all other classes: they stand erect on one pair of legs or in a skirt,
 * and their head is above their feet. Sheets and sticks are left out first.
 */
import { joinPieces } from '../../geometry/volume/bridge.js';
import { openSolid } from '../../geometry/volume/opening.js';
import type { Volume } from '../../geometry/volume/volume.js';
import type { SkeletonKind } from '../../types.js';
import { legsThresholds, personThresholds } from './calibration.js';
import { isErect } from './profile.js';
import { createSights, type Sight } from './sight.js';
import { forwardPositionOf } from './stance.js';
import { assignBiped, type BipedTips } from './tips.js';
import { birdness } from './trunk.js';

const { stride } = legsThresholds;
const { sheet, some, most, gain, plain, turned, onesided, doubt } = personThresholds;

/** A solid seen from the side that is the front of a person, if it is one. */
export type Person = {
  sight: Sight;
  tips: BipedTips;
  cost: number;
  look: (turns: number) => Sight;
  /** What else it may be, where it is not clearly a person. */
  alternative: SkeletonKind | null;
};

/**
 * The person in a solid: with its sheets, or without them where that shows it better. Where neither stands on one pair
 * of feet alone, hands may reach the ground beside them.
 */
export function personIn(volume: Volume, look: (turns: number) => Sight): Person | null {
  const whole = readingOf(look, isLonePair);
  if (whole && whole.cost < plain) return whole;
  const { opened, removed } = openSolid(volume, radiusOf(look(0)));
  const bare =
    removed < some || removed > most ? null : readingOf(createSights(joinPieces(opened())), isLonePair);
  if (bare && !(whole && whole.cost < bare.cost + gain)) return bare;
  return whole ?? readingOf(look, isOneRow);
}

/** Whether a body with these feet may be a person. */
type Standing = (sight: Sight) => boolean;

const isLonePair: Standing = ({ stance }) => stance.pairs.length < 2;

/** Animals have a pair of feet in front of another one. */
const isOneRow: Standing = ({ stance: { pairs }, height }) => {
  const places = pairs.map(forwardPositionOf);
  return Math.max(...places) - Math.min(...places) < stride * height;
};

/** Half the greatest thickness of a sheet, in cells. */
const radiusOf = ({ height, volume: { cell } }: Sight): number =>
  Math.max(sheet.least, Math.min(sheet.most, (sheet.share * height) / cell));

function readingOf(look: (turns: number) => Sight, stands: Standing): Person | null {
  const [front, side] = [0, 1].map((turns) => personFrom(look, turns, stands)) as [
    Person | null,
    Person | null,
  ];
  if (!front || !side) return front ?? side;
  return asideness(look) + turned.cost * (front.cost - side.cost) > turned.least ? side : front;
}

/** How much a solid looks like a person seen from the side: deeper than broad, with its feet side by side along Z. */
function asideness(look: (turns: number) => Sight): number {
  const [front, side] = [look(0), look(1)];
  const [broad, , deep] = front.profile.spread;
  const feet = Math.sign(side.stance.pairs.length - front.stance.pairs.length);
  return turned.depth * Math.log(deep / broad) + turned.feet * feet;
}

function personFrom(look: (turns: number) => Sight, turns: number, stands: Standing): Person | null {
  const sight = look(turns);
  const { volume, curve, stance, slices, height, profile } = sight;
  // An animal without feet on the ground is like its mirror image from the front, and this is its side.
  const slack = turns === 0 ? onesided.front : onesided.side;
  const other = look(1 - turns).stance.mirrored;
  const isHidden = other < turned.even && asideness(look) * (turns === 0 ? -1 : 1) > turned.clearly;
  if (stance.mirrored < other - slack && !isHidden) return null;
  if (!isErect(profile) || !stands(sight)) return null;
  if (stance.pairs.length === 0 && profile.neck === null) return null;
  const found = assignBiped(curve, height, profile.neck);
  if (!found) return null;
  const bird = birdness(volume, curve, stance, found.tips, slices, profile);
  if (bird > 0) return null;
  const alternative = bird > -doubt.bird ? 'avian' : found.cost > doubt.cost ? 'quadruped' : null;
  return { sight, ...found, look, alternative };
}
