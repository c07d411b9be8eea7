/**
 * Background that a figure encloses: between legs on one piece of ground, inside an arm on a hip. Only for pictures
 * with light and shade: in flat drawings it cannot be told from a white shirt on white paper.
 */
import type { BackgroundDifference } from './backdrop.js';
import { pocketThresholds } from './calibration.js';
import { areaOf, cellsOf, distances, inverse, type Mask, piecesOf, pixelBounds } from './grid.js';

const { least, noise, within, ring, solid, axis, upper, step, even, flat } = pocketThresholds;

/** What is not `ink` and surrounded by it, with the background's colour. @param walls ink and crisp edges */
export function pocketsOf(
  ink: Mask,
  walls: Mask,
  outside: Mask,
  backdrop: BackgroundDifference,
): Mask | null {
  const figure = inverse(outside);
  const area = areaOf(figure);
  const free = figure.inside.map((value, n) => (value && !walls.inside[n] ? 1 : 0));
  if (areaOf({ inside: free }) < least * area) return null;
  const { left, right, top, bottom } = pixelBounds(cellsOf(figure.inside), figure.width);
  const limit = noise.least + noise.usual * backdrop.spread;
  const inside = new Uint8Array(free.length);
  for (const piece of piecesOf({ ...figure, inside: free })) {
    if (piece.length < least * area) break;
    const box = pixelBounds(piece, figure.width);
    const aside = Math.abs(box.left + box.right - left - right) / (2 * (right - left + 1));
    // A shirt, a face or a beard may be as white as the paper.
    if (aside < axis && box.top < top + (bottom - top) * upper) continue;
    const filled = piece.length / ((box.right - box.left + 1) * (box.bottom - box.top + 1));
    if (filled < within || meanOf(backdrop.unlike, piece) > limit) continue;
    for (const pixel of piece) inside[pixel] = 1;
  }
  if (!inside.includes(1) || !isShaded(figure, backdrop.lab)) return null;
  return solidly({ ...figure, inside }, ink);
}

/** The pieces that a solid surrounds: a drawn line is thin, and beyond it is the paper or the figure's own white. */
function solidly(pockets: Mask, ink: Mask): Mask {
  const radius = ring * Math.max(ink.width, ink.height);
  const inside = new Uint8Array(pockets.inside.length);
  for (const piece of piecesOf(pockets)) {
    const own = { ...pockets, inside: new Uint8Array(inside.length) };
    for (const pixel of piece) own.inside[pixel] = 1;
    const away = distances(own.inside, own, 1);
    let [around, inked] = [0, 0];
    for (let n = 0; n < away.length; n++) {
      if (away[n]! < radius * 0.4 || away[n]! > radius) continue;
      around++;
      inked += ink.inside[n]!;
    }
    if (inked < solid * around) continue;
    for (const pixel of piece) inside[pixel] = 1;
  }
  return { ...pockets, inside };
}

/** Whether few places of a figure have just the colour of their neighbourhood. */
function isShaded({ width, inside }: Mask, lab: Float32Array): boolean {
  const alike = (a: number, b: number) =>
    Math.abs(lab[a * 3]! - lab[b * 3]!) +
      Math.abs(lab[a * 3 + 1]! - lab[b * 3 + 1]!) +
      Math.abs(lab[a * 3 + 2]! - lab[b * 3 + 2]!) <
    even;
  let [all, plain] = [0, 0];
  for (let n = 0; n < inside.length - step * width; n += 3) {
    const [beside, below] = [n + step, n + step * width];
    if (!inside[n] || !inside[beside] || !inside[below]) continue;
    all++;
    if (alike(n, beside) && alike(n, below)) plain++;
  }
  return plain < flat * all;
}

const meanOf = (values: Float32Array, pixels: Int32Array): number =>
  pixels.reduce((sum, pixel) => sum + values[pixel]!, 0) / pixels.length;
