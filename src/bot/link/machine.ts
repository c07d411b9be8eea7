import { defineMachine } from '../../base/machine.js';

/**
 * A link attempt. The page opens it and hands in a proof; the proof is checked at the service; then a code is
 * shown on the page and typed into Discord by the member who started. `contested`: proven, but the wallet is another
 * member's, so that a take-over waits.
 */
export const linkMachine = defineMachine({
  created: ['opened', 'expired', 'cancelled', 'superseded'],
  opened: ['proof_received', 'expired', 'cancelled', 'superseded'],
  proof_received: ['opened', 'awaiting_code', 'expired', 'superseded'],
  awaiting_code: ['linked', 'contested', 'rejected', 'expired', 'cancelled', 'superseded'],
  linked: [],
  contested: [],
  rejected: [],
  expired: [],
  cancelled: [],
  superseded: [],
});

export type LinkState = (typeof linkMachine.states)[number];

/** A wallet that another member has proven: it moves after a while, unless its member signs with it again. */
export const takeoverMachine = defineMachine({
  waiting: ['moved', 'refused', 'withdrawn'],
  moved: [],
  refused: [],
  withdrawn: [],
});

export type TakeoverState = (typeof takeoverMachine.states)[number];
