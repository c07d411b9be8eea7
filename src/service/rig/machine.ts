import { defineMachine } from '../../base/machine.js';
import type { GenerationStatus } from '../../contract/rig.js';

/** A job returns from running to queued when its worker or process died, or its service was stopped. */
export const generationMachine = defineMachine({
  queued: ['running', 'canceled'],
  running: ['queued', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
});

generationMachine satisfies { states: readonly GenerationStatus[] };
