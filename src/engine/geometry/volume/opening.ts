/** Removes the thin parts of a solid: sheets such as capes, skirts and hair, and sticks. */
import { distanceToSeeds } from './distance.js';
import type { Volume } from './volume.js';
import { measureDepth } from './voxelise.js';

/**
 * Morphological opening: keeps the cells within `radius` of a cell that lies at least `radius` deep. `removed` is
 * their share of all cells. The depths of the rest are measured when it is needed.
 * @param radius in cells
 */
export function openSolid(volume: Volume, radius: number): { opened: () => Volume; removed: number } {
  const { inside, depth, cell } = volume;
  const deep = new Uint8Array(depth.length);
  for (let c = 0; c < depth.length; c++) deep[c] = depth[c]! >= radius * cell ? 1 : 0;
  const away = distanceToSeeds(volume, deep, 1);
  const kept = new Uint8Array(inside.length);
  let [all, left] = [0, 0];
  for (let c = 0; c < inside.length; c++) {
    if (!inside[c]) continue;
    all++;
    if (away[c]! > radius + 1) continue;
    kept[c] = 1;
    left++;
  }
  return { opened: () => measureDepth(volume, kept), removed: 1 - left / (all || 1) };
}
