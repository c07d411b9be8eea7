/**
 * Proportions and thresholds for joints and classes in solids.
 *
 * Benchmark: `npm run eval`, joint error of bodies in % of height, and `node dist/modules/bench/creatures.js`, right classes and facing.
 */

/** `aquatic.ts` */
export const aquaticThresholds = {
  /** In heights: how high a belly on the ground may be. */
  onGround: 0.02,
  /** Where a fish of average proportions narrows before its tail fin, in lengths, and the range of others in this. */
  narrow: { at: 0.88, least: 0.85, most: 1.05 },
  /** Least height of an upright tail fin, in heights of the stalk before it and of the body. */
  upright: { stalk: 1.6, body: 0.3 },
} as const;

/** `avian.ts` */
export const avianThresholds = {
  /** Least width over thickness of a wing. */
  blade: 1.9,
  /** Shoulder, elbow, wrist and end of a wing, from the tip of its feathers. */
  wing: [1, 0.78, 0.56, 0],
  /** On the way from the top of the head to the middle: the neck, its middle, and the skull, which is at most that deep in heights. */
  throat: { neck: 0.775, upper: 0.55, skull: 0.36, most: 0.17 },
} as const;

/** `curve.ts` */
export const curveThresholds = {
  /** Height limit of the root, as a fraction: keeps it out of a big head. */
  belowHead: 0.6,
} as const;

/** `feet.ts` */
export const feetThresholds = {
  /** In heights of the solid: the highest start of a foot, and the least height of a leg. */
  lifted: 0.13,
  shortest: 0.03,
} as const;

/** `fit.ts` */
export const fitThresholds = {
  /** Greatest cost at which a body is still a biped or quadruped. */
  worst: 1.15,
  /**
   * Cost of a biped that is all depth and no breadth above its middle: legs may be in stride, but shoulders are wide.
   */
  sideways: 1.2,
  /** A side whose mirror symmetry is worse by this much is not the front. */
  lopsided: 0.12,
  /** How clearly an animal must face against its file's front: one in sixty of them faces ahead less clearly. */
  trusted: 0.3,
  /** Feet that extend less than this to one side, in heights, do not show which way they point. */
  evenFeet: 0.012,
  /** The same of feet below a gown: its hem may be longer behind. */
  hem: 0.04,
  /** Breadth of a head over that of the trunk, from which the profile shows the neck better than the limbs do. */
  bigHead: 0.62,
} as const;

/** `legs.ts` */
export const legsThresholds = {
  /** In longest sides: the distance between front and back legs, and how close a belly is to the fins beside it. */
  stride: 0.12,
  beside: 0.15,
  /** Legs are below their roots; fins spread by more than this fraction of their height. */
  spread: 0.2,
} as const;

/** `limb.ts` */
export const limbThresholds = {
  thin: 0.42,
} as const;

/** `person.ts` */
export const personThresholds = {
  /**
   * Half the greatest thickness of sheets and sticks, which are no part of a person's trunk or limbs: in heights, and
   * its bounds in cells.
   */
  sheet: { share: 0.012, least: 1.3, most: 1.8 },
  /** Least and greatest fraction of a solid in its sheets. */
  some: 0.015,
  most: 0.6,
  /** Least gain in the cost of a biped, when sheets are left out. */
  gain: 0.04,
  /** Cost of a biped below which nothing needs to be left out. */
  plain: 0.12,
  /**
   * Whether a person faces the side of its file: weights of the logarithm of its depth over its breadth, of the cost of
   * its extremities, and of a pair of feet that only the side shows. `least`: the sum that turns it. `clearly`: the sum
   * at which shields and sheets may hide its symmetry, unless the other side is more symmetric than `even`. Fitted to
   * drawn people with even seeds.
   */
  turned: { depth: 5, cost: 2, feet: 1.9, least: 0.7, clearly: 2, even: 0.95 },
  /**
   * Mirror symmetry that the file's front may lack in comparison with its side, because a shield or a sword costs 0.3;
   * and that its side may lack to be the front.
   */
  onesided: { front: 0.4, side: 0.02 },
  /** How near to a bird, and at what cost of its limbs, a person is not certain. */
  doubt: { bird: 0.2, cost: 0.9 },
} as const;

/** `profile.ts` */
export const profileThresholds = {
  /** Least standard deviation of height over those of depth and breadth. */
  tallerThanDeep: 1.25,
  tallerThanBroad: 0.85,
  /** In heights: how far in front of or behind its feet the upper third may be. */
  balanced: 0.14,
  /** Greatest section of a neck relative to the parts above and below, and its range in heights. */
  narrow: 0.72,
  /** The same of a neck above a waist, relative to the chest between them. */
  second: 0.78,
  lowest: 0.34,
  highest: 0.87,
} as const;

/** `quadruped.ts` */
export const quadrupedThresholds = {
  /** Thickness of a head over the greatest of head and neck, and for how many of its 30 steps nothing is thicker. */
  bulging: { least: 0.6, lasts: 5 },
  /** Heights of knee, ankle and toes on legs that stand, in heights of the hip. */
  leg: { front: [0.41, 0.17, 0.105], back: [0.435, 0.203, 0.105] },
} as const;

/** `serpentine.ts` */
export const serpentineThresholds = {
  /** Least length of a tube in mean half thicknesses. */
  slender: 12.5,
  /** From this length on, one part may stick out further, like a hood or a tongue; legs and fins come in pairs. */
  verySlender: 25,
  /** In lengths of the tube: the longest parts that stick out, and a lone one of a very slender tube. */
  stray: { most: 0.1, lone: 0.18 },
  /**
   * The greatest half thickness of a tongue and the least of the head right behind it, in the tube's greatest; and the
   * tongue's least length in lengths of the tube.
   */
  tongue: { thin: 0.2, sudden: 0.4, long: 0.08 },
} as const;

/** `sight.ts` */
export const sightThresholds = {
  /** In heights: the least length of a branch. */
  shortestBranch: 0.06,
} as const;

/** `stance.ts` */
export const stanceThresholds = {
  /** In longest sides of the solid: the greatest asymmetry of a pair of feet, and their least distance. */
  skewed: 0.14,
  apart: 0.012,
  /** Relative to the largest foot: the least size of two merged legs. */
  slightest: 0.4,
  /** Two merged legs are about twice as broad as deep; a broader foot is cloth, a leaning one a tail. */
  double: 1.35,
  cloth: 3,
  leaning: 0.35,
  /** In heights of a bird, from the top: the range that holds the beak. */
  skull: 0.3,
  /** In heights: the greatest length of a beak. From this length on, the tail of a two-legged body ends in a point. */
  beak: 0.3,
  raptor: 1.4,
  /** In lengths of the body: its ends. */
  end: 0.15,
  /** In heights: the sole, and the shin above it. */
  sole: 0.05,
  shin: [0.08, 0.25],
} as const;

/** `tips.ts` */
export const tipsThresholds = {
  /** Heights below the top of the head, and above the neck, within which a branch cannot be an arm. */
  earless: 0.18,
  aboveNeck: 0.03,
} as const;
