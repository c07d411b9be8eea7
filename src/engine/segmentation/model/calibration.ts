/**
 * Thresholds that separate a figure from what a model adds to it.
 *
 * Benchmark: `node dist/modules/bench/creatures.js`, right classes of characters on bases and with items.
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
  /** Of the largest piece: a smaller one is not part of the connected body. */
  crumb: 0.01,
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

/** `sheets.ts` */
export const sheetsThresholds = {
  /** Area of the covers that would close a part over its own area: 0.05 for a sleeve, 0.5 for a skirt, 1 for a cape. */
  open: { pair: 0.35, lone: 0.2 },
  /** Half the greatest thickness of a closed sheet or stick, in greatest reaches of the model from its middle. */
  thin: { pair: 0.018, lone: 0.045 },
  /** In greatest reaches: the least size of a part; short ones may be a neck or a hand. */
  long: 0.1,
  /** As a fraction of the model's surface: the smallest sheet. */
  noticed: 0.01,
  /** In greatest reaches: the widest gap between parts that touch. */
  gap: 0.02,
  mostTriangles: 120_000,
  mostParts: 400,
} as const;

/** `no-body.ts` */
export const noBodyThresholds = {
  /** Greatest thickness of a flat surface in longest sides, and the least part of its rectangle that it covers. */
  thin: 0.045,
  covered: 0.8,
  /** Cells: the thickness of a figure cut out of a plane. */
  paper: 2,
  /** Least fraction of lines between cells that stay inside a plain shape, and the length that makes it a worm. */
  convex: 0.985,
  slender: 4,
  /** Least size of a second figure relative to the first, and its least height relative to the whole. */
  fellow: 0.3,
  upright: 0.65,
  /** Least cover of a floor and of a wall, their depth relative to the whole, and the greatest fill between them. */
  floor: 0.85,
  wall: 0.6,
  slab: 0.06,
  airy: 0.5,
} as const;
