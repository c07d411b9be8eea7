/**
 * Parameters of bone heat and of rigid pieces.
 *
 * Benchmark: `npm run eval`, weights L1 and deformation error.
 */

/** `heat-sources.ts` */
export const heatSourcesThresholds = {
  /** Weight of thickness: 0 none, 1 as much as distance. */
  pull: 0.3,
  /**
   * Distance factor for a bone in the surface plane. It falls to 1 for a bone behind the surface and rises equally for
   * one in front.
   */
  aside: 3,
  /** Added to the distance factor straight past the end of a bone at a bend. */
  past: 0.1,
} as const;

/** `heat.ts` */
export const heatThresholds = {
  /** Strength of the heat source: 1 in the paper; artists' weights are closer to this. */
  strength: 2,
} as const;

/** `inner-bones.ts` */
export const innerBonesThresholds = {
  /** Shares from which a bone is a piece's own: of the bone that starts in it, and of all that runs inside the piece. */
  ofBone: 0.5,
  ofPiece: 0.3,
  /** Least weight of a vertex by its own bones; below it, the nearest of them takes the vertex. */
  least: 0.02,
  /** Fraction of a full turn of the surface around a point inside it; less for holes. */
  inside: 0.5,
} as const;

/** `proxy.ts` */
export const proxyThresholds = {
  /** Heat falloff leaves a trace of every bone everywhere; raising shares to a power favours the strongest. */
  sharpness: 1.5,
} as const;

/** `stiff.ts` */
export const stiffThresholds = {
  /** Fraction of a piece's weight that one joint must hold to own the piece. */
  owned: 0.7,
} as const;

/** `whole.ts` */
export const wholeThresholds = {
  /** Coarser meshes crease when bent; finer ones cost more than the solid's surface. */
  fewest: 2000,
  most: 30_000,
  /** Of more loose pieces, one surface around all of them is made. */
  mostPieces: 60,
} as const;
