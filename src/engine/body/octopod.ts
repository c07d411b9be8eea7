import type { CreatureBody } from './creature.js';
import { buildArachnid } from './octopod/arachnid.js';
import { octopodForm } from './octopod/frame.js';
import { buildOctopus } from './octopod/octopus.js';
import type { Traits } from './traits.js';

/** Builds a body with eight legs or arms. */
export const buildOctopod = (t: Traits): CreatureBody =>
  octopodForm(t).plan === 'octopus' ? buildOctopus(t) : buildArachnid(t);
