import { defineMachine } from '../../base/machine.js';
import type { Run } from '../../contract/agents.js';

/** Back from running to queued goes a run whose process died or was stopped. */
export const runMachine = defineMachine({
  queued: ['running', 'canceled'],
  running: ['queued', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
});

runMachine satisfies { states: readonly Run['status'][] };

/** The states a run can be stopped in, as SQL writes a list. */
export const cancelable = runMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ');
