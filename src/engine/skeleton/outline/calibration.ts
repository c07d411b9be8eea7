/**
 * Proportions and thresholds for joints and classes in outlines.
 *
 * Benchmark: `npm run eval`, drawing joints within 10 % of height; classes: `test/unit/engine/skeleton/outline/classes.test.ts`.
 */

/** `arms.ts` */
export const armsThresholds = {
  /** Fraction of the arm from shoulder to finger tips that is beyond the wrist. */
  handShare: 0.13,
} as const;

/** `axis.ts` */
export const axisThresholds = {
  /** Least distance of a neck from either end, as fractions of the axis. */
  leastTrunk: 0.16,
  leastHead: 0.08,
} as const;

/** `biped.ts` */
export const bipedThresholds = {
  /** As a fraction of the rows: smaller protrusions are bumps. */
  leastRise: 0.045,
  /** As a fraction of the rows: the crotch of legs without a gap. */
  usualCrotch: 0.36,
} as const;

/** `bust.ts`; radii are of the head. */
export const bustThresholds = {
  /** Radius of a portrait's head, as a fraction of the shorter side. */
  leastHead: 0.2,
  /**
   * A head alone: the lowest row of its middle, as a fraction of the rows; its greatest area in areas of its largest disc, its greatest height in radii, the least overlap with
   * its mirror image, and the greatest part below its middle, in areas of the disc, that is outside discs of `core` radii.
   */
  alone: { from: 0.3, area: 1.75, height: 2.8, even: 0.85, core: 0.5, loose: 0.015 },
  /**
   * Head and shoulders: the lowest row of the head's middle; how far hair and hats rise above the middle of the head, and the least breadth of the cut, in
   * radii; the least overlap with the mirror image; the greatest breadth of a neck by that of the head and of what is
   * below; the lowest neck, as a fraction of the rows; and how broad the figure is at a height below the neck, by its
   * greatest breadth: gowns broaden slowly.
   */
  shoulders: { from: 0.45, hat: 2, cut: 1.2, even: 0.72, neck: 0.85, lowest: 0.08, at: 0.6, broad: 0.7 },
  /** As a fraction of the rows: smaller protrusions are bumps. */
  leastRise: 0.045,
  /** A chance below which a picture is not a portrait, whatever its outline. */
  unlikely: 0.05,
} as const;

/**
 * `certainty.ts`. Of 9 people, 3 drawn figures and 13 animals seen from the front, it doubts 1 person and 12 animals.
 */
export const certaintyThresholds = {
  /** The outline is classed again at these resolutions. */
  coarser: 2 / 3,
  finer: 4 / 3,
  /** As a fraction of the size: shorter limbs are no arms. */
  shortest: 0.08,
  /** Arms end this far from the middle, as a fraction of the width, and between these fractions of the height. */
  aside: 0.28,
  lowest: 0.34,
  highest: 0.95,
  /** Width by height of people from the side at most, and from the front with arms out at most. */
  narrow: 0.46,
  broad: 1,
} as const;

/** `choice.ts` */
export const choiceThresholds = {
  /** As a fraction of the figure's rows: a limb this long is certainly an arm. */
  surelyArm: 0.22,
  /** Score of a side without an arm: less than an arm, more than a lock of hair. */
  hidden: 0.3,
  neckWeight: 2.4,
  /** A clearer narrow point below the candidate neck counts against it, since waists are not narrower than necks. */
  unclear: 0.3,
  leastHead: 0.4,
  capped: 1,
} as const;

/** `class-of.ts` */
export const classOfThresholds = {
  /** As a fraction of the longer side: shorter extremities are ears, fingers and fins. */
  shortest: 0.09,
  /** Least length of a tube in mean breadths; people from the side reach five. */
  slender: 6.9,
  /** In outline diagonals: a shorter tube is straight, and anything it stands on is legs. */
  winding: 1.1,
  /** In tube breadths: soles are flat and wider; tail ends are round. */
  sole: 0.75,
  /** Greatest half breadth of a tube, in mean breadths. */
  thickest: 0.85,
  /**
   * As fractions of the longer side: legs are at least this long (ears are shorter), and a mirrored pair deviates at
   * most this much.
   */
  shortestLeg: 0.1,
  twins: 0.15,
  /** A leg is at least this many half breadths long, and its thickness at most this fraction of the body's. */
  lengthy: 4,
  thin: 0.4,
  /** Length in heights from which a lying body without legs or fins is a worm. */
  drawnOut: 3,
  /** Greatest total breadth of a bird's legs, in half breadths of its body; a bowed body is clearly a bird. */
  thickestLegs: { upright: 0.75, bowed: 1.15 },
} as const;

/** `extremities.ts` */
export const extremitiesThresholds = {
  most: 14,
  /** Everything within this multiple of the middle's depth is body. */
  core: 1.15,
} as const;

