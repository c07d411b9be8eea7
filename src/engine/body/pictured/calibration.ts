/**
 * Proportions of what pictures do not show.
 *
 * Benchmark: `npm run eval`, the silhouette IoU of drawings and the volume IoU of hulls.
 */

/** `hull-legs.ts` */
export const hullLegsThresholds = {
  /** Fraction of the leg rows in which the side view must show two legs. */
  leastApart: 0.15,
  /** Greatest length over height of a person's side view. */
  longest: 0.75,
  /** Depth over breadth of a leg. */
  deeper: 1.2,
} as const;

/** `hull-limbs.ts` */
export const hullLimbsThresholds = {
  /** In heights: below it everything is leg, since one foot may be higher than the other. */
  ground: 0.2,
  /** Heights by which a hand's height may differ between the pictures. */
  tolerance: 0.07,
  /** Fraction of an arm's half thickness that must be outside the trunk before its depth is read there. */
  leastShown: 0.3,
} as const;

/** `figure-form.ts`, `side-form.ts` and `beast-form.ts`; sizes in half breadths of the head or trunk that they belong to. */
export const figureFormThresholds = {
  /** Radius of the discs whose union is the bulk of a part; thinner parts stick out of it. */
  bulk: 0.48,
  /** The same of the trunk against arms, which are thinner. */
  blunt: 0.75,
  /** How far from its axis the trunk goes at least, also behind arms. */
  within: 0.75,
  /** Shoulders nearer to each other than this are those of a person seen from the side. */
  leastShoulders: 0.45,
  /** Half thickness of what sticks out: ears, hair and capes from the front, fins and wings from the side. */
  sheet: 0.3,
  fin: 0.28,
  /** Greatest half breadth of an animal's head and trunk: a side's relief is deeper where parts meet. */
  stout: 0.95,
  /** Ears of animals: how far above the middle of the head, their least and greatest area in squares of its radius
   * (more is a neck), and how far from the middle plane they are. */
  ears: { above: 0.3, least: 0.08, most: 1.6, apart: 0.5 },
  /** Height of feet, in heights of the figure. */
  soles: 0.04,
  /** Two feet side by side are narrower than this, in breadths of the trunk. */
  stand: 0.75,
  /** Greatest half thickness of arms with sleeves, and of arms that are not wings. */
  armMost: 0.7,
  wing: 0.95,
  /** Arms that a network saw, by the usual distance of their bones from the outline: least and greatest radius, how far
   * from their joint shoulders reach, and how much farther than its outline an arm goes; how much farther on the side away
   * from the trunk; the length of hands by that of their bones; and by the rest of the figure, what arms may cut off. */
  sleeve: { least: 0.7, most: 1.4, shoulder: 1.1, about: 1.15, outer: 2, hand: 1.7, rest: 0.1 },
  /** Figures without a neck: how narrow a neck must be, by the smaller of head and trunk; where it is looked for, as
   * a fraction of both heights; and their depth by breadth. */
  neckless: { from: 0.6, to: 0.9, around: 0.3, depth: 0.85 },
  /** Greatest half depth of a head or trunk. */
  deepest: 1.1,
  /** Bumps of the outline shorter than this do not show from the side. */
  evened: 0.3,
  /** Distance over which parts merge into each other, in half breadths of the trunk. */
  merging: 0.22,
  /** Where a face comes forward: below the middle of the head, over this breadth, by this fraction of its depth. */
  nose: { below: 0.28, breadth: 0.24, out: 0.1 },
  /** Depth relative to breadth of a gown, and of legs side by side. */
  gown: 0.8,
  trousers: 0.55,
  /** Fraction of the height above the crotch in which legs become a trunk. */
  hipsAbove: 0.08,
  /** Least breadth of a leg, by the other one's. */
  alike: 0.35,
  /** Rows broader than this are sleeves and hair beside the part. */
  broadest: 1.2,
  /** Greatest stretch of the relief, for flat upper ends. */
  most: 1.9,
} as const;

/** `hull.ts` */
export const hullThresholds = {
  /** Cross-sections are superellipses: trunks and skulls are slightly squarer than ellipses. */
  exponent: 2.2,
  /** In heights: below these, side view rows belong to the feet, which have one width from heel to toes. */
  sole: 0.035,
  ankle: 0.075,
} as const;

/** `layers-find.ts` */
export const layersFindThresholds = {
  /** Least lightness step of a line, and its least ratio to other lines on the body. */
  leastLine: 7,
  leastLead: 1.8,
  most: 22,
  /** Least fraction of an arm's sides on lines, and least fraction away from the body's own outline. */
  leastDrawn: 0.7,
  leastWithin: 0.4,
  mostCrossed: 3,
  /** The same limit for the lines a quarter off the centre, where stripes would show. */
  mostStriped: 12,
} as const;

/** `layers-sheet.ts` */
export const layersSheetThresholds = {
  /** Cells along the outline that are ignored, since the outline itself is drawn there. */
  rim: 2.2,
} as const;

/** `layers.ts` */
export const layersThresholds = {
  /** How deep an arm sinks into the body behind it, as a fraction of its radius. */
  sunk: 0.3,
  /** Distances in arm radii: within the first lie the arm and its outline, beyond the second nothing of it is left. */
  covered: 1.35,
  clear: 1.75,
  /** Greatest width of the figure's own outline, as a fraction of its height. */
  rim: 0.03,
} as const;

