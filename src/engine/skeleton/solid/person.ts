/**
 * Recognises people, cartoon ones too, before all other classes: they stand erect on one pair of legs or in a skirt,
 * and their head is above their feet. Sheets and sticks are left out first.
 */
import { joinPieces } from '../../geometry/volume/bridge.js';
import { openSolid } from '../../geometry/volume/opening.js';
import type { Volume } from '../../geometry/volume/volume.js';
import type { SkeletonKind } from '../../types.js';
import { personThresholds } from './calibration.js';
import { isErect } from './profile.js';
import { createSights, type Sight } from './sight.js';
import { assignBiped, type BipedTips } from './tips.js';
import { birdness } from './trunk.js';

const { sheet, some, most, gain, plain, clearly, doubt } = personThresholds;

/** A solid seen from the side that is the front of a person, if it is one. */
export type Person = {
  sight: Sight;
  tips: BipedTips;
  cost: number;
  look: (turns: number) => Sight;
  /** What else it may be, where it is not clearly a person. */
  alternative: SkeletonKind | null;
};

/** The person in a solid: with its sheets, or without them where that shows it better. */
export function personIn(volume: Volume, look: (turns: number) => Sight): Person | null {
  const whole = readingOf(look);
  if (whole && whole.cost < plain) return whole;
  const { opened, removed } = openSolid(volume, radiusOf(look(0)));
  if (removed < some || removed > most) return whole;
  const bare = readingOf(createSights(joinPieces(opened())));
  if (!bare || (whole && whole.cost < bare.cost + gain)) return whole;
  return bare;
}

/** Half the greatest thickness of a sheet, in cells. */
const radiusOf = ({ height, volume: { cell } }: Sight): number =>
  Math.max(sheet.least, Math.min(sheet.most, (sheet.share * height) / cell));

function readingOf(look: (turns: number) => Sight): Person | null {
  const [front, side] = [0, 1].map((turns) => personFrom(look, turns)) as [Person | null, Person | null];
  if (!front || !side) return front ?? side;
  // The file's own front is right unless the body is deeper than broad and clearly symmetric to the other side only.
  const [broad, , deep] = front.sight.profile.spread;
  const aside =
    deep > broad &&
    side.cost < front.cost &&
    side.sight.stance.mirrored > front.sight.stance.mirrored + clearly;
  return aside ? side : front;
}

function personFrom(look: (turns: number) => Sight, turns: number): Person | null {
  const sight = look(turns);
  const { volume, curve, stance, slices, height, profile } = sight;
  if (!isErect(profile) || stance.pairs.length > 1) return null;
  if (stance.pairs.length === 0 && profile.neck === null) return null;
  const found = assignBiped(curve, height, profile.neck);
  if (!found) return null;
  const bird = birdness(volume, curve, stance, found.tips, slices, profile);
  if (bird > 0) return null;
  const alternative = bird > -doubt.bird ? 'avian' : found.cost > doubt.cost ? 'quadruped' : null;
  return { sight, ...found, look, alternative };
}
