/** Birds, one file per family. */
import { fowl } from './birds/fowl.js';
import { parrots } from './birds/parrots.js';
import { songbird } from './birds/plumage.js';
import { raptors } from './birds/raptors.js';
import { songbirds } from './birds/songbirds.js';
import { waterbirds } from './birds/waterbirds.js';
import type { Species } from './creature.js';

export const birds: Record<string, Species> = {
  bird: songbird,
  ...songbirds,
  ...fowl,
  ...waterbirds,
  ...raptors,
  ...parrots,
};