/** `facing.ts`, learnt from 182 four-legged animals of six sources: of those of sources left out, 91 % face the right way. */
export const facingThresholds = {
  /** Part of the width at either end, and the distance from the outline in cells, in which detail is measured. */
  ends: 0.25,
  within: 2,
  weights: { feet: 13.3, spots: 7.3, reach: 2.9, detail: 2.1 },
  /** How far above the ground feet join their legs, and the most that they reach ahead, in heights. */
  sole: 0.08,
  mostAhead: 0.2,
  /** Tails are narrower than this, by the largest disc in the figure. */
  body: 0.3,
  /** Radii of spots in longer sides, the lowest row of theirs as a fraction of the rows, and how clear they are (0-255). */
  radii: [0.012, 0.02, 0.03],
  lowest: 0.35,
  clear: 12,
  /** Lowest of the upper rows, as a fraction of the rows. */
  high: 0.55,
} as const;

/** `hips.ts` */
export const hipsThresholds = {
  /** A hem is this many times as wide as the waist above it and the legs below it. */
  flare: 1.3,
  /** Greatest height of the hips, as a fraction of the neck's height. */
  highest: 0.57,
  /** Usual height of the hips, as a fraction of the neck's height, for real and drawn people. */
  usual: 0.5,
  /**
   * Length over thickness: legs above the second value are fully visible; shorter visible parts mean more is hidden.
   */
  stump: 1.2,
  whole: 3.2,
} as const;

/** `leg-joints.ts` */
export const legJointsThresholds = {
  /** Height of an ankle above the lowest point of its foot, as a fraction of the rows. */
  ankleHeight: 0.05,
} as const;

/** `judge.ts`, chosen by hand. */
export const judgeThresholds = {
  /** How much more likely a class is that the outline shows too. */
  agreement: 3,
  /** How much more likely another class must be than one that words about the picture name. */
  misnamed: 30,
  /** Least chance of a class that is certain, and of one that is not a guess. */
  certain: 0.87,
  guess: 0.5,
  /** Chance of a class that is offered as the other reading, by that of the first, which is certain or not. */
  rival: { certain: 0.35, doubtful: 0.1 },
} as const;

/** `legs.ts` */
export const outlineLegsThresholds = {
  /** As a fraction of the rows: feet are below it, and a gap this tall separates legs. */
  lowest: 0.45,
  leastGap: 0.04,
  /**
   * The highest crotch as a fraction of the rows, and the highest foot as a fraction of the crotch; above that it is a
   * hand.
   */
  highest: 0.66,
  mostLifted: 0.45,
  /**
   * The longest path of a leg as a fraction of the rows, and the least ratio of the two legs' thickness; beyond either
   * limit it is a staff.
   */
  longestLeg: 0.75,
  leastAlike: 0.4,
} as const;

/** `posture.ts` */
export const postureThresholds = {
  /** Fractions of the rows that hold the head and the ground contact. */
  head: 0.3,
  ground: 0.12,
  /** Weight of a head off the feet relative to breadth, and the offset in heights at which it saturates. */
  weight: 0.8,
  farthest: 0.3,
  /**
   * Breadth over height, plus the head's part, from which a body counts as stretched out; people with arms out reach
   * 0.7.
   */
  stretched: 0.88,
  /** In heights: how far a biped's head may be off its feet. */
  balanced: 0.12,
  /** Rows in which legs are counted: above the toes, below the belly. */
  shins: [0.04, 0.16],
  /** In heights: the half breadth of a body that rests on the ground without legs. */
  legless: 0.36,
  /** In half thicknesses of the body: broader runs near the ground are the belly itself. */
  belly: 2.5,
} as const;

/** `quadruped.ts` and `feet.ts` */
export const quadrupedThresholds = {
  /** As fractions of the width: the narrowest leg, and the least distance between two legs of a pair. */
  minRun: 0.018,
  footApart: 0.05,
  /** The broadest of four legs beside each other. */
  broadestLeg: 0.2,
  /** How far from the middle legs stand: in heights, and in half heights of a stout trunk. */
  stance: { usual: 0.09, stout: 0.5 },
} as const;

/** `tips.ts` */
export const outlineTipsThresholds = {
  /** How far below a tip its paths back are counted, as a fraction of the figure's rows. */
  cap: 0.07,
} as const;

/**
 * `view.ts`: log odds that a picture is one of an animal's side, learnt from 644 emoji of five makers, clip art, cartoons
 * and cut-out photos. Of those of makers left out, 94 % are told apart (by two eyes and an even outline alone: 85 %).
 */
export const viewThresholds = {
  offset: 2.88,
  /** For each log odds of an animal against a person. */
  animal: 0.73,
  /** Of a face, and for each breadth of the figure that it is away from the middle. */
  facing: -1.89,
  aside: 11.48,
  /** For the whole overlap with the mirror image, and for each log of breadth by height. */
  even: -6.85,
  stretched: 1.26,
  /** Chance below which classes are alike. */
  least: 0.001,
  /** Odds up to which the other view is offered as well. */
  doubtful: 1.5,
  /** Height by breadth, and overlap with their mirror image, of people with a large head and of penguins. */
  tall: 1.6,
  upright: 0.6,
} as const;
