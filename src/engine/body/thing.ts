/** A thing that lies in a hand or on a head: the shape that it would have as a character, without face and limbs. */
import type { Character } from '../character.js';
import type { Description } from '../input/text/description.js';
import type { BodyShape } from '../input/text/vocabulary/solids.js';
import { bodyItems } from '../input/text/vocabulary.js';
import type { RigParameters } from '../types.js';
import { coatPaints } from './coat.js';
import { sculptItems } from './items.js';
import { createSculpture } from './sculpt.js';
import { sculptDetails } from './shell/details.js';
import { hullOf } from './shell/solids.js';
import { buildShell, frameOfShell } from './shell.js';
import { traitsOf } from './traits.js';

const quality = 0.72;

export function sculptThing(
  description: Description,
  shape: BodyShape,
  seed: number,
  parameters: RigParameters,
): Character {
  const own = traitsOf({ ...description, kind: 'biped' }, seed, parameters);
  const grown = new Map([...own.items].filter(([item]) => bodyItems.has(item) || item === 'stem'));
  const traits = { ...own, items: grown };
  const sculpture = createSculpture(quality);
  const body = buildShell(traits, shape);
  const coat = sculpture.material('coat', traits.colours.coat, traits.finish ?? { roughness: 0.72 });
  const hull = hullOf(shape, frameOfShell(traits, shape));
  sculpture.rigid('thing', 'head', hull, coat, 72, coatPaints(sculpture, body, traits));
  sculptDetails(sculpture, body, traits, shape);
  sculptItems(sculpture, body, traits);
  return { skeleton: body.skeleton, solids: sculpture.solids, materials: sculpture.materials };
}
