/** Scores how clearly a mask stands out from its picture. */
import { areaOf, borderPixels, dilate, type Mask, piecesOf, shrink } from './grid.js';

/** The mask without threads one or two pixels wide. */
export const tidied = (mask: Mask): Mask => dilate(shrink(mask, 1), 1);

/**
 * 1 for one piece clear of the border whose whole outline is an edge of the picture; much less for an accidental
 * shape.
 */
export function scoreOf(mask: Mask, crisp: Uint8Array): number {
  const { width } = mask;
  const pieces = piecesOf(mask);
  const area = areaOf(mask);
  if (!pieces[0]) return 0;
  const edges = [0, 1, -1, width, -width];
  const [core, bounds] = [shrink(mask, 1).inside, [0, 0] as [number, number]];
  for (let i = 0; i < core.length; i++)
    if (mask.inside[i] && !core[i]) bounds[edges.some((step) => crisp[i + step]) ? 1 : 0]++;
  const share = bounds[1] / Math.max(1, bounds[0] + bounds[1]);
  const whole = (pieces[0].length + (pieces[1]?.length ?? 0)) / area;
  return share * whole * (1 - Math.max(0, borderShare(mask) - 0.12));
}

export function borderShare({ width, height, inside }: Mask): number {
  const border = borderPixels(width, height);
  return border.filter((pixel) => inside[pixel]).length / border.length;
}
