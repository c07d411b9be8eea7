import { type Camera, rayInto } from './camera.js';
import { expose, samples } from './canvas.js';
import { isShaded, lightAt, type Shadow, tileUnder } from './shadow.js';

const top = [0.2, 0.25, 0.36] as const;
const low = [0.62, 0.6, 0.62] as const;

/** A gradient wall that curves into a floor, which receives the shadow. */
export type Backdrop = {
  side: number;
  /** The backdrop without a shadow; it is the same in every picture. */
  bare: Float32Array;
  /** For each pixel, x and z of the floor there, and its visibility (0-1). */
  floor: Float32Array;
  /** For each pixel, the shadow tile it may be in, or -1 if it is never in shadow. */
  tiles: Int32Array;
  /** For each row, the wall's blend from `top` to `low`. */
  blends: Float64Array;
};

export function createBackdrop(camera: Camera, side: number, reach: number, shadow: Shadow): Backdrop {
  const floor = floorOf(camera, side, reach);
  const backdrop: Backdrop = {
    side,
    bare: new Float32Array(side * side * 3),
    floor,
    tiles: tilesOf(floor, shadow),
    blends: Float64Array.from({ length: side }, (_, y) => (y / side) ** 1.3),
  };
  for (let pixel = 0; pixel < side * side; pixel++) darken(backdrop, backdrop.bare, pixel * 3, pixel, 0);
  return backdrop;
}

/** Whether a shadow may fall on a pixel in this picture. */
export const mayBeDark = ({ tiles }: Backdrop, shadow: Shadow, pixel: number): boolean =>
  isShaded(shadow, tiles[pixel]!);

/** Writes the display colour of a pixel into `out` at `at`. */
export function paintBackdrop(
  backdrop: Backdrop,
  shadow: Shadow,
  out: Float32Array,
  at: number,
  pixel: number,
): void {
  const { floor, bare } = backdrop;
  const seen = floor[pixel * 3 + 2]!;
  const shade = seen > 0 ? 1 - lightAt(shadow, floor[pixel * 3]!, 0, floor[pixel * 3 + 1]!) : 0;
  if (shade > 0) darken(backdrop, out, at, pixel, 0.55 * Math.min(1, seen * 2) * shade);
  else for (let i = 0; i < 3; i++) out[at + i] = bare[pixel * 3 + i]!;
}

function darken(
  { side, floor, blends }: Backdrop,
  out: Float32Array,
  at: number,
  pixel: number,
  dark: number,
): void {
  const y = Math.floor(pixel / side);
  const across = (pixel - y * side) / side - 0.5;
  const down = y / side - 0.5;
  const vignette = 1 - 0.45 * (across * across + down * down);
  const light = (1 - dark + 0.1 * floor[pixel * 3 + 2]!) * vignette;
  const blend = blends[y]!;
  out[at] = expose((top[0] + (low[0] - top[0]) * blend) * light);
  out[at + 1] = expose((top[1] + (low[1] - top[1]) * blend) * light);
  out[at + 2] = expose((top[2] + (low[2] - top[2]) * blend) * light);
}

function tilesOf(floor: Float32Array, shadow: Shadow): Int32Array {
  const tiles = new Int32Array(floor.length / 3).fill(-1);
  for (let pixel = 0; pixel < tiles.length; pixel++)
    if (floor[pixel * 3 + 2]! > 0)
      tiles[pixel] = tileUnder(shadow, floor[pixel * 3]!, 0, floor[pixel * 3 + 1]!);
  return tiles;
}

function floorOf(camera: Camera, side: number, reach: number): Float32Array {
  const floor = new Float32Array(side * side * 3);
  const ray = new Float64Array(3);
  for (let pixel = 0; pixel < side * side; pixel++) {
    const y = Math.floor(pixel / side);
    rayInto(ray, camera, (pixel - y * side + 0.5) * samples, (y + 0.5) * samples);
    if (ray[1]! >= -1e-4) continue;
    const t = -camera.eye[1] / ray[1]!;
    if (t <= 0) continue;
    const x = camera.eye[0] + ray[0]! * t;
    const z = camera.eye[2] + ray[2]! * t;
    floor[pixel * 3] = x;
    floor[pixel * 3 + 1] = z;
    floor[pixel * 3 + 2] = Math.max(0, 1 - Math.sqrt(x * x + z * z) / (reach * 1.7));
  }
  return floor;
}
