import { AppError } from '../../base/errors.js';
import type { ArmStance } from '../kinds.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { ClipChoice, SkeletonKind } from '../types.js';
import { aquaticClips } from './aquatic.js';
import { avianClips } from './avian.js';
import { bipedClips, type ClipRecipe } from './biped.js';
import type { Clip } from './clip.js';
import { moveCopies } from './copies.js';
import { liftTrailing } from './creature/trailing.js';
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
  /** Of a person who stands. */
  arms?: ArmStance | null | undefined;
};

/** Clips that are made one after another, because another thread can film one of them meanwhile. */
export type StartedClips = {
  /** The clip that turntables show: `walk`, or the second where it has no legs. */
  filmed: Clip;
  /** All clips; the first is the idle of the class. */
  all(): Clip[];
};

/** @throws AppError `invalid_request` for a name that the class does not have */
export function startClips(
  skeleton: Skeleton,
  { surfaces, clips = 'all', rootMotion, arms }: Wanted = {},
): StartedClips {
  const known = recipesOf(skeleton, surfaces ? measureFlesh(skeleton, surfaces) : null, arms);
  const wanted = known.filter(({ name }) => clips === 'all' || clips.includes(name));
  if (clips !== 'all') refuseUnknown(clips, known, wanted);
  const shown = wanted.find(({ name }) => name === 'walk') ?? wanted[1] ?? wanted[0]!;
  const make = (recipe: ClipRecipe): Clip => {
    const clip = moveCopies(skeleton, recipe.make());
    return rootMotion ? withRootMotion(clip) : clip;
  };
  const filmed = make(shown);
  return { filmed, all: () => wanted.map((recipe) => (recipe === shown ? filmed : make(recipe))) };
}

/** The clips of the skeleton's class; the first is its idle. */
export const clipsOf = (skeleton: Skeleton, wanted?: Wanted): Clip[] => startClips(skeleton, wanted).all();

/** Those of people are computed one by one; those of a creature share its measurements. */
function recipesOf(skeleton: Skeleton, flesh: Flesh | null, arms: ArmStance | null = null): ClipRecipe[] {
  const recipes =
    skeleton.kind === 'biped'
      ? bipedClips(skeleton, flesh, arms)
      : templates[skeleton.kind](skeleton, flesh).map((clip) => ({ name: clip.name, make: () => clip }));
  if (!flesh || skeleton.kind === 'aquatic' || skeleton.kind === 'serpentine') return recipes;
  return recipes.map(({ name, make }) => ({ name, make: () => liftTrailing(skeleton, flesh, make()) }));
}

function refuseUnknown(
  wanted: readonly string[],
  known: readonly ClipRecipe[],
  found: readonly ClipRecipe[],
): void {
  const missing = wanted.find((name) => !found.some((clip) => clip.name === name));
  if (missing === undefined && found.length > 0) return;
  throw new AppError(
    'invalid_request',
    `There is no clip “${missing ?? ''}” for this body. Choose from: ${known.map(({ name }) => name).join(', ')}.`,
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
