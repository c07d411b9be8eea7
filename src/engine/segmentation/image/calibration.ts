/**
 * Thresholds that separate a figure from its picture.
 *
 * Benchmark: `npm run eval`, the mask IoU of drawings; refusals: `test/unit/engine/segmentation/image`.
 */

/** `crisp.ts` */
export const crispThresholds = {
  /** The least colour change over three pixels that counts as an edge, and its least ratio to the border's noise. */
  faintest: 1.2,
  overNoise: 1.6,
  /** Fraction of the change over nine pixels; less is the soft rim of a shadow. */
  steep: 0.4,
  /** Fraction of a strong edge (squared): a weaker change next to it is a compression artefact. */
  ripple: 0.02,
} as const;

/** `cut-out.ts` */
export const cutOutThresholds = {
  /** Weight of a smooth outline against colour likelihood. */
  smoothness: 9,
  /**
   * Width of the frame that is known background, as a fraction of the longer side; the lower edge is excluded, since a
   * figure may stand on it.
   */
  frame: 0.035,
} as const;

/** `on-paper.ts` */
export const onPaperThresholds = {
  /** Least fraction of a picture that is transparent, greatest lightness of ink out of 255, and how much of it is that dark. */
  clear: 0.2,
  dark: 120,
  mostlyDark: 0.9,
  /** What ink encloses is paper from this area on, by its own: less is a hole, as inside of an arm on a hip. */
  enclosed: 0.6,
  /** Gaps in an outline, and the margin of the paper, by the longer side. */
  gap: 0.004,
  margin: 0.04,
} as const;

/** `flood.ts` */
export const floodThresholds = {
  /** Greatest fraction of a line drawing that is ink: more are lines whose outline does not close. */
  open: 0.5,
  /**
   * Margin around the ink of a drawing, as a fraction of the longer side, since strokes fade out and limbs need volume.
   */
  halo: 0.0065,
  /** Change of lightness over five pixels below which it counts as light falloff. */
  soft: 4.5,
  /** Least score of a mask that also floods across light falloff, and the least improvement it needs. */
  clear: 0.75,
  surer: 0.1,
  /** Above this score, enclosed pockets need no check. */
  whole: 0.93,
  /** Half the widest gap in the outline that the flood may not enter, as a fraction of the longer side. */
  gap: 0.0035,
  /** Pixels of the smallest piece of a wall. */
  speck: 14,
  /** Pixels by which lenses and JPEG spread an edge into the background. */
  rim: 4,
  /** Fraction of a row, and thickness in pixels: lines of ruled paper cross the picture and are thin. */
  ruled: 0.5,
  thick: 4,
} as const;

/** `line-art.ts` */
export const lineArtThresholds = {
  /** Gap sizes tried, as fractions of the longer side: the smallest that encloses something is used. */
  gaps: [0.006, 0.012, 0.02, 0.03],
  /**
   * A pocket is kept when it is this many times wider than the closed gap; between legs it is only as wide as the gap.
   */
  wider: 1.9,
  /** Widest stroke of a line drawing, as a fraction of the longer side. */
  stroke: 0.02,
  /** Spread of the background's colours, in Lab, from which it is not paper: 5 and more in photos, 0 to 2 on paper. */
  paper: 4,
} as const;

/** `mask.ts` */
export const maskThresholds = {
  /** A mask with a lower score is rejected. */
  leastScore: 0.42,
  /** A flooded mask with a higher score needs no graph cut. */
  firm: 0.72,
  /** Letters of a word and crowds: this many pieces beside the largest, each at least this fraction of it. */
  row: 3,
  similar: 0.35,
  /** Distance within which pieces belong to a figure, as a fraction of the longer side. */
  near: 0.012,
  /** A piece this large, as a fraction of the largest, may be this far away, because a part of the figure is as light as the paper. */
  part: 0.06,
  apart: 0.045,
  /** A card covers more of its own box than any figure. */
  card: 0.93,
  /** A card of more than this share of the picture has no margins; with less drawn on it, it is the figure itself. */
  framed: 0.98,
  leastDrawn: 0.08,
} as const;

