/** Whether a picture or a solid shows a body, or a letter, a vehicle, furniture, a tool, a logo or a chart. */
import type { Volume } from '../../geometry/volume/volume.js';
import type { Picture } from '../../input/image/decode.js';
import type { Mask } from '../image/grid.js';
import { type Silhouette, silhouetteOf } from '../image/silhouette.js';
import { type Features, featuresOf } from './features.js';
import { type Forest, readForest, sumOf } from './trees.js';

const resolution = 150;
const solidThreshold = -1;
const forests = new Map<string, Forest>();
function forestOf(name: 'picture' | 'outline'): Forest {
  const known = forests.get(name) ?? readForest(name);
  forests.set(name, known);
  return known;
}

/**
 * How far the evidence against a body is beyond the threshold; positive where there is no body. The outline counts
 * twice, because the inner drawing depends more on the style.
 */
export function objectness(
  s: Silhouette,
  picture: Picture | null,
  features = featuresOf(s, picture),
): number {
  const outline = sumOf(forestOf('outline'), features);
  if (!picture) return outline - forestOf('outline').threshold;
  return (outline + sumOf(forestOf('picture'), features)) / 2 - forestOf('picture').threshold;
}

/** Views of one thing. One view that shows a body is enough: the back of a cape is a plain shape. */
export const showsObject = (
  views: readonly { silhouette: Silhouette; picture: Picture; features?: Features | undefined }[],
): boolean =>
  views.every(({ silhouette, picture, features }) => objectness(silhouette, picture, features) > 0);

/**
 * A solid is judged by the mean of its outlines from the front and from the side, against a lower threshold than
 * pictures: of 15 characters the highest mean was -5.4, of 17 objects made of boxes the lowest but one -0.5.
 */
export function isObject(volume: Volume): boolean {
  const [front, side] = ([2, 0] as const).map((axis) =>
    objectness(silhouetteOf(shadowOf(volume, axis), 1.6, resolution), null),
  );
  return (front! + side!) / 2 > solidThreshold;
}

/** The outline of a solid along x (0) or z (2), with a margin and the top row first. */
function shadowOf({ size: [nx, ny, nz], inside }: Volume, axis: 0 | 2): Mask {
  const [width, height] = [(axis === 0 ? nz : nx) + 2, ny + 2];
  const shadow = new Uint8Array(width * height);
  for (let n = 0; n < inside.length; n++) {
    if (!inside[n]) continue;
    const [i, j, k] = [n % nx, Math.floor(n / nx) % ny, Math.floor(n / (nx * ny))];
    shadow[(height - 2 - j) * width + 1 + (axis === 0 ? k : i)] = 1;
  }
  return { width, height, inside: shadow };
}
