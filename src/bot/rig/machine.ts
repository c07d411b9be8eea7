import { defineMachine } from '../../base/machine.js';
import type { GenerationStatus } from '../../contract/rig.js';

/** The service's generation as the bot follows it. A job that lost its worker may be queued again. */
export const rigMachine = defineMachine({
  queued: ['running', 'succeeded', 'failed', 'canceled'],
  running: ['queued', 'succeeded', 'failed', 'canceled'],
  succeeded: [],
  failed: [],
  canceled: [],
} satisfies Record<GenerationStatus, readonly GenerationStatus[]>);
