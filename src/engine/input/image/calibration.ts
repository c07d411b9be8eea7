/**
 * Thresholds that tell the sides of a figure apart.
 *
 * Benchmark: `test/unit/engine/input/image`, whose figures are seen from known sides.
 */

/** `agree.ts` */
export const agreeThresholds = {
  /**
   * Least fraction of either outline that the solid of a matching pair fills in one piece; wings and swords may be
   * missing.
   */
  filled: 0.75,
  /** Least overlap of a back with the mirrored front, to allow for arms and tails that moved between the pictures. */
  mirrored: 0.5,
  /** Least part of its colors that a side shares with the front; a back may be all cape and hair. */
  colors: 0.4,
  /** Steps of each channel in which colors are counted. */
  levels: 6,
  /** Cells between two lines of sight, and sample points on each. */
  stride: 2,
  places: 41,
  /** Cells inside an outline from which the solid is deep enough for a mesh to show, and that depth in cells. */
  within: 3,
  solid: 0.75,
} as const;

/** `decode.ts` */
export const decodeThresholds = {
  maxPixels: 25_000_000,
} as const;

/** `eyes.ts` */
export const eyesThresholds = {
  /** Heights between which the narrowest row is taken for the neck, and eyes are above it. */
  neck: { lowest: 0.42, highest: 0.88 },
  /** Distances in heights at which a spot must differ from all around it, in so many directions. */
  radii: [0.012, 0.02, 0.032, 0.05],
  ways: 12,
  /** Greatest difference between both eyes, of 255. */
  alike: 40,
  /** In heights: greatest distance from an eye to the middle between both. */
  apart: 0.2,
} as const;

/** `face.ts` */
export const faceThresholds = {
  /** In heights: eyes are above it. */
  from: 0.35,
  /** In longer sides: distances at which an eye must differ from all around it. */
  radii: [0.02, 0.032, 0.05, 0.08],
  /** Of 255: least difference of an eye from its surroundings, and greatest of what is alike on both sides. */
  contrast: 50,
  alike: 45,
  /** Greatest slope of the line between both eyes. */
  tilt: 0.35,
  /** Distance between both eyes: the least in radii of an eye, the greatest in widths of the figure. */
  nearest: 1.5,
  farthest: 0.6,
  /** Half breadth and height of the face around the middle between the eyes, in distances between them. */
  around: 1.1,
  /** The clearest spots that may be eyes. */
  most: 16,
  /** Least overlap of the face with its mirror image. */
  least: 0.6,
} as const;

/** `light.ts` */
export const lightThresholds = {
  /** A greater gain is a different colour, not different light. */
  mostGain: 2.5,
  /**
   * Greatest ratio of upper to lower quartile of a channel's gains over the figure's heights that still counts as one
   * light.
   */
  mostSpread: 1.7,
} as const;

/** `sides.ts` */
export const sidesThresholds = {
  /**
   * As fractions of the height: the part from the top that holds the face, and the margin along the outline that is
   * ignored.
   */
  head: 0.34,
  rim: 0.025,
  /** In heights: distance over which lightness is compared, so that large and small pictures give the same result. */
  stride: 0.007,
  /** Noise floor out of 255, added to every detail value so that two plain heads compare as equal. */
  quiet: 1.5,
  /** Least detail of a head with facial features. */
  featured: 3,
  /** In heights: least offset of toes or face from the middle. */
  least: 0.012,
} as const;

/** `views.ts` */
export const viewsThresholds = {
  /** Fraction of the widest outline; a narrower one shows the figure from the side. */
  narrow: 0.72,
  /** Least mirror overlap of a wide outline before widths are trusted, since a tail makes a side view wide. */
  evenEnough: 0.8,
  /** Fraction of the most symmetric outline; a less symmetric one shows a nose, a tail or a sword held forward. */
  lopsided: 0.5,
  /** Least ratio of detail between a face and the back of a head. */
  faceDetail: 1.4,
  /** Least contrast of a pair of eyes, of 255, and its least ratio to that of any pair in another picture. */
  eyes: { least: 24, ratio: 1.5 },
} as const;