/** `min-cut.ts` */
export const minCutThresholds = {
  least: 1e-4,
} as const;

/** `mixture.ts` */
export const mixtureThresholds = {
  leastVariance: 6,
} as const;

/** `pockets.ts` */
export const pocketThresholds = {
  /** Least area, as a fraction of the figure's: smaller ones are closed again. */
  least: 0.006,
  /** Greatest mean CIELAB difference from the background, and what of it is allowed by the background's own spread. */
  noise: { least: 0.5, usual: 1.25 },
  /** Least fraction of its own box that it fills: less is the rim of the figure. */
  within: 0.2,
  /** Width of the ring around it, as a fraction of the longer side, and the fraction of that ring that is figure. */
  ring: 0.02,
  solid: 0.55,
  /** What is this near the figure's axis, in its breadths, and begins in this upper part of its height is figure. */
  axis: 0.15,
  upper: 0.5,
  /** Pixels between two places, the CIELAB difference that they may have in a flat area, and the fraction of flat places of
   * a drawing. */
  step: 6,
  even: 1,
  flat: 0.35,
} as const;

/** `floor.ts` */
export const floorThresholds = {
  /** In heights of the figure: how thick a shadow on the floor is at most, and how far above the lowest point it is. */
  thick: 0.06,
  near: 0.14,
  /** CIELAB: how much darker than the background a shadow is at most, how much its colour differs, and by how much more
   * where it is darker. */
  darkest: 38,
  tint: 6,
  perDarker: 0.2,
} as const;

/** `no-figure.ts` */
export const noFigureThresholds = {
  /** As a fraction of the longer side: shorter protrusions are not limbs. */
  shortest: 0.09,
  /** Length over breadth of a curved pen stroke and of a straight one; snakes are thicker. */
  winding: 42,
  straight: 22,
  /** Greatest half breadth over breadth: for a head, for a bold stroke, and for a long stroke at a bend. */
  head: 1.15,
  even: 0.64,
  evenTurned: 0.74,
  /** Greatest half breadth over that of either end: a stroke keeps its thickness, a figure has legs or a neck. */
  tapered: 2,
  /** Lengths over breadth from which a shape is a stroke, and a long stroke. */
  drawnOut: 5.5,
  long: 9,
  /** Overlap of a disc or bar with the ellipse or rectangle of its moments; domes and drops overlap less. */
  same: 0.955,
  /**
   * Depth below which drawing is ignored, in greatest half breadths, and the fraction of the deeper area that may be
   * drawn on.
   */
  within: 0.6,
  blank: 0.004,
} as const;

/** `page.ts` */
export const pageThresholds = {
  /** Longer side in pixels at which the page is looked for. */
  size: 200,
  /** Share of the picture that a page covers, and of the page that its straight-edged outline explains. */
  leastShare: 0.2,
  mostShare: 0.93,
  leastFilled: 0.93,
  /** Out of 255: how much lighter the page is than the table. */
  leastContrast: 45,
  /** Least share of the page that is drawn on. */
  leastDrawn: 0.01,
  /** A page whose corners are this close to the picture's fills it already. */
  framed: 0.03,
  /** Cut off at the page's edges, as a fraction of its sides. */
  margin: 0.02,
} as const;

/** `person.ts` */
export const personThresholds = {
  /** A mask below this score may be any part of the picture, so the network looks at the whole picture. */
  firm: 0.72,
  /**
   * Limits for a mask that fits a body: least covered fraction of the certain area, greatest size relative to the
   * likely area, greatest fraction outside the possible area, and the fraction outside up to which the size is not
   * checked.
   */
  leastHeld: 0.85,
  mostLarger: 1.42,
  mostBeyond: 0.1,
  someBeyond: 0.02,
} as const;
