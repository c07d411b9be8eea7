/** Fits a skeleton to a solid: finds the class of body, its facing direction and its joints. */

import type { Volume } from '../../geometry/volume/volume.js';
import type { RigParameters, SkeletonKind } from '../../types.js';
import { jointOf, type Skeleton } from '../skeleton.js';
import { fitAquatic, hasTailFin } from './aquatic.js';
import { handsIn } from './biped/hands.js';
import { trunkIn } from './biped/trunk.js';
import { fitBiped } from './biped.js';
import { fitThresholds } from './calibration.js';
import { type CreatureKind, type Fitted, fitters } from './creature.js';
import { legCountOf } from './legs.js';
import { fitOther } from './other.js';
import { type Person, personIn } from './person.js';
import { isErect } from './profile.js';
import { assignQuadruped, fitQuadruped, tipsOnFeet } from './quadruped.js';
import { createSights, type Sight } from './sight.js';
import { frontOf, frontOfBird, solesAhead, toesOf } from './stance.js';
import { assignBiped } from './tips.js';
import { birdness } from './trunk.js';

const { worst, sideways, lopsided, trusted, evenFeet, hem, bigHead } = fitThresholds;

/** `turns`: quarter turns about Y from the given solid to the fitted one, which faces +Z. */
type Fitting = { skeleton: Skeleton; volume: Volume; turns: number };
/** `alternative`: the class that is the next most likely, where the first is not certain. */
export type Fit = Fitting & { alternative: SkeletonKind | null };

type Look = (turns: number) => Sight;

export function fitSkeleton(volume: Volume, wanted: RigParameters['skeleton'] = 'auto'): Fit {
  const look = createSights(volume);
  const sights = [look(0), look(1)];
  const other = (): Fitting => ({ skeleton: fitOther(sights[0]!.curve), volume, turns: 0 });
  const certain = (fit: Fitting): Fit => ({ ...fit, alternative: null });
  if (wanted === 'other') return certain(other());
  const person = wanted === 'auto' || wanted === 'biped' ? personIn(volume, look) : null;
  if (person)
    return { ...fitPerson(person, look), alternative: wanted === 'auto' ? person.alternative : null };
  if (wanted !== 'auto') return certain(asWanted(look, sights, wanted) ?? other());
  const fit = byLegs(look, sights) ?? other();
  return { ...fit, alternative: alternativeTo(fit.skeleton.kind, sights) };
}

/** A person that is known to face +Z; null where no hands, feet and head are found. */
export function fitPersonAhead(volume: Volume): Fit | null {
  const look = createSights(volume);
  const found = personIn(volume, look)?.sight;
  const sight = found?.turns === 0 ? found : look(0);
  const { skeleton } = assignBiped(sight.curve, sight.height, sight.profile.neck) ? bipedOf(sight) : noPerson;
  return skeleton && { skeleton, volume, turns: 0, alternative: null };
}

const noPerson = { skeleton: null };

/** A swimmer that is known to face +Z. */
export function fitSwimmerAhead(volume: Volume): Skeleton {
  const { curve, slices } = createSights(volume)(0);
  return fitAquatic(curve, slices, true).skeleton;
}

/** A body that stands erect may be a person; one on two legs may stand on four. */
function alternativeTo(kind: SkeletonKind, sights: readonly Sight[]): SkeletonKind | null {
  if (kind === 'biped') return 'quadruped';
  if (sights.some(({ profile }) => isErect(profile))) return 'biped';
  return kind === 'other' ? 'quadruped' : null;
}

/** Joints may come from the solid without its sheets; weights need all of it. */
function fitPerson({ sight, look: bare }: Person, look: Look): Fitting {
  const fitted = bipedOf(sight);
  const turns = fitted.facing > 0 ? sight.turns : sight.turns + 2;
  const { skeleton } = fitted.facing > 0 ? fitted : bipedOf(bare(turns));
  return { skeleton, volume: look(turns).volume, turns };
}

function byLegs(look: Look, sights: readonly Sight[]): Fitting | null {
  const [best, second] = [...sights].sort((a, b) => b.stance.mirrored - a.stance.mirrored) as [Sight, Sight];
  const fair = second.stance.mirrored > best.stance.mirrored - lopsided ? [best, second] : [best];
  const standing = fair
    .map((sight) => ({ sight, legs: legCountOf(sight) }))
    .find(({ legs }) => legs !== 'none');
  if (standing?.legs === 'many')
    return creatureIn(look, fair, ['octopod', 'hexapod']) ?? byCost(look, sights, 'auto');
  const crawls = creatureIn(look, sights, ['octopod', 'hexapod']);
  if (crawls) return crawls;
  if (standing?.legs === 'four') return onFourLegs(look, standing.sight);
  const tube = creatureIn(look, sights, ['serpentine']);
  if (tube) return tube;
  // A fish may stand on a pair of fins.
  const fish = sights.some(({ slices }) => hasTailFin(slices)) && creatureIn(look, sights, ['aquatic']);
  if (fish) return fish;
  if (standing?.legs === 'two') return onTwoLegs(look, sights, standing.sight);
  return creatureIn(look, sights, ['aquatic', 'avian']) ?? byCost(look, sights, 'auto');
}

function onFourLegs(look: Look, seen: Sight): Fitting {
  const front = frontOf(seen.volume, seen.stance, seen.height);
  const { turns, volume, curve, stance, height } = facesAhead(front, seen) ? seen : look(seen.turns + 2);
  const { skeleton } = fitQuadruped(volume, curve, tipsOnFeet(curve, stance.pairs, height), height, 1);
  return { skeleton, volume, turns };
}

