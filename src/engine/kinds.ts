/** The classes of body. Apart from `types.ts`, because what a spec says is checked against them. */

/** `other` is an unknown class; its joints follow the solid's curve skeleton. */
export const skeletonKinds = [
  'biped',
  'quadruped',
  'hexapod',
  'octopod',
  'avian',
  'serpentine',
  'aquatic',
  'other',
] as const;
export type SkeletonKind = (typeof skeletonKinds)[number];

/** How surfaces are made: smooth, of flat facets, of cubes, or with flat tones and an outline. */
export const artStyles = ['clay', 'low-poly', 'voxel', 'toon'] as const;
export type ArtStyle = (typeof artStyles)[number];

/** Ratios of head to body. */
export const proportionNames = ['chibi', 'natural', 'heroic'] as const;
export type Proportions = (typeof proportionNames)[number];

export const isArtStyle = (style: ArtStyle | Proportions): style is ArtStyle =>
  artStyles.some((name) => name === style);
