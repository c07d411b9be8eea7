/** Line drawings: everything inside an outline belongs to the figure, even when the outline has gaps. */

import { lineArtThresholds } from './calibration.js';
import { areaOf, dilate, distances, floodFromBorder, inverse, type Mask, piecesOf, where } from './grid.js';

const { gaps, wider, stroke } = lineArtThresholds;

/** Whether most of the ink is in thin strokes. */
export function isLineArt(ink: Mask): boolean {
  const deep = distances(ink.inside, ink, 0);
  const limit = (Math.max(ink.width, ink.height) * stroke) / 2;
  let solid = 0;
  for (const d of deep) if (d > limit) solid++;
  return solid < areaOf(ink) * 0.2;
}

/** The background outside the ink, without pockets behind gaps. */
export function outsideOf(ink: Mask): Mask {
  return withoutPockets(ink, { ...ink, inside: floodFromBorder(inverse(ink)) }, () => true);
}

/** The outside without pockets that open only through gaps. @param own decides which pockets belong to the figure */
export function withoutPockets(ink: Mask, reached: Mask, own: (pocket: Int32Array) => boolean): Mask {
  const longest = Math.max(ink.width, ink.height);
  const room = distances(ink.inside, ink, 1);
  let outside = reached;
  for (const gap of gaps) {
    const radius = Math.max(1, (gap * longest) / 2);
    const flooded = floodFromBorder({ ...ink, inside: where(room, (d) => d > radius) });
    const open = dilate({ ...ink, inside: flooded }, radius + 1).inside;
    const pockets = piecesOf({
      ...ink,
      inside: outside.inside.map((value, i) => (value && !open[i] ? 1 : 0)),
    });
    const inside = outside.inside.slice();
    for (const pocket of pockets) {
      let widest = 0;
      for (const pixel of pocket) widest = Math.max(widest, room[pixel]!);
      if (widest > radius * wider && own(pocket)) for (const pixel of pocket) inside[pixel] = 0;
    }
    outside = { ...ink, inside };
  }
  return outside;
}
