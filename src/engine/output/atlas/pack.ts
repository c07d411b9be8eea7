/** Places rectangles in rows of a square texture, as large as they fit. */

export type Rectangle = { width: number; height: number };
/** In texels: the rectangle with its padding, on a whole texel. */
export type Place = { x: number; y: number; width: number; height: number };

/** Texels around a chart, so that filtering and the first smaller mip levels do not mix neighbours. */
export const padding = 3;

/** @returns texels per unit of the rectangles, and the place of each */
export function packRectangles(
  rectangles: readonly Rectangle[],
  side: number,
): { scale: number; places: Place[] } {
  const order = rectangles.map((_, i) => i).sort((a, b) => rectangles[b]!.height - rectangles[a]!.height);
  const area = rectangles.reduce((sum, { width, height }) => sum + width * height, 0);
  let [low, high] = [0, side / Math.sqrt(area || 1)];
  let best = placeAll(rectangles, order, side, 0);
  for (let step = 0; step < 12; step++) {
    const scale = (low + high) / 2;
    const places = placeAll(rectangles, order, side, scale);
    if (places) [low, best] = [scale, places];
    else high = scale;
  }
  if (!best) throw new Error(`${rectangles.length} charts do not fit in ${side} texels`);
  return { scale: low, places: best };
}

function placeAll(
  rectangles: readonly Rectangle[],
  order: readonly number[],
  side: number,
  scale: number,
): Place[] | null {
  const places: Place[] = new Array(rectangles.length);
  let [x, y, row] = [0, 0, 0];
  for (const i of order) {
    const width = Math.ceil(rectangles[i]!.width * scale) + 2 * padding;
    const height = Math.ceil(rectangles[i]!.height * scale) + 2 * padding;
    if (x + width > side) [x, y, row] = [0, y + row, 0];
    row = Math.max(row, height);
    if (width > side || y + row > side) return null;
    places[i] = { x, y, width, height };
    x += width;
  }
  return places;
}
