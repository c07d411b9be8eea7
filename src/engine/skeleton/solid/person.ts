/**
 * Recognises people, cartoon ones too, before all other classes: they stand erect on one row of feet or in a skirt. A
 * network learned by `npm run people` tells them from birds, and their front from their side. Sheets and sticks are left
 * out where that shows a person better.
 */
import { joinPieces } from '../../geometry/volume/bridge.js';
import { openSolid } from '../../geometry/volume/opening.js';
import type { Volume } from '../../geometry/volume/volume.js';
import type { SkeletonKind } from '../../types.js';
import { personThresholds } from './calibration.js';
import { createOdds } from './network.js';
import { mayBePerson, type PersonSide, personSigns } from './person-signs.js';
import { createSights, type Sight } from './sight.js';
import { assignBiped, type BipedTips } from './tips.js';
import { birdness } from './trunk.js';

const personOdds = createOdds('people');
const { sheet, some, most, gain, plain, doubt } = personThresholds;

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
  const solid = bareSolid(volume, look(0));
  const bare = solid && readingOf(createSights(solid));
  return bare && !(whole && whole.cost < bare.cost + gain) ? bare : whole;
}

/** A solid without its sheets and sticks; null where that leaves out nothing, or nearly all. */
export function bareSolid(volume: Volume, { height }: Pick<Sight, 'height'>): Volume | null {
  const radius = Math.max(sheet.least, Math.min(sheet.most, (sheet.share * height) / volume.cell));
  const { opened, removed } = openSolid(volume, radius);
  return removed < some || removed > most ? null : joinPieces(opened());
}

export const sidesOf = (look: (turns: number) => Sight) =>
  [look(0), look(1)].map((sight) => ({
    sight,
    found: assignBiped(sight.curve, sight.height, sight.profile.neck),
  })) as [PersonSide, PersonSide];

function readingOf(look: (turns: number) => Sight): Person | null {
  const [front, side] = sidesOf(look);
  const [ahead, aside] = [oddsOf(front, side), oddsOf(side, front)];
  const [{ sight, found }, odds] = aside > ahead ? [side, aside] : [front, ahead];
  if (!found || odds < 0) return null;
  const { volume, curve, stance, slices, profile } = sight;
  const isSure = odds > doubt.odds;
  const bird = isSure ? -1 : birdness(volume, curve, stance, found.tips, slices, profile);
  return { sight, ...found, look, alternative: isSure ? null : bird > -doubt.bird ? 'avian' : 'quadruped' };
}

const oddsOf = (side: PersonSide, other: PersonSide): number =>
  mayBePerson(side, other) ? personOdds(personSigns(side, other)) : -Infinity;
