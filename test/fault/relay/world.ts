import type { VirtualTime } from '../../../bench/relay/time.js';

/** A defect put in on purpose, to prove that the stories find one. */
export type Sabotage = {
  /** Every message is a new one, and what was sent is never looked up. */
  hasNoNonces?: boolean;
  /** The place in the stream is kept before what it stands for is shown. */
  keepsTooEarly?: boolean;
  /** The ids of messages are not kept. */
  keepsNoIds?: boolean;
};

/** What a story shares: its time, and until when things go wrong. */
export type World = {
  time: VirtualTime;
  isCalm(): boolean;
  /** The service forgets events, so that answers must be read over HTTP. */
  isPruning: boolean;
  sabotage: Sabotage;
};
