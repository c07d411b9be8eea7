import { defineMachine } from '../../base/machine.js';
import type { GenerationStatus } from '../../contract/rig.js';

/** Status changes of a generation. A job that lost its worker can be queued again. */
export const rigMachine = defineMachine({
  queued: ['running', 'succeeded', 'failed', 'canceled'],
  running: ['queued', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
} satisfies Record<GenerationStatus, readonly GenerationStatus[]>);
