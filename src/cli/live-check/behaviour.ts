import type { Seen } from './seen.js';
import type { Stage } from './stage.js';

/**
 * Something the local Discord claims about Discord, and that a bot can see without a second person. The sentences are
 * English, because reports of differences belong to this project.
 */
export type Behaviour = {
  /** Stays the same, for reports: `messages.nonce`. */
  id: string;
  says: string;
  /** What the local Discord shows. */
  expected: Seen;
  /**
   * Parts of the observation that Discord's documents leave open, as `1.faults`. A difference there is not a mistake of
   * either side.
   */
  unspecified?: readonly string[];
  observe(stage: Stage): Promise<Seen>;
};
