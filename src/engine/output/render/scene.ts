/** A posed character in a studio, for the preview, the turntable and the gallery. */
import { multiply, type Pose, poseSkeleton, rotateBy, turnBy } from '../../clips/clip.js';
import { linearOf } from '../../colour.js';
import { add, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { deformBy, movesOf } from '../../skinning/deform.js';
import type { ShownSurface } from '../assemble.js';
import { glintOf, type Lit } from './shade.js';

export type Scene = { meshes: readonly Lit[]; points: Float32Array; posed: ReturnType<typeof poseSkeleton> };

export function poseScene(skeleton: Skeleton, surfaces: readonly ShownSurface[], pose: Pose): Scene {
  const posed = poseSkeleton(skeleton, pose);
  const meshes = poseMeshes(skeleton, surfaces, posed);
  return {
    meshes,
    points: joined(meshes.map(({ positions }) => positions)),
    posed,
  };
}

/**
 * The surfaces of a scene alone.
 * @param last of the same surfaces in an earlier pose, which is overwritten
 */
export function poseMeshes(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  posed: Scene['posed'],
  last?: readonly Lit[],
): readonly Lit[] {
  const moves = movesOf(skeleton, posed);
  if (last) {
    for (const [i, surface] of surfaces.entries()) deformBy(moves, surface, last[i]);
    return last;
  }
  // All in one form, whatever they have: the code that paints a sample is compiled for each form.
  return surfaces.map((surface) => {
    const { uvs, indices, closed = false, tints = null, material } = surface;
    const { positions, normals } = deformBy(moves, surface);
    const linear = Float32Array.from(material.color, linearOf);
    const glint = glintOf(material);
    return { positions, normals, uvs, indices, closed, tints, material, linear, glint };
  });
}

/** Rotates the whole character about the vertical axis by `yaw`, as on a turntable. */
export function turnPose({ joints }: Skeleton, { rotations, rootOffset }: Pose, yaw: number): Pose {
  const { name, position } = joints[0]!;
  const turn = turnBy(0, yaw);
  const turned = multiply(turn, rotations.get(name) ?? [0, 0, 0, 1]);
  return {
    rotations: new Map([...rotations, [name, turned]]),
    rootOffset: sub(rotateBy(turn, add(position, rootOffset)), position),
  };
}

/** The largest absolute coordinate. */
export const reachOf = ({ points }: Pick<Scene, 'points'>): number =>
  points.reduce((most, p) => Math.max(most, Math.abs(p)), 0);

function joined(arrays: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/** The key light: over the right shoulder of a viewer facing the front. */
const keyAngle = { yaw: Math.atan2(0.75, 0.85), height: 1 / Math.hypot(0.75, 0.85) };

export const keyLight: Vec3 = normalize([Math.sin(keyAngle.yaw), keyAngle.height, Math.cos(keyAngle.yaw)]);
