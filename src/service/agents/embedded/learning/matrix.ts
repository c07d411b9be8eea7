import { mostByte } from './weights.js';

/** Rows of bytes, each with the number that its bytes are multiplied with. */
export type Layer = { columns: number; scales: Float32Array; bytes: Int8Array };

export type Matrix = { columns: number; weights: Float32Array };

/** The bytes of a matrix by rows. */
export function layerOf(weights: Float32Array, columns: number): Layer {
  const scales = new Float32Array(weights.length / columns);
  const bytes = new Int8Array(weights.length);
  for (let row = 0; row < scales.length; row++) {
    const own = weights.subarray(row * columns, (row + 1) * columns);
    const scale = own.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / mostByte || 1;
    scales[row] = scale;
    for (const [at, one] of own.entries()) bytes[row * columns + at] = Math.round(one / scale);
  }
  return { columns, scales, bytes };
}

export function unpacked({ columns, scales, bytes }: Layer): Matrix {
  const weights = Float32Array.from(bytes, (one, at) => one * scales[Math.floor(at / columns)]!);
  return { columns, weights };
}

/** Adds a row of a layer to a sum. */
export function addRow({ columns, scales, bytes }: Layer, row: number, sum: Float32Array): void {
  const scale = scales[row]!;
  for (let at = 0, from = row * columns; at < columns; at++) sum[at]! += scale * bytes[from++]!;
}

/** Four rows at a time, which takes half as long: their sums do not wait for each other. */
export function product(
  { columns, weights }: Matrix,
  vector: Float32Array,
  bias: Float32Array,
): Float32Array {
  const found = Float32Array.from(bias);
  const rows = found.length;
  let row = 0;
  for (; row + 4 <= rows; row += 4) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = 0, place = row * columns; at < columns; at++, place++) {
      const one = vector[at]!;
      first += weights[place]! * one;
      second += weights[place + columns]! * one;
      third += weights[place + 2 * columns]! * one;
      fourth += weights[place + 3 * columns]! * one;
    }
    found[row]! += first;
    found[row + 1]! += second;
    found[row + 2]! += third;
    found[row + 3]! += fourth;
  }
  for (; row < rows; row++) {
    let sum = 0;
    for (let at = 0; at < columns; at++) sum += weights[row * columns + at]! * vector[at]!;
    found[row]! += sum;
  }
  return found;
}

/** Of scores that are logarithms. */
export function sumOf(scores: readonly number[]): number {
  const most = Math.max(...scores);
  if (most === Number.NEGATIVE_INFINITY) return most;
  return most + Math.log(scores.reduce((sum, one) => sum + Math.exp(one - most), 0));
}
