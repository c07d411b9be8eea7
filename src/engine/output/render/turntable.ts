import { type Clip, type Pose, poseSkeleton, type Quaternion } from '../../clips/clip.js';
import { lerp } from '../../geometry/vec.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { movesOf, placesBy } from '../../skinning/deform.js';
import type { ShownSurface } from '../assemble.js';
import { frameCamera, portraitPitch } from './camera.js';
import { samples } from './canvas.js';
import { poseMeshes, reachOf, turnPose } from './scene.js';
import type { Lit } from './shade.js';
import type { Stock } from './stock.js';
import { createStudio, moving } from './studio.js';

/** Pixels along a side, by the detail of the model: painting it takes longer than making a model of low detail. */
const sizes = { low: 240, medium: 320, high: 320 } as const;
export const turntableFrames = 24;
export const frameMilliseconds = 100;
export const turntableSeconds = (turntableFrames * frameMilliseconds) / 1000;

/** What a turntable shows: plain data, which another thread can receive. */
export type FilmScene = {
  skeleton: Skeleton;
  surfaces: readonly ShownSurface[];
  clip: Clip;
  /** Pixels along a side of the square. */
  size: number;
};

/** 8-bit RGB rows of all frames, one below another. */
export type Film = Uint8Array;

export const filmScene = (
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  clip: Clip,
  detail: keyof typeof sizes = 'medium',
): FilmScene => ({ skeleton, surfaces: surfaces.map(plainSurface), clip, size: sizes[detail] });

/** Without what only files need. */
export function plainSurface({ material, ...surface }: ShownSurface): ShownSurface {
  const { positions, normals, uvs, joints, weights, indices, closed, tints } = surface;
  const { texture, ...look } = material;
  const pixels = texture && { pixels: texture.pixels, width: texture.width, height: texture.height };
  return {
    positions,
    normals,
    uvs,
    joints,
    weights,
    indices,
    ...(closed !== undefined && { closed }),
    ...(tints && { tints }),
    material: { ...look, texture: pixels },
  };
}

/**
 * One turn of the moving character, in 24 frames.
 * @param pause called before each frame; it may throw to stop the work
 */
export async function shootTurntable(
  { skeleton, surfaces, clip, size }: FilmScene,
  pause: () => Promise<void>,
  stock?: Stock,
): Promise<Film> {
  const rounds = Math.max(1, Math.round(turntableSeconds / clip.seconds));
  const numbers = Array.from({ length: turntableFrames }, (_, i) => i);
  const poses = numbers.map((i) => {
    const phase = i / turntableFrames;
    return poseSkeleton(skeleton, turnPose(skeleton, poseAt(clip, phase * rounds), -phase * 2 * Math.PI));
  });
  const around = rimOf(
    poses.map((posed) => {
      const moves = movesOf(skeleton, posed);
      return boundsOf(surfaces.map((surface) => placesBy(moves, surface, boundsStep)));
    }),
  );
  const side = size * samples;
  const extent = [side * 0.96, side * 0.96] as const;
  const camera = frameCamera(around, 0, portraitPitch, extent, [side / 2, side / 2]);
  const studio = createStudio(size, camera, reachOf({ points: around }), { care: moving, stock });
  const frame = size * size * 3;
  const film = new Uint8Array(frame * turntableFrames);
  let meshes: readonly Lit[] | undefined;
  for (const [i, posed] of poses.entries()) {
    await pause();
    meshes = poseMeshes(skeleton, surfaces, posed, meshes);
    film.set(studio.paint(meshes).image, i * frame);
  }
  return film;
}

/** Every third vertex tells the bounds: its neighbours are nearer to it than the margin is wide. */
const boundsStep = 3;

/** Interpolated pose of a looping clip; `phase` 1 is its end. */
function poseAt({ poses }: Clip, phase: number): Pose {
  const at = (phase - Math.floor(phase)) * (poses.length - 1);
  const [from, to] = [poses[Math.floor(at)]!, poses[Math.floor(at) + 1]!];
  const t = at - Math.floor(at);
  const rotations = new Map<string, Quaternion>();
  for (const name of new Set([...from.rotations.keys(), ...to.rotations.keys()]))
    rotations.set(name, between(from.rotations.get(name) ?? still, to.rotations.get(name) ?? still, t));
  return { rotations, rootOffset: lerp(from.rootOffset, to.rootOffset, t) };
}

const still: Quaternion = [0, 0, 0, 1];

/** Normalised linear interpolation along the shorter arc. */
function between(a: Quaternion, b: Quaternion, t: number): Quaternion {
  const sign = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1;
  const mixed = a.map((x, i) => x * (1 - t) + sign * b[i]! * t);
  const size = Math.hypot(...mixed) || 1;
  return mixed.map((x) => x / size) as unknown as Quaternion;
}

/** Rim points of the vertical cylinder that encloses all frames, so that the camera keeps its distance. */
function rimOf(bounds: readonly Bounds[]): Float32Array {
  const radius = Math.max(...bounds.map((one) => one.radius)) * 0.88;
  const low = Math.min(...bounds.map((one) => one.low));
  const high = Math.max(...bounds.map((one) => one.high));
  const rim = Array.from({ length: 24 }, (_, i) => (i / 24) * 2 * Math.PI);
  const corners = rim.flatMap((a) => {
    const [x, z] = [Math.sin(a) * radius, Math.cos(a) * radius];
    return [x, low, z, x, high, z];
  });
  return new Float32Array(corners);
}

/** Greatest distance from the vertical axis, lowest and highest point. */
type Bounds = { radius: number; low: number; high: number };

function boundsOf(parts: readonly Float32Array[]): Bounds {
  let squared = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const points of parts)
    for (let i = 0; i < points.length; i += 3) {
      const x = points[i]!;
      const y = points[i + 1]!;
      const z = points[i + 2]!;
      squared = Math.max(squared, x * x + z * z);
      if (y < low) low = y;
      if (y > high) high = y;
    }
  return { radius: Math.sqrt(squared), low, high };
}
