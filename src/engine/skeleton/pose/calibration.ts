/**
 * Confidence above which a pose network is trusted, and how far joints follow it.
 *
 * Benchmark: `npm run eval`, joint error of bodies with and without the network.
 */

/** `front.ts` */
export const frontThresholds = {
  /** Skin-coloured clay in front of a light wall. */
  clay: [222, 171, 140] as const,
  wall: [190, 198, 208] as const,
  /** Score above which a shape is a person, whatever class its solid got; generated animals stay below half of it. */
  surely: 0.65,
} as const;

/** `fuse.ts` */
export const fuseThresholds = {
  /** In heights: up to this distance the fitted and the detected joints are both plausible, and their mean is used. */
  agreed: 0.055,
  shareOfSeen: 0.3,
  /**
   * Fractions of the way from between the shoulders (0) to between the ears (1): base of the neck, base of the skull,
   * top of the head.
   */
  nape: 0.27,
  skull: 0.73,
  crown: 1.34,
} as const;

/** `outline.ts` */
export const outlineThresholds = {
  /** In heights: how far outside the outline a joint may be, and how many joints may be farther. */
  slack: 0.03,
  mostAstray: 0.25,
} as const;

/** `sighting.ts` */
export const sightingThresholds = {
  /** Side of the network's square, in longer sides of the box. */
  air: 1.25,
  /** Below the first score a person is uncertain; below `leastGlimpse` there is none. */
  leastScore: 0.5,
  leastGlimpse: 0.25,
  leastOfLimb: 0.35,
  /** Agreement needed between two looks at a pair of limbs: least mean score, and greatest distance in longer sides. */
  leastTwice: 0.38,
  mostApart: 0.1,
  /** In longer sides: how far outside its box a joint may be. */
  outside: 0.06,
  /** A limb that goes on outside the box is left out below this score, and there is no person above it. */
  leastBeyond: 0.5,
} as const;
