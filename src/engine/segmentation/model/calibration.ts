/**
 * Thresholds that separate a figure from what a model adds to it.
 *
 * Benchmark: `node dist/bench/creatures.js`, right classes of characters on bases and with items.
 */

/** `figure.ts` */
export const figureThresholds = {
  /** As a fraction of the model's longest side: least distance of a loose item from both centre lines. */
  aside: 0.06,
  /** As a fraction of the model's surface: the largest held item. */
  mostHeld: 0.2,
  /** Costs from `assignBiped`: upper limits for a disguised person, a person, and a very clear one. */
  hidden: 0.6,
  plain: 0.5,
  bare: 0.25,
  /** Least improvement before something is removed. */
  clearly: 0.05,
  /** As fractions of the model's surface: the smallest part that can hide a limb, and the smallest body. */
  noticed: 0.01,
  body: 0.2,
  /** Limit for `birdness`. */
  unlikeBirds: 0,
} as const;

/** `ground.ts` */
export const groundThresholds = {
  /**
   * As fractions of the model's height: greatest thickness of a base, how far the rest may sink into it, and the least
   * height that must remain.
   */
  thickest: 0.15,
  sunk: 0.03,
  left: 0.6,
  /** Least breadth of a base relative to the figure on it, in both directions, with Y up and with Z up. */
  broadest: { 1: 0.55, 2: 0.9 },
} as const;

/** `parts.ts` */
export const partsThresholds = {
  /** Greatest difference between twins in sizes, and least distance between them as a fraction of the model. */
  twinsDiffer: 0.12,
  beside: 0.1,
} as const;
