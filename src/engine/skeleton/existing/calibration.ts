/**
 * Thresholds that tell bones from handles for animators, and people from animals.
 *
 * Benchmarks: `test/unit/engine/skeleton/existing/handles.test.ts`, rigs with known handles, and `node
 * dist/bench/strangers.js MODEL...` with models that have skeletons.
 */

/** `bones.ts` */
export const bonesThresholds = {
  /** Metres, for a model 1.7 m tall. */
  longestLeaf: 0.3,
} as const;

/** `handles.ts` */
export const handlesThresholds = {
  /** Metres, for a model 1.7 m tall: no joint of a thin or hollow part is this far from the surface. */
  farOutside: 0.1,
  /** Metres, for a model 1.7 m tall: a bone this close can do the handle's work. */
  near: 0.2,
} as const;

/** `kind.ts` */
export const ownKindThresholds = {
  /** Joints of a chain that shows a body without limbs. */
  fewest: 4,
  /** In lengths of a chain: how far its joints may be beside a straight line, and how far the line may rise. */
  straight: 0.15,
  lying: 0.5,
} as const;

/** `person.ts` */
export const personThresholds = {
  /** Cosine between legs and trunk: 1 stands straight, 0 is an animal on four legs. */
  straight: 0.6,
  /** Cosine between the body's axes and the nearest quarter turn of the file's: half of an eighth turn is left. */
  square: 0.78,
} as const;

/** `adopt.ts` */
export const adoptThresholds = {
  /** Cells outside the solid that a joint may be. */
  outside: 4,
  /** Share of the joints that must be inside. */
  most: 0.75,
} as const;
