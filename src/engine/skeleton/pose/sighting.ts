/** Runs a pose network on a figure and decides whether to trust the result. */

import { sightingThresholds } from './calibration.js';
import {
  type Impression,
  type KeyPoint,
  type KeyPoints,
  limbs,
  type PoseNetwork,
  type Rgb,
} from './network.js';

const { air, leastScore, leastGlimpse, leastOfLimb, leastTwice, mostApart, outside, leastBeyond } =
  sightingThresholds;

/** A figure's box in a picture, in pixels. */
export type PixelBox = { left: number; top: number; width: number; height: number };
type Place = readonly [x: number, y: number];

/** Pixels by joint, without limbs of low confidence. */
export type Sighting = { by: string; score: number; places: ReadonlyMap<string, Place> };

/** The person whom a network sees, if any, and its impression of whatever is there, if it has one. */
export type Seen = { sighting: Sighting | null; impression: Impression | null };

/** @returns null when the network does not detect a person, or detects one elsewhere */
export const sightOf = async (network: PoseNetwork, picture: Rgb, box: PixelBox): Promise<Sighting | null> =>
  (await seenIn(network, picture, box)).sighting;

/**
 * @param twice when the network is uncertain, it also looks at the mirror image; limbs found alike in both are
 * trusted, since errors rarely repeat
 */
export async function seenIn(
  network: PoseNetwork,
  picture: Rgb,
  box: PixelBox,
  twice = false,
): Promise<Seen> {
  const longer = Math.max(box.width, box.height);
  const side = Math.ceil(longer * air);
  const left = Math.round(box.left + (box.width - side) / 2);
  const top = Math.round(box.top + (box.height - side) / 2);
  const square = cropped(picture, left, top, side);
  const { points, impression = null } = await network.look(square);
  const seen = facing(points);
  const first = meanScore(seen, limbs.flat());
  if (first < (twice ? leastGlimpse : leastScore)) return { sighting: null, impression };
  const known =
    first >= leastScore ? sureOf(seen) : agreed(seen, await lookMirrored(network, square), longer);
  if (known.size === 0) return { sighting: null, impression };
  const places = new Map([...known].map(([name, { x, y }]): [string, Place] => [name, [left + x, top + y]]));
  const reach = longer * outside;
  const within = ([x, y]: Place) =>
    x > box.left - reach &&
    x < box.left + box.width + reach &&
    y > box.top - reach &&
    y < box.top + box.height + reach;
  const isBeyond = (place?: Place) => place !== undefined && !within(place);
  // A picture may end above the knees; the network guesses where the legs would go on.
  for (const names of limbs)
    if (meanScore(seen, names) < leastBeyond && names.some((name) => isBeyond(places.get(name))))
      for (const name of names) places.delete(name);
  const score = first >= leastScore ? first : meanScore(known, [...known.keys()]);
  const isThere = places.size > 0 && [...places.values()].every(within);
  return { sighting: isThere ? { by: network.name, score, places } : null, impression };
}

const ears = ['leftEar', 'rightEar'] as const;

function meanScore(seen: KeyPoints, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + seen.get(name)!.score, 0) / names.length;
}

const only = (seen: KeyPoints, names: readonly (readonly string[])[]): KeyPoints =>
  new Map(names.flat().map((name) => [name, seen.get(name)!]));

const sureOf = (seen: KeyPoints): KeyPoints =>
  only(
    seen,
    [...limbs, ears].filter((names) => meanScore(seen, names) >= leastOfLimb),
  );

/** Both arms, both legs and the ears, each where the two looks agree; nothing when neither arms nor legs agree. */
function agreed(one: KeyPoints, other: KeyPoints, longer: number): KeyPoints {
  const both: KeyPoints = new Map(
    [...one].map(([name, a]) => {
      const b = other.get(name)!;
      return [name, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, score: (a.score + b.score) / 2 }];
    }),
  );
  const apart = (name: string) =>
    Math.hypot(one.get(name)!.x - other.get(name)!.x, one.get(name)!.y - other.get(name)!.y);
  const alike = (names: readonly string[]) =>
    meanScore(both, names) >= leastTwice && names.every((name) => apart(name) <= mostApart * longer);
  const [leftArm, leftLeg, rightArm, rightLeg] = limbs;
  const pairs = [
    [...leftArm!, ...rightArm!],
    [...leftLeg!, ...rightLeg!],
  ].filter(alike);
  return pairs.length > 0 ? only(both, [...pairs, ...[ears].filter(alike)]) : new Map();
}

/** Detections in the mirror image, converted to positions and sides of the picture itself. */
async function lookMirrored(network: PoseNetwork, { pixels, width, height }: Rgb): Promise<KeyPoints> {
  const mirrored = new Uint8Array(pixels.length);
  for (let n = 0; n < width * height; n++) {
    const from = (n - (n % width) + width - 1 - (n % width)) * 3;
    mirrored.set(pixels.subarray(from, from + 3), n * 3);
  }
  const { points } = await network.look({ pixels: mirrored, width, height });
  return facing(
    new Map([...points].map(([name, point]) => [otherSide(name), { ...point, x: width - point.x }])),
  );
}

const otherSide = (name: string) =>
  name.startsWith('left') ? name.replace('left', 'right') : name.replace('right', 'left');

/** Crops the square and fills the area outside the picture with grey. */
function cropped({ pixels, width, height }: Rgb, left: number, top: number, side: number): Rgb {
  const square = new Uint8Array(side * side * 3).fill(128);
  const [from, to] = [Math.max(0, left), Math.min(width, left + side)];
  for (let y = Math.max(0, top); y < Math.min(height, top + side); y++) {
    const row = pixels.subarray((y * width + from) * 3, (y * width + to) * 3);
    square.set(row, ((y - top) * side + from - left) * 3);
  }
  return { pixels: square, width: side, height: side };
}

/** For a person seen from behind, assigns left and right by position, since the picture is treated as the front. */
function facing(seen: KeyPoints): KeyPoints {
  const across = (joint: string) => seen.get(`left${joint}`)!.x - seen.get(`right${joint}`)!.x;
  if (across('UpperArm') + across('UpperLeg') >= 0) return seen;
  return new Map([...seen].map(([name, point]): [string, KeyPoint] => [otherSide(name), point]));
}
