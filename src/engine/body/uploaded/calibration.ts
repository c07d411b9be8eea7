/**
 * Thresholds that turn a model upright.
 *
 * Benchmark: `node dist/modules/bench/creatures.js --stance`, facing of turned and fallen characters.
 */

/** `upright.ts` */
export const uprightThresholds = {
  /** Least gain in overlap across an oblique mirror plane, and the least overlap there. */
  clearly: 0.1,
  alike: 0.7,
  /** Logarithmic odds from which nothing but the file's own up is tried. */
  sure: 4,
  /** Least logarithmic odds of another up: what looks like no body from any side, such as a star, stays as it is. */
  likely: 0,
  /** How much rarer than upright files are those with Z up and those that lie otherwise, in logarithmic odds. */
  rarity: { zUp: 2, lying: 4 },
} as const;

/** `placement.ts` */
export const placementThresholds = {
  /** Metres. */
  tall: 1.7,
  /** Relative changes of size and place below which a file keeps its exact vertices. */
  same: 0.01,
  /** Cosine of half the greatest angle at which a figure counts as straight. */
  straight: 0.9998,
  /** Cosines to the upright and to the front, below which a turn is mentioned. */
  upright: 0.95,
  ahead: 0.95,
} as const;
