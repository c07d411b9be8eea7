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
