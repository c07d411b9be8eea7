import sharp from 'sharp';
import type { Clip, Pose, Quaternion } from '../../clips/clip.js';
import { lerp } from '../../geometry/vec.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { ShownSurface } from '../assemble.js';
import { frameCamera } from './camera.js';
import { develop, samples } from './canvas.js';
import { portraitPitch } from './preview.js';
import { poseScene, reachOf, type Scene, turnPose } from './scene.js';
import { createStudio, moving } from './studio.js';

export const turntableSize = 320;
export const turntableFrames = 24;
const frameMilliseconds = 100;
export const turntableSeconds = (turntableFrames * frameMilliseconds) / 1000;

/** Frames of 8-bit RGB rows. */
type Film = readonly Uint8Array[];

/**
 * One turn of the moving character: 24 frames of 320x320.
 * @param pause called before each frame; it may throw to stop the work
 */
export async function shootTurntable(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  clips: readonly Clip[],
  pause: () => Promise<void>,
): Promise<Film> {
  const clip = clips.find(({ name }) => name === 'walk') ?? clips[1] ?? clips[0]!;
  const rounds = Math.max(1, Math.round(turntableSeconds / clip.seconds));
  const scenes = Array.from({ length: turntableFrames }, (_, i) => {
    const phase = i / turntableFrames;
    const pose = turnPose(skeleton, poseAt(clip, phase * rounds), -phase * 2 * Math.PI);
    return poseScene(skeleton, surfaces, pose);
  });
  const around = rimOf(scenes);
  const side = turntableSize * samples;
  const extent = [side * 0.96, side * 0.96] as const;
  const camera = frameCamera(around, 0, portraitPitch, extent, [side / 2, side / 2]);
  const studio = createStudio(turntableSize, camera, reachOf({ points: around }), moving);
  const frames: Uint8Array[] = [];
  for (const { meshes } of scenes) {
    await pause();
    frames.push(develop(studio.paint(meshes)));
  }
  return frames;
}

/** A looping animated WebP with 100 ms per frame. */
export async function encodeFilm(frames: Film): Promise<Uint8Array> {
  const [width, height] = [turntableSize, turntableSize * frames.length];
  const raw = { width, height, channels: 3, pageHeight: turntableSize } as const;
  const delay = frames.map(() => frameMilliseconds);
  const film = sharp(Buffer.concat(frames), { raw }).webp({ quality: 72, effort: 2, loop: 0, delay });
  return new Uint8Array(await film.toBuffer());
}

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
function rimOf(scenes: readonly Scene[]): Float32Array {
  const bounds = scenes.map(({ points }) => boundsOf(points));
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
function boundsOf(points: Float32Array): { radius: number; low: number; high: number } {
  let squared = 0;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
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
