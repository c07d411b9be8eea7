/**
 * Thresholds that turn a model upright.
 *
 * Benchmark: `node dist/bench/creatures.js --stance`, facing of turned and fallen characters.
 */

/** `upright.ts` */
export const uprightThresholds = {
  /** Least gain in overlap across an oblique mirror plane, and the least overlap there. */
  clearly: 0.1,
  alike: 0.7,
  /**
   * Least fraction of a body's cells in its legs after the rotation: for a body that does not stand as given, and for
   * one that does, which must also gain by this factor.
   */
  legShare: { fallen: 0.008, standing: 0.04, times: 2.5 },
  /** A figure on two legs must keep at least this fraction of its height as given. */
  tallest: 0.8,
} as const;