/** `profile.ts` */
export const profileThresholds = {
  /** Position of the knee along a leg, and its height above the body's middle, in half thicknesses of the body. */
  knee: { at: 0.35, above: 0.7 },
} as const;

/** `texture.ts` */
export const textureThresholds = {
  /** Margin around the figure that keeps adjacent panels from bleeding into each other. */
  inset: 0.03,
} as const;

/** `toes.ts` */
export const toesThresholds = {
  /** How much farther feet reach forward than backward, and the radius of a foot around its ankle in heights. */
  ahead: 1.5,
  around: 0.085,
} as const;

/** `wrapped.ts` */
export const wrappedThresholds = {
  /** How much of the way along the surface counts: all of it would widen what is in the middle of the picture. */
  share: 0.6,
  /** Width of a usual contour in longer sides, and how much of a thin part it is at most. */
  contour: { width: 0.014, most: 0.35 },
  /** Passes that even out where places move to. */
  evened: 3,
  /** The least gain in depth of a step inwards, in cells; less is along a ridge. */
  steps: 0.45,
} as const;

/** `unseen.ts` */
export const unseenThresholds = {
  /** Step into the figure in longer sides, and the greatest width of a drawn contour in steps: usually, and of pixel art. */
  pace: 0.004,
  widest: { usual: 9, broad: 22 },
  /** Fraction of the outline that a broad contour covers with ink, and that has something lighter inside of it. */
  leastDrawn: 0.85,
  leastLight: 0.6,
  /** Out of 255: how much darker than its surroundings ink is. */
  leastInk: 30,
  /** Fraction of the outline of either half of a figure that ink covers. */
  leastInked: 0.75,
  /** Places where a contour is broader or the cloth is as dark, for each of the others. */
  mostDark: 0.8,
  /** Out of 255: cloth this dark hides ink. */
  darkCloth: 90,
  /** A surface this oblique to the viewer has the colours of what faces the viewer better; from here on it is the back. */
  grazing: 0.6,
  /** From there, the picture fades until it is this oblique. */
  stretched: 0.3,
  turnedAway: -0.1,
  /** In thin limbs, anything deeper than this fraction of their depth belongs to the limb, not to its contour. */
  heart: 0.6,
  /** In heights: width of the band along the outline that keeps the front's colours. */
  rim: 0.02,
  /** Half width and height of the window in which the commonest colour is a limb's back, and of the one in which it is
   * the front's, in pixels of `areaSize`. */
  window: [7, 5],
  fine: [2, 2],
  /** The same of the sides, which are stretched across. */
  beside: [3, 6],
  /** Out of 255: what differs less from its surroundings is grain, what differs more is a feature. The same by the usual
   * difference in the picture, where that is more. */
  detail: { plain: 18, feature: 60, usual: { plain: 0.7, feature: 1.5 } },
  /** The usual difference of a pixel from its surroundings, out of 255, from which a trunk's back begins to have the texture
   * of its front, and has only that; the zone of the front that it shows, by the trunk's breadth from its ends; and the
   * breadth in which what both ends show is mixed. */
  folded: { usual: { least: 26, all: 38 }, from: 0.12, to: 0.3, seam: 0.16 },
  /** In heights: colours along the outline begin here; hair beside a face may be narrow. */
  skin: 0.012,
  /** Places that are less deep than this count less for the back of a head: rims of light and rests of a contour. */
  rind: { to: 0.04, least: 0.3 },
  /** Bands of colour on a back: distance in RGB of one colour, rows above and below that a row is mixed with, in pixels
   * of `areaSize`, most colours, number of votes that are compared with each other, and the fraction of a part's rows
   * that must speak for a change of colour. */
  carried: { alike: 36, near: 10, most: 6, sample: 240, change: { head: 0.16, trunk: 0.1 } },
  /** What is as dark as this fraction of a colour at least may be that colour in shadow; how much a shadow counts as a
   * difference; and which of its shades, from the lightest to the darkest, are its own. */
  shadow: { darkest: 0.55, cost: 0.2, lit: { from: 0.15, to: 0.6 } },
  /** Of a head's height and breadth: where the face is, and the crown; the least fraction of the former that a colour of the
   * face covers, by itself and by what it covers beside the face, and of the head that hair covers: any, and such as is
   * not on the crown; `top` is where a person's hair is at least. */
  face: {
    rows: [0.45, 0.92],
    breadth: 0.5,
    crown: 0.3,
    top: 0.14,
    least: 0.2,
    inner: 0.7,
    hair: 0.2,
    temples: 0.15,
  },
  /** Labels of lines: the reach in pixels of `areaSize` at which an area still has its own colour all around, the least
   * fraction of its pixels for which that holds, and the least fraction of all pixels of a drawing. */
  solid: { reach: 2, least: 0.06, drawing: 0.3 },
  /** How much farther down a border on a back reaches in its middle than at its ends, in half breadths of the head. */
  bend: 0.3,
  /** The temples lie between these fractions of the head's height: below crowns and hats, above cheeks. */
  temples: [0.2, 0.6],
} as const;
