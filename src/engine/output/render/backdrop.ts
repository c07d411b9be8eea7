import type { Camera } from './camera.js';
import { exposeInto, put, samples } from './canvas.js';
import { isShaded, raysAt, type Shadow, tileUnder } from './shadow.js';
import type { Stock } from './stock.js';

const top = [0.2, 0.25, 0.36] as const;
const low = [0.62, 0.6, 0.62] as const;
/** How much brighter the floor is than the wall where it is seen best. */
const glow = 0.1;

/** A gradient wall that curves into a floor, which receives the shadow. */
export type Backdrop = {
  side: number;
  /** The backdrop without a shadow; it is the same in every picture. */
  bare: Uint8Array;
  /** The first row of pixels with a floor that may be in shadow. */
  horizon: number;
  /** For each pixel, x and z of the floor there, and its visibility (0-1). */
  floor: Float32Array;
  /** For each pixel, the shadow tile it may be in, or -1 if it is never in shadow. */
  tiles: Int32Array;
  /** For each row, the wall's colour between `top` and `low`. */
  wall: Float64Array;
  /** The point of the floor that is being painted, and its light. */
  place: Float32Array;
  light: Float64Array;
};

export function createBackdrop(
  camera: Camera,
  side: number,
  reach: number,
  { shadow, stock }: { shadow: Shadow; stock: Stock },
): Backdrop {
  const floor = stock('floor', Float32Array, side * side * 3);
  layFloor(floor, camera, side, reach);
  const tiles = stock('floor tiles', Int32Array, side * side);
  findTiles(tiles, floor, shadow);
  const { rows, picture } = wallOf(side);
  const bare = stock('backdrop', Uint8Array, picture.length);
  bare.set(picture);
  const backdrop: Backdrop = {
    side,
    bare,
    horizon: Math.floor(tiles.findIndex((tile) => tile >= 0) / side),
    floor,
    tiles,
    wall: rows,
    place: new Float32Array(3),
    light: new Float64Array(3),
  };
  for (let y = 0; y < side; y++) paintFloor(backdrop, y);
  return backdrop;
}

/** Pixels between two that are lit exactly: light changes slowly on the floor. */
const between = 4;

/** Paints the lit floor of one row into the bare picture. */
function paintFloor(backdrop: Backdrop, y: number): void {
  const { side, bare, floor } = backdrop;
  const last = new Float32Array(3);
  const next = new Float32Array(3);
  const seenAt = (x: number) => floor[(y * side + x) * 3 + 2]!;
  const light = (color: Float32Array, x: number) =>
    lightInto(color, backdrop, y * side + x, 1 + glow * seenAt(x));
  for (let x = 0; x < side; x++) {
    if (seenAt(x) === 0) continue;
    light(last, x);
    put(bare, (y * side + x) * 3, last);
    const end = x + between;
    if (end >= side || seenAt(end) === 0) continue;
    light(next, end);
    for (let i = 0; i < 3; i++) {
      const step = (next[i]! - last[i]!) / between;
      for (let k = 1; k < between; k++) bare[(y * side + x + k) * 3 + i] = last[i]! + step * k + 0.5;
    }
    x = end - 1;
  }
}

/** The wall without a floor, and the colours of its rows. */
type Wall = { rows: Float64Array; picture: Uint8Array };
/** By size: turntables have one, and previews mostly another. */
const walls = new Map<number, Wall>();
const mostWalls = 4;

function wallOf(side: number): Wall {
  const known = walls.get(side);
  if (known) return known;
  if (walls.size === mostWalls) walls.clear();
  const rows = Float64Array.from({ length: side * 3 }, (_, at) => {
    const i = at % 3;
    return top[i]! + (low[i]! - top[i]!) * (Math.floor(at / 3) / side) ** 1.3;
  });
  const picture = new Uint8Array(side * side * 3);
  const lamp = { side, wall: rows, light: new Float64Array(3) };
  const color = new Float32Array(3);
  for (let pixel = 0; pixel < side * side; pixel++) {
    lightInto(color, lamp, pixel, 1);
    put(picture, pixel * 3, color);
  }
  const made = { rows, picture };
  walls.set(side, made);
  return made;
}

/** Whether a shadow may fall on a pixel in this picture. */
export const mayBeDark = ({ tiles }: Backdrop, shadow: Shadow, pixel: number): boolean =>
  isShaded(shadow, tiles[pixel]!);

/** Writes the display colour of a pixel into `out`. */
export function paintBackdrop(backdrop: Backdrop, shadow: Shadow, out: Float32Array, pixel: number): void {
  const { floor, bare, place } = backdrop;
  const seen = floor[pixel * 3 + 2]!;
  place[0] = floor[pixel * 3]!;
  place[2] = floor[pixel * 3 + 1]!;
  const shade = seen > 0 ? 1 - raysAt(shadow, place) / shadow.view.rays : 0;
  if (shade > 0) lightInto(out, backdrop, pixel, 1 - 0.55 * Math.min(1, seen * 2) * shade + glow * seen);
  else for (let i = 0; i < 3; i++) out[i] = bare[pixel * 3 + i]!;
}

/** Writes the display colour of a pixel of the wall in so much light into `out`. */
function lightInto(
  out: Float32Array,
  { side, wall, light }: Pick<Backdrop, 'side' | 'wall' | 'light'>,
  pixel: number,
  bright: number,
): void {
  const y = Math.floor(pixel / side);
  const across = (pixel - y * side) / side - 0.5;
  const down = y / side - 0.5;
  const vignette = 1 - 0.45 * (across * across + down * down);
  const share = bright * vignette;
  for (let i = 0; i < 3; i++) light[i] = wall[y * 3 + i]! * share;
  exposeInto(out, light);
}

function findTiles(tiles: Int32Array, floor: Float32Array, shadow: Shadow): void {
  tiles.fill(-1);
  const place = new Float32Array(3);
  for (let pixel = 0; pixel < tiles.length; pixel++) {
    if (floor[pixel * 3 + 2] === 0) continue;
    place[0] = floor[pixel * 3]!;
    place[2] = floor[pixel * 3 + 1]!;
    tiles[pixel] = tileUnder(shadow, place);
  }
}

/** A row of pixels sees the floor along a straight line, because cameras are not rolled. */
function layFloor(
  floor: Float32Array,
  { eye, forward, right, up, focal, centre }: Camera,
  side: number,
  reach: number,
): void {
  floor.fill(0);
  const step = samples / focal;
  const first = (samples / 2 - centre[0]) / focal;
  for (let y = 0; y < side; y++) {
    const above = (centre[1] - (y + 0.5) * samples) / focal;
    const down = forward[1] + up[1] * above;
    const far = -eye[1] / down;
    if (down >= -1e-4 || far <= 0) continue;
    for (let column = 0; column < side; column++) {
      const across = first + column * step;
      const x = eye[0] + (forward[0] + right[0] * across + up[0] * above) * far;
      const z = eye[2] + (forward[2] + right[2] * across + up[2] * above) * far;
      const at = (y * side + column) * 3;
      floor[at] = x;
      floor[at + 1] = z;
      floor[at + 2] = Math.max(0, 1 - Math.sqrt(x * x + z * z) / (reach * 1.7));
    }
  }
}
