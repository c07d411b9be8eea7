/** Shadows on the floor that end sharply, so that they stand out from the background as a figure does. */
import type { BackgroundDifference } from './backdrop.js';
import { floorThresholds } from './calibration.js';
import { cellsOf, type Mask, pixelBounds } from './grid.js';

const { thick, near, darkest, tint: most, perDarker } = floorThresholds;

/** Without the columns beside the feet in which only a thin shadow is left of the figure. */
export function withoutFloor(figure: Mask, { darker, tint }: BackgroundDifference): Mask {
  const { width, height } = figure;
  const { top, bottom } = pixelBounds(cellsOf(figure.inside), width);
  const [tall, lowest] = [(bottom - top) * thick, bottom - (bottom - top) * near];
  const isShadow = (n: number) =>
    darker[n]! > 0 && darker[n]! < darkest && tint[n]! < most + darker[n]! * perDarker;
  const inside = figure.inside.slice();
  for (let x = 0; x < width; x++)
    for (let y = Math.min(bottom, height - 1); y >= lowest; y--) {
      if (!figure.inside[y * width + x]) continue;
      let from = y;
      while (from >= 0 && y - from <= tall && figure.inside[from * width + x] && isShadow(from * width + x))
        from--;
      const isAll = y - from <= tall && (from < 0 || !figure.inside[from * width + x]);
      if (isAll) for (let row = from + 1; row <= y; row++) inside[row * width + x] = 0;
      while (from >= 0 && figure.inside[from * width + x]) from--;
      y = from + 1;
    }
  return { ...figure, inside };
}
