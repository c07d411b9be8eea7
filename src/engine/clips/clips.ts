import { AppError } from '../../base/errors.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { ClipChoice, SkeletonKind } from '../types.js';
import { aquaticClips } from './aquatic.js';
import { avianClips } from './avian.js';
import { bipedClips } from './biped.js';
import type { Clip } from './clip.js';
import { type Flesh, measureFlesh, type SkinnedSurface } from './flesh.js';
import { manyLeggedClips } from './manylegs.js';
import { otherClips } from './other.js';
import { quadrupedClips } from './quadruped.js';
import { serpentineClips } from './serpentine.js';

const templates: Record<
  Exclude<SkeletonKind, 'biped'>,
  (skeleton: Skeleton, flesh: Flesh | null) => Clip[]
> = {
  quadruped: quadrupedClips,
  hexapod: manyLeggedClips,
  octopod: manyLeggedClips,
  avian: avianClips,
  serpentine: serpentineClips,
  aquatic: aquaticClips,
  other: otherClips,
};

type Wanted = {
  /** The skinned body in the skeleton's space; without it, clips keep no distance between arms and body. */
  surfaces?: readonly SkinnedSurface[];
  /** Default: all. */
  clips?: ClipChoice | undefined;
  /** Moves the body over the ground instead of the ground below it. */
  rootMotion?: boolean | undefined;
};

/**
 * The clips of the skeleton's class; the first is its idle.
 * @throws AppError `invalid_request` for a name that the class does not have
 */
export function clipsOf(skeleton: Skeleton, { surfaces, clips = 'all', rootMotion }: Wanted = {}): Clip[] {
  const isWanted = (name: string) => clips === 'all' || clips.includes(name);
  const flesh = surfaces ? measureFlesh(skeleton, surfaces) : null;
  const made =
    skeleton.kind === 'biped'
      ? bipedClips(skeleton, flesh, isWanted)
      : templates[skeleton.kind](skeleton, flesh).filter(({ name }) => isWanted(name));
  if (clips !== 'all') refuseUnknown(clips, skeleton, made);
  return rootMotion ? made.map(withRootMotion) : made;
}

function refuseUnknown(wanted: readonly string[], skeleton: Skeleton, made: readonly Clip[]): void {
  const missing = wanted.find((name) => !made.some((clip) => clip.name === name));
  if (missing === undefined && made.length > 0) return;
  const names = clipsOf(skeleton).map(({ name }) => name);
  throw new AppError(
    'invalid_request',
    `There is no clip “${missing ?? ''}” for this body. Choose from: ${names.join(', ')}.`,
  );
}

/** The clip with the distance it covers, which is otherwise left to the ground. */
function withRootMotion(clip: Clip): Clip {
  const { travel } = clip;
  if (!travel) return clip;
  const last = clip.poses.length - 1;
  return {
    ...clip,
    poses: clip.poses.map(({ rotations, rootOffset: [x, y, z] }, i) => ({
      rotations,
      rootOffset: [x + (travel[0] * i) / last, y + (travel[1] * i) / last, z + (travel[2] * i) / last],
    })),
  };
}
