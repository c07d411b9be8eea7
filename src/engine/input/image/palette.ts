/** How much of their colors two pictures of a figure share. */
import type { Shot } from '../../body/pictured/shot.js';
import { agreeThresholds } from './calibration.js';
import { balanced } from './light.js';

const { levels } = agreeThresholds;

type Colored = Pick<Shot, 'picture' | 'silhouette' | 'mask'>;

/** Intersection of the histograms of two figures, 0 to 1, in one light if most heights agree on it. */
export function sharedColors(one: Colored, other: Colored): number {
  const [a, b] = [histogramOf(one, one.picture), histogramOf(other, balanced(other, one))];
  return a.reduce((sum, share, bin) => sum + Math.min(share, b[bin]!), 0);
}

/** Each pixel counts for the eight bins around its color, so that a small change of light changes little. */
function histogramOf({ mask }: Colored, { rgba }: Shot['picture']): Float64Array {
  const bins = new Float64Array(levels ** 3);
  let count = 0;
  mask.inside.forEach((inside, pixel) => {
    if (!inside) return;
    count++;
    const at = [0, 1, 2].map((c) => (rgba[pixel * 4 + c]! / 255) * (levels - 1));
    for (let corner = 0; corner < 8; corner++) {
      let [bin, share] = [0, 1];
      for (let c = 0; c < 3; c++) {
        const low = Math.min(levels - 2, Math.floor(at[c]!));
        const upper = (corner >> c) & 1;
        bin = bin * levels + low + upper;
        share *= upper ? at[c]! - low : 1 - at[c]! + low;
      }
      bins[bin]! += share;
    }
  });
  return bins.map((sum) => sum / (count || 1));
}
