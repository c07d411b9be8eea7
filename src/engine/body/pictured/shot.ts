import type { Picture } from '../../input/image/decode.js';
import type { Figure } from '../../segmentation/image/mask.js';
import { type Silhouette, silhouetteOf } from '../../segmentation/image/silhouette.js';
import type { ViewName } from '../../types.js';
import { inflate, type Relief } from './inflate.js';

/** A picture with its segmented figure. */
export type Shot = { picture: Picture; mask: Figure; silhouette: Silhouette; relief: Relief };
export type Shots = { front: Shot } & Partial<Record<Exclude<ViewName, 'front'>, Shot>>;

export const shotOf = (picture: Picture, mask: Figure, silhouette: Silhouette): Shot => ({
  picture,
  mask,
  silhouette,
  relief: inflate(silhouette),
});

/** Rows added below a bust, as a fraction of its height. */
const below = 0.25;

/**
 * A figure that the picture's lower edge cuts off: it goes on below, so that its relief does not end in a point there.
 */
export function cutOffShot({ picture, mask, silhouette }: Omit<Shot, 'relief'>): Shot {
  const { crop, height, rows } = silhouette;
  const added = Math.ceil(crop.height * below);
  const last = crop.top + crop.height - 1;
  const longer = { width: mask.width, height: last + 1 + added };
  const inside = new Uint8Array(longer.width * longer.height);
  for (let y = 0; y < longer.height; y++) {
    const from = Math.min(y, last) * mask.width;
    inside.set(mask.inside.subarray(from, from + mask.width), y * mask.width);
  }
  const total = (height * (crop.height + added)) / crop.height;
  const whole = inflate(silhouetteOf({ ...longer, inside }, total, Math.round((rows * total) / height)));
  const relief: Relief = {
    silhouette,
    at: (u, v) => whole.at(u, v + total - height),
    slope: (u, v) => whole.slope(u, v + total - height),
  };
  return { picture, mask, silhouette, relief };
}
