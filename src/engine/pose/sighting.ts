/** A figure looked at by a pose network, and whether it is believed. */
import { type KeyPoint, type KeyPoints, limbs, type PoseNetwork, type Rgb } from './network.js';

/** A figure's box in a picture, in pixels. */
export type Box = { left: number; top: number; width: number; height: number };
type Place = readonly [x: number, y: number];

/** Pixels by joint; limbs the network is unsure of are left out. */
export type Sighting = { by: string; score: number; places: ReadonlyMap<string, Place> };

/** Side of the square that is looked at, in longer sides of the box. */
const air = 1.25;
/** Below it a figure is no person to the network, as drawings and creatures are. */
const leastScore = 0.5;
const leastOfLimb = 0.35;
/** How far outside its own box a joint may be seen, in longer sides. */
const outside = 0.06;

/** @returns null when the network does not believe that it sees a person, or sees one elsewhere */
export async function sightOf(network: PoseNetwork, picture: Rgb, box: Box): Promise<Sighting | null> {
  const longer = Math.max(box.width, box.height);
  const side = Math.ceil(longer * air);
  const left = Math.round(box.left + (box.width - side) / 2);
  const top = Math.round(box.top + (box.height - side) / 2);
  const seen = facing(await network.look(cropped(picture, left, top, side)));
  const mean = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + seen.get(name)!.score, 0) / names.length;
  const score = mean(limbs.flat());
  if (score < leastScore) return null;
  const places = new Map<string, Place>();
  const keep = (name: string) => {
    const { x, y } = seen.get(name)!;
    places.set(name, [left + x, top + y]);
  };
  for (const limb of limbs) if (mean(limb) >= leastOfLimb) limb.forEach(keep);
  if (mean(['leftEar', 'rightEar']) >= leastOfLimb) ['leftEar', 'rightEar'].forEach(keep);
  const reach = longer * outside;
  const within = ([x, y]: Place) =>
    x > box.left - reach &&
    x < box.left + box.width + reach &&
    y > box.top - reach &&
    y < box.top + box.height + reach;
  return [...places.values()].every(within) ? { by: network.name, score, places } : null;
}

/** The square of the picture, grey beyond its edges. */
function cropped({ pixels, width, height }: Rgb, left: number, top: number, side: number): Rgb {
  const square = new Uint8Array(side * side * 3).fill(128);
  const [from, to] = [Math.max(0, left), Math.min(width, left + side)];
  for (let y = Math.max(0, top); y < Math.min(height, top + side); y++) {
    const row = pixels.subarray((y * width + from) * 3, (y * width + to) * 3);
    square.set(row, ((y - top) * side + from - left) * 3);
  }
  return { pixels: square, width: side, height: side };
}

/** Of somebody seen from behind, left and right by their places, for the picture becomes the front. */
function facing(seen: KeyPoints): KeyPoints {
  const across = (joint: string) => seen.get(`left${joint}`)!.x - seen.get(`right${joint}`)!.x;
  if (across('UpperArm') + across('UpperLeg') >= 0) return seen;
  const other = (name: string) =>
    name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left');
  return new Map([...seen].map(([name, point]): [string, KeyPoint] => [other(name), point]));
}
