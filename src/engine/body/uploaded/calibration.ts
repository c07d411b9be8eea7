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
  /**
   * Least fraction of a body's cells in its legs after the rotation: for a body that does not stand as given, and for
   * one that does, which must also gain by this factor; and for a body that is erect as given, or that has two legs
   * but no neck. A plain person has the last two, of its own cells and of the legs as given.
   */
  legShare: { fallen: 0.008, standing: 0.04, times: 2.5, erect: 0.06, person: 0.2, plainly: 4 },
  /** A figure on two legs must keep at least this fraction of its height as given. */
  tallest: 0.8,
  /**
   * Thickness of a person that lies in a file with Z up, relative to its height; a snake is narrower or lower. Below
   * `lying`, a person may lie that seems to stand as given.
   */
  flat: { least: 0.15, most: 0.75, lying: 0.35 },
  /** Least share of a body's cells in its head, where it looks like a fish as given: a tail fin has up to 0.06. */
  skull: 0.12,
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
