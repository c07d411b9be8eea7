import type { BipedBody } from './biped.js';
import type { CreatureBody } from './creature.js';
import type { QuadrupedBody } from './quadruped.js';

/** Bodies with the common head and frame. */
export type PlainBody = BipedBody | QuadrupedBody;
export type Body = PlainBody | CreatureBody;
