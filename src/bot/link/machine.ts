import { defineMachine } from '../../base/machine.js';

/**
 * A link attempt. The page opens it and submits a proof, the service verifies it, the page shows a code, and the
 * member types the code into Discord. `contested`: proven, but another member has the wallet, so a takeover waits.
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

/** A takeover: the wallet moves after a delay unless its current member signs with it again. */
export const takeoverMachine = defineMachine({
  waiting: ['moved', 'refused', 'withdrawn'],
  moved: [],
  refused: [],
  withdrawn: [],
});

export type TakeoverState = (typeof takeoverMachine.states)[number];
