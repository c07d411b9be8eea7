import type { Picture } from '../../input/image/decode.js';
import type { Silhouette } from '../image/silhouette.js';
import { outlineFeatures } from './outline-features.js';
import { surfaceFeatures } from './surface-features.js';

/** Named measures of one view. */
export type Features = Readonly<Record<string, number>>;

/** @param picture null for a solid, of which only the outline is known */
export const featuresOf = (s: Silhouette, picture: Picture | null): Features => ({
  ...outlineFeatures(s),
  ...(picture && surfaceFeatures(picture, s)),
});