/** The file's own front is right unless the body clearly faces the other way. */
const facesAhead = (front: number, { turns }: Sight): boolean => front >= (turns === 0 ? -trusted : 0);

function onTwoLegs(look: Look, sights: readonly Sight[], mirrored: Sight): Fitting | null {
  const upright = bipedOptions(sights).sort((a, b) => a.cost - b.cost)[0]!;
  const lopsidedBody = Math.abs(sights[0]!.stance.mirrored - sights[1]!.stance.mirrored) < lopsided;
  const seen = lopsidedBody && upright.cost < worst ? upright.sight : mirrored;
  const { volume, curve, stance, slices, height, profile } = seen;
  const found = assignBiped(curve, height, profile.neck);
  const bird = birdness(volume, curve, stance, found?.tips ?? null, slices, profile);
  if (bird <= 0 || stance.pairs.length === 0)
    return byCost(look, lopsidedBody || !found ? sights : [seen], 'biped');
  const front = frontOfBird(volume, stance, height, seen.bounds.high[1]);
  const turned = facesAhead(front, seen) ? seen : look(seen.turns + 2);
  const { skeleton } = fitters.avian(turned, true)!;
  return { skeleton, volume: turned.volume, turns: turned.turns };
}

function asWanted(look: Look, sights: readonly Sight[], wanted: SkeletonKind): Fitting | null {
  const four = wanted === 'quadruped' && sights.find((sight) => legCountOf(sight) === 'four');
  if (four) return onFourLegs(look, four);
  if (wanted === 'biped' || wanted === 'quadruped') return byCost(look, sights, wanted);
  return wanted === 'other' ? null : creatureIn(look, sights, [wanted], true);
}

/** Tries the solid from the front and from the side, then turns it to face +Z. */
function creatureIn(
  look: Look,
  sights: readonly Sight[],
  kinds: readonly CreatureKind[],
  wanted = false,
): Fitting | null {
  // The side on which the body looks like the class comes first.
  const plain = wanted && creatureIn(look, sights, kinds);
  if (plain) return plain;
  for (const sight of sights)
    for (const kind of kinds) {
      const fitted = fitters[kind](sight, wanted);
      if (!fitted) continue;
      if (fitted.facing > 0) return { ...fitted, volume: sight.volume, turns: sight.turns };
      const behind = look(sight.turns + 2);
      return { ...(fitters[kind](behind, wanted) ?? fitted), volume: behind.volume, turns: behind.turns };
    }
  return null;
}

const bipedOptions = (sights: readonly Sight[]) =>
  sights.map((sight) => ({
    kind: 'biped' as const,
    sight,
    cost:
      (assignBiped(sight.curve, sight.height, sight.profile.neck)?.cost ?? Infinity) +
      sideways * Math.max(0, slimnessOf(sight.volume, sight.curve.root[1])),
  }));

/** When only extremities can decide, chooses the cheaper reading. */
function byCost(
  look: Look,
  sights: readonly Sight[],
  wanted: 'biped' | 'quadruped' | 'auto',
): Fitting | null {
  const quadrupeds = sights.map((sight) => ({
    kind: 'quadruped' as const,
    sight,
    cost: assignQuadruped(sight.curve, sight.height)?.cost ?? Infinity,
  }));
  const [best] = [...bipedOptions(sights), ...quadrupeds]
    .filter(({ kind, cost }) => (wanted === 'auto' ? cost <= worst : kind === wanted && cost < Infinity))
    .sort((a, b) => a.cost - b.cost);
  if (!best) return null;
  const fitAt = (sight: Sight) => {
    const fit = best.kind === 'biped' ? bipedOf(sight) : quadrupedOf(sight);
    return { ...fit, volume: sight.volume, turns: sight.turns };
  };
  const fitted = fitAt(best.sight);
  return fitted.facing > 0 ? fitted : fitAt(look(best.sight.turns + 2));
}

const quadrupedOf = ({ volume, curve, height }: Sight): Fitted =>
  fitQuadruped(volume, curve, assignQuadruped(curve, height)!.tips, height);

/** Toes give a biped's facing direction; without them the file's direction is kept. */
function bipedOf({ volume, curve, stance, height, profile }: Sight): Fitted {
  const { neck, headShare } = profile;
  const cheapest = assignBiped(curve, height, neck)!.tips;
  const trunk = neck !== null && headShare > bigHead ? trunkIn(volume, neck) : null;
  const middle = trunk?.middle ?? curve.root[0];
  const tips = { ...cheapest, hands: handsIn({ curve, neck, height, middle }, cheapest) };
  const skeleton = fitBiped(volume, curve, tips, height, trunk);
  const toes = (['left', 'right'] as const).reduce((sum, side) => {
    const foot = jointOf(skeleton, `${side}Foot`);
    return sum + jointOf(skeleton, `${side}Toes`).tail[2] - foot.position[2];
  }, 0);
  const doubt = stance.pairs.length > 0 ? 0.05 : 0.13;
  const soles = toesOf(stance.pairs, height) + 2 * solesAhead(volume, height);
  // Legs that a gown hides are drawn facing ahead, whichever way the shoes below it point.
  const hidden = trunk !== null && (trunk.crotch === null || tips.feet.every((foot) => foot === null));
  const ahead = hidden ? soles > -hem : soles > -evenFeet || toes > -doubt * height;
  return { skeleton, facing: ahead ? 1 : -1 };
}

/** Measures the solid above `floor`: 1 when it spreads only along Z, -1 when only along X. */
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
