/** All creatures by name, one file per family. */
import { beasts } from './species/beasts.js';
import { birds } from './species/birds.js';
import type { Species } from './species/creature.js';
import { dogs } from './species/dogs.js';
import { eightLegs } from './species/eightlegs.js';
import { hoofed } from './species/hoofed.js';
import { insects } from './species/insects.js';
import { myths } from './species/myths.js';
import { people } from './species/people.js';
import { produce } from './species/produce.js';
import { reptiles } from './species/reptiles.js';
import { sea } from './species/sea.js';
import { serpents } from './species/serpents.js';
import { wild } from './species/wild.js';
import { woodland } from './species/woodland.js';

export type { EarShape, Face, Feet, Species, TailShape } from './species/creature.js';
export { speciesNames } from './species/names.js';
export { produce } from './species/produce.js';
export { type Role, roles } from './species/roles.js';

export const species: Record<string, Species> = {
  ...people,
  ...beasts,
  ...dogs,
  ...woodland,
  ...wild,
  ...hoofed,
  ...reptiles,
  ...myths,
  ...birds,
  ...sea,
  ...insects,
  ...eightLegs,
  ...serpents,
  ...produce,
};
