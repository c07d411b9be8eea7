import { defineMachine } from '../../base/machine.js';

/**
 * A link attempt. The page opens it and hands in a proof; the proof is checked at the service; then a code is
 * shown on the page and typed into Discord by the member who started.
 */
export const linkMachine = defineMachine({
  created: ['opened', 'expired', 'cancelled', 'superseded'],
  opened: ['proof_received', 'expired', 'cancelled', 'superseded'],
  proof_received: ['opened', 'awaiting_code', 'expired', 'superseded'],
  awaiting_code: ['linked', 'rejected', 'expired', 'cancelled', 'superseded'],
  linked: [],
  rejected: [],
  expired: [],
  cancelled: [],
  superseded: [],
});

export type LinkState = (typeof linkMachine.states)[number];
