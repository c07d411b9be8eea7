/** Measures of the drawing inside an outline: colours, lines, and spots that could be eyes. */
import { coloursOf, edgesIn } from '../../body/pictured/layers-sheet.js';
import type { Picture } from '../../input/image/decode.js';
import { areaOf, piecesOf } from '../image/grid.js';
import type { Silhouette } from '../image/silhouette.js';

export function surfaceFeatures(picture: Picture, s: Silhouette): Record<string, number> {
  const colours = coloursOf(picture, s);
  const area = Math.max(1, areaOf(s));
  return {
    ...colourFeatures(colours, s, area),
    ...lineFeatures(picture, s),
    ...eyeFeatures(colours, s, area),
  };
}

const lightness = (colours: Float32Array, n: number): number =>
  0.3 * colours[n * 3]! + 0.5 * colours[n * 3 + 1]! + 0.2 * colours[n * 3 + 2]!;

function colourFeatures(colours: Float32Array, s: Silhouette, area: number): Record<string, number> {
  const bins = new Map<number, number>();
  let [saturation, light, squares] = [0, 0, 0];
  for (let n = 0; n < s.inside.length; n++) {
    if (!s.inside[n]) continue;
    const r = colours[n * 3]!;
    const g = colours[n * 3 + 1]!;
    const b = colours[n * 3 + 2]!;
    const bin = (Math.floor(r / 52) * 5 + Math.floor(g / 52)) * 5 + Math.floor(b / 52);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
    saturation += Math.max(r, g, b) - Math.min(r, g, b);
    light += lightness(colours, n);
    squares += lightness(colours, n) ** 2;
  }
  const shares = [...bins.values()].map((count) => count / area).sort((a, b) => b - a);
  const mean = light / area;
  return {
    colours: shares.filter((share) => share > 0.03).length,
    mainColour: shares[0] ?? 0,
    saturation: saturation / area / 255,
    light: mean / 255,
    contrast: Math.sqrt(Math.max(0, squares / area - mean ** 2)) / 255,
  };
}

function lineFeatures(picture: Picture, s: Silhouette): Record<string, number> {
  const { strength, mean } = edgesIn(picture, s);
  let [deep, drawn, straight] = [0, 0, 0];
  const isLine = (n: number) => (strength[n] ?? 0) > 7;
  for (let n = 0; n < strength.length; n++) {
    if (s.depth[n]! <= 3 * s.cell) continue;
    deep++;
    if (!isLine(n)) continue;
    drawn++;
    const runs = (step: number) =>
      [1, 2, 3, 4, 5, 6].every((k) => isLine(n + k * step) && isLine(n - k * step));
    if (runs(1) !== runs(s.columns)) straight++;
  }
  return { lines: drawn / Math.max(1, deep), ruled: straight / Math.max(1, drawn), edges: mean };
}

/** Half the side of the square that a spot contrasts with, in cells. */
const around = 7;
const contrast = 30;

/** Compact spots darker or lighter than what surrounds them, inside the figure. */
function eyeFeatures(colours: Float32Array, s: Silhouette, area: number): Record<string, number> {
  const light = Float32Array.from({ length: s.inside.length }, (_, n) => lightness(colours, n));
  const found = ([1, -1] as const).flatMap((sign) => {
    const inside = new Uint8Array(light.length);
    for (let n = 0; n < light.length; n++)
      if (s.inside[n] && sign * (meanAround(light, s, n) - light[n]!) > contrast) inside[n] = 1;
    return piecesOf({ width: s.columns, height: s.rows, inside }).flatMap(
      (cells) => spotOf(cells, s, area) ?? [],
    );
  });
  const pairs = found.some((a, i) =>
    found.some((b, j) => {
      if (j <= i) return false;
      const alike = Math.min(a.size, b.size) / Math.max(a.size, b.size) > 0.55;
      return alike && Math.abs(a.v - b.v) < 0.05 && Math.abs(a.u - b.u) > 0.04 && Math.abs(a.u - b.u) < 0.45;
    }),
  );
  const upper = found.filter(({ v }) => v > 0.45);
  return { spots: found.length, upperSpots: upper.length, pair: pairs ? 1 : 0 };
}

function meanAround(light: Float32Array, s: Silhouette, n: number): number {
  let sum = 0;
  let count = 0;
  const i = n % s.columns;
  const j = Math.floor(n / s.columns);
  for (let k = 0; k < ring.length; k++) {
    const x = i + ring[k]![0];
    const y = j + ring[k]![1];
    if (x < 0 || y < 0 || x >= s.columns || y >= s.rows) continue;
    const m = y * s.columns + x;
    if (!s.inside[m]) continue;
    sum += light[m]!;
    count++;
  }
  return count >= ring.length / 2 ? sum / count : light[n]!;
}

const ring: readonly (readonly [number, number])[] = Array.from({ length: 16 }, (_, k) => [
  Math.round(around * Math.cos((k * Math.PI) / 8)),
  Math.round(around * Math.sin((k * Math.PI) / 8)),
]);

/** A small round piece, with its place as fractions of the box; null for other pieces. */
function spotOf(cells: Int32Array, s: Silhouette, area: number) {
  if (cells.length < 4 || cells.length > area * 0.02) return null;
  let [left, right, low, high] = [s.columns, 0, s.rows, 0];
  for (const n of cells) {
    left = Math.min(left, n % s.columns);
    right = Math.max(right, n % s.columns);
    low = Math.min(low, Math.floor(n / s.columns));
    high = Math.max(high, Math.floor(n / s.columns));
  }
  const [width, height] = [right - left + 1, high - low + 1];
  if (Math.max(width, height) > 2 * Math.min(width, height) || cells.length < 0.6 * width * height)
    return null;
  return { size: cells.length, u: (left + right) / 2 / s.columns, v: (low + high) / 2 / s.rows };
}
