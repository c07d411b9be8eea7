import type { Skeleton } from '../skeleton/skeleton.js';
import type { SkeletonKind } from '../types.js';
import { aquaticClips } from './aquatic.js';
import { avianClips } from './avian.js';
import { bipedClips } from './biped.js';
import type { Clip } from './clip.js';
import { manyLeggedClips } from './manylegs.js';
import { otherClips } from './other.js';
import { quadrupedClips } from './quadruped.js';
import { serpentineClips } from './serpentine.js';

const templates: Record<SkeletonKind, (skeleton: Skeleton) => Clip[]> = {
  biped: bipedClips,
  quadruped: quadrupedClips,
  hexapod: manyLeggedClips,
  octopod: manyLeggedClips,
  avian: avianClips,
  serpentine: serpentineClips,
  aquatic: aquaticClips,
  other: otherClips,
};

/** The clips of the skeleton's class; the first is its idle. */
export const clipsOf = (skeleton: Skeleton): Clip[] => templates[skeleton.kind](skeleton);
