import { defineMachine } from '../../base/machine.js';
import type { Run } from '../../contract/agents.js';

/** A run returns from running to queued when its process died or was stopped. */
export const runMachine = defineMachine({
  queued: ['running', 'canceled'],
  running: ['queued', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
});

runMachine satisfies { states: readonly Run['status'][] };

/** The states in which a run can be cancelled, as an SQL list. */
export const cancelable = runMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ');
