/** Edge strength per cell within a figure: ink lines and colour borders. */
import type { Picture } from '../../input/image/decode.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { layersSheetThresholds } from './calibration.js';

const { rim } = layersSheetThresholds;

/** Approximate lightness steps (0-100) at each cell of the silhouette, 0 outside and along the outline. */
export type Edges = { strength: Float32Array; mean: number };

export function edgesIn(picture: Picture, s: Silhouette): Edges {
  const colours = coloursOf(picture, s);
  const strength = new Float32Array(s.inside.length);
  let sum = 0;
  let count = 0;
  for (let cell = 0; cell < strength.length; cell++) {
    if (s.depth[cell]! / s.cell < rim) continue;
    strength[cell] = Math.max(changeAcross(colours, cell, 1), changeAcross(colours, cell, s.columns));
    sum += strength[cell]!;
    count++;
  }
  return { strength: widened(strength, s.columns), mean: sum / Math.max(1, count) };
}

/** Mean colour of a cell's pixels, weighted by the eye's sensitivity to red, green and blue. */
export function coloursOf({ width, rgba }: Picture, { columns, rows, crop }: Silhouette): Float32Array {
  const colours = new Float32Array(columns * rows * 3);
  const spans = Array.from({ length: columns }, (_, i) => spanOf(i, columns, crop.left, crop.width));
  for (let j = 0; j < rows; j++) {
    const [top, bottom] = spanOf(rows - 1 - j, rows, crop.top, crop.height);
    for (let i = 0; i < columns; i++) {
      const left = spans[i]![0];
      const right = spans[i]![1];
      const cell = (j * columns + i) * 3;
      for (let y = top; y < bottom; y++)
        for (let x = left; x < right; x++)
          for (let c = 0; c < 3; c++) colours[cell + c]! += rgba[(y * width + x) * 4 + c]!;
      const count = (right - left) * (bottom - top);
      for (let c = 0; c < 3; c++) colours[cell + c]! /= count;
    }
  }
  return colours;
}

const spanOf = (at: number, count: number, from: number, size: number): [number, number] => {
  const start = from + Math.min(size - 1, Math.floor((at * size) / count));
  return [start, Math.max(start + 1, from + Math.floor(((at + 1) * size) / count))];
};

/** The step over a cell, or up to it and down again. */
function changeAcross(colours: Float32Array, cell: number, step: number): number {
  const change = difference(colours, cell - step, cell + step);
  const line = Math.min(difference(colours, cell - step, cell), difference(colours, cell + step, cell));
  return Math.max(change, line);
}

const shares = [0.3, 0.5, 0.2] as const;

function difference(colours: Float32Array, a: number, b: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++) sum += shares[c]! * Math.abs(colours[a * 3 + c]! - colours[b * 3 + c]!);
  return sum / 2.55;
}

/** Each cell takes the maximum of its neighbours. */
function widened(values: Float32Array, columns: number): Float32Array {
  return values.map((value, n) =>
    Math.max(
      value,
      values[n - 1] ?? 0,
      values[n + 1] ?? 0,
      values[n - columns] ?? 0,
      values[n + columns] ?? 0,
    ),
  );
}
