/**
 * Proportions and thresholds for the joints of people in solids.
 *
 * Benchmark: `npm run eval`, joint error of bodies and uploads in % of height.
 */

/** `arms.ts` */
export const bipedArmsThresholds = {
  /** Fractions of the path from the tip of the hand to the shoulder. */
  arm: { wrist: 0.293, elbow: 0.64, shoulder: 0.575, dip: 0.018 },
} as const;

/** `found.ts`: shares of this body's own lengths. */
export const bipedFoundThresholds = {
  /**
   * In heights of the neck: the longest arm, which joins the body above `collar`, and the longest one that joins it lower,
   * as the corner of a cape does; how far a hand is from the middle, in halves of the trunk.
   */
  longest: { own: 0.75, hem: 0.65, collar: 0.75 },
  beside: 0.6,
  /** How high the hand of a raised arm is, in heights of the neck. */
  raised: 1.1,
  /** Fractions of an arm from the tip of the hand: the part that shows its direction, the wrist, and the elbow beyond it. */
  arm: { from: 0.2, to: 0.5, wrist: 0.2, elbow: 0.45 },
  /** Shoulder below the neck in radii of the arm; beside the middle in halves of the trunk. */
  shoulder: { drop: 1.5, out: 0.95 },
  /** Steepness between which the direction of an arm takes over from the trunk's breadth, and its bounds in halves of the trunk. */
  hanging: { from: 0.35, to: 0.75, least: 0.6, most: 1.3 },
  /** Hip above the crotch in radii of the leg; ankle in heights of the hip and of the body, and the knee between them. */
  leg: { hip: 0.3, ankle: 0.25, most: 0.055, knee: 0.5 },
  /** Legs that a gown hides: height of the hips in heights of the neck, and their distance in halves of the trunk. */
  hidden: { hip: 0.45, out: 0.52 },
  /** Arms without a path hang: their length in heights of the neck, and their slope. */
  limp: { length: 0.5, slope: 0.3 },
} as const;

/** `trunk.ts` */
export const bipedTrunkThresholds = {
  /**
   * The layers of the chest in heights of the neck, which percentile of them shows the trunk without its arms, and half
   * the least breadth of a trunk.
   */
  chest: { from: 0.6, to: 0.85, slim: 0.3, least: 0.06 },
  /** Greatest radius of an arm that hangs against the trunk, in halves of their breadth together. */
  arm: 0.4,
  /** Thickness between the legs over that of the chest, and the lowest crotch in heights of the neck. */
  crotch: { thin: 0.55, lowest: 0.2 },
} as const;

/** `legs.ts` */
export const bipedLegsThresholds = {
  /** Fractions of the path from the tip of the foot to the middle of the body. */
  leg: { ball: 0.07, ankle: 0.175, knee: 0.54, hip: 0.89 },
  /** Offset from the middle of the body to a hip joint, in leg path lengths: outward, down, back. */
  pelvis: { out: 0.096, down: 0.06, back: 0.03 },
  /**
   * Legs of non-adult proportions: their greatest weight in the blend, the path lengths in body heights between which
   * that weight falls to 0, hip above the crotch in crotch heights, ankle in body heights, and the knee's fraction of the
   * way from ankle to crotch.
   */
  stubby: { most: 0.6, from: 0.46, to: 0.56, hip: 0.3, ankle: 0.055, knee: 0.48 },
} as const;

/** `pair.ts` */
export const bipedPairThresholds = {
  cornerCut: 0.35,
} as const;

/** `spine.ts` */
export const bipedSpineThresholds = {
  /**
   * A neck starts near the shoulders: above the lower one minus `least`, below the higher one plus `most`, in body
   * heights; or `near` the narrowest point of the profile.
   */
  collar: { least: 0.03, most: 0.1, near: 0.025 },
} as const;

/** `hands.ts` */
export const handThresholds = {
  /** Height of the neck in heights, where a figure shows none. */
  unit: 0.62,
  /** Least logarithmic odds of a hand, and of one that the cheapest assignment chose as well. */
  likely: -0.6,
  doubtful: -3.2,
  /**
   * In heights of the neck, along a branch: the length of a palm, a stretch of the arm and how far its direction is
   * measured, and about where the shoulder is.
   */
  palm: 0.25,
  forearm: { from: 0.2, to: 0.45, at: 0.4 },
  shoulder: 0.75,
} as const;
