/** Runs a pose network on a picture's figure and checks the result against its outline. */

import type { Vec3 } from '../../geometry/vec.js';
import type { Picture } from '../../input/image/decode.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { jointOf, type Skeleton } from '../skeleton.js';
import { outlineThresholds } from './calibration.js';
import { fuseSkeleton } from './fuse.js';
import type { PoseNetwork, Rgb } from './network.js';
import { type PixelBox, type Seen, type Sighting, seenIn } from './sighting.js';

const { slack, mostAstray } = outlineThresholds;

/** What a network sees in a picture's figure; a person who does not match the outline does not count. */
export async function seenOfFigure(
  network: PoseNetwork | null | undefined,
  { picture, silhouette }: { picture: Picture; silhouette: Silhouette },
): Promise<Seen> {
  if (!network) return { sighting: null, impression: null };
  const seen = await lookAt(network, picture, silhouette.crop);
  const places = [...(seen.sighting?.places.values() ?? [])].map((place) => metresOf(silhouette, place));
  const astray = places.filter(([u, v]) => silhouette.signed(u, v) < -slack * silhouette.height);
  return astray.length > mostAstray * places.length ? { ...seen, sighting: null } : seen;
}

type Looked = { network: PoseNetwork; box: PixelBox; seen: Promise<Seen> };
/** The last look at each picture: its mask and its figure are usually looked at in the same box. */
const lastLooks = new WeakMap<Picture, Looked>();

/** What the network sees in a part of a picture. */
export function lookAt(network: PoseNetwork, picture: Picture, box: PixelBox): Promise<Seen> {
  const last = lastLooks.get(picture);
  if (last?.network === network && isSameBox(last.box, box)) return last.seen;
  const seen = seenIn(network, opaque(picture), box, true);
  lastLooks.set(picture, { network, box, seen });
  seen.catch(() => lastLooks.delete(picture));
  return seen;
}

const isSameBox = (a: PixelBox, b: PixelBox): boolean =>
  a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height;

/** Adjusts the skeleton fitted to an outline to the detected joints. Depths stay unchanged. */
export function fuseOutline(fitted: Skeleton, { places }: Sighting, silhouette: Silhouette): Skeleton {
  const depthOf = (name: string) => jointOf(fitted, name.endsWith('Ear') ? 'head' : name).position[2];
  const seen = [...places].map(([name, place]): [string, Vec3] => [
    name,
    [...metresOf(silhouette, place), depthOf(name)],
  ]);
  return fuseSkeleton(fitted, new Map(seen), silhouette.height);
}

const metresOf = ({ crop, width, height }: Silhouette, [x, y]: readonly [number, number]) =>
  [((x - crop.left) / crop.width - 0.5) * width, (1 - (y - crop.top) / crop.height) * height] as const;

/** Composites the picture on light grey. */
function opaque({ width, height, rgba }: Picture): Rgb {
  const pixels = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const alpha = rgba[i * 4 + 3]! / 255;
    for (let c = 0; c < 3; c++) pixels[i * 3 + c] = rgba[i * 4 + c]! * alpha + 225 * (1 - alpha);
  }
  return { pixels, width, height };
}
