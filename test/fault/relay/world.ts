import type { VirtualTime } from '../../../bench/relay/time.js';

/** A deliberate defect, to prove that the stories find it. */
export type Sabotage = {
  /** Every message is posted as new, without looking up earlier ones. */
  hasNoNonces?: boolean;
  /** The stream position is stored before its event is shown. */
  keepsTooEarly?: boolean;
  /** Message ids are not stored. */
  keepsNoIds?: boolean;
};

/** What the parts of a story share: its clock, and the end of its failures. */
export type World = {
  time: VirtualTime;
  isCalm(): boolean;
  /** The service drops events, so that answers must be read over HTTP. */
  isPruning: boolean;
  sabotage: Sabotage;
};
