/**
 * Thresholds that tell bones from handles for animators.
 *
 * Benchmark: `test/unit/engine/skeleton/existing/handles.test.ts`, rigs with known handles.
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
