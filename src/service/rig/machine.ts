import { defineMachine } from '../../base/machine.js';
import type { GenerationStatus } from '../../contract/rig.js';

/** Back from running to queued goes a job whose worker or process died, or whose service was stopped. */
export const generationMachine = defineMachine({
  queued: ['running', 'canceled'],
  running: ['queued', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
});

generationMachine satisfies { states: readonly GenerationStatus[] };
