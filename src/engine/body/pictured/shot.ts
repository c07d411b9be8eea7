import type { Picture } from '../../input/image/decode.js';
import type { Figure } from '../../segmentation/image/mask.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
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
