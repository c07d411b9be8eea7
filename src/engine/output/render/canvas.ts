import type { Stock } from './stock.js';

/** A picture in progress: 8-bit RGB, rows from the top. */
export type RenderTarget = { image: Uint8Array /** In pixels. */; side: number };

/** Samples along each side of a pixel. */
export const samples = 2;

/** @param side pixels along a side of the square */
export const createCanvas = (side: number, stock: Stock): RenderTarget => ({
  image: stock('picture', Uint8Array, side * side * 3),
  side,
});

/** The picture as it is now: the next one may be painted over it. */
export const develop = ({ image }: RenderTarget): Uint8Array => image.slice();

/** Rounds the display values of a colour into the picture. */
export function put(image: Uint8Array, at: number, color: Float32Array): void {
  image[at] = color[0]! + 0.5;
  image[at + 1] = color[1]! + 0.5;
  image[at + 2] = color[2]! + 0.5;
}

const curveTop = 4;
const curveSteps = 4096;
/** Display value at each step of the range up to `curveTop`. */
const curve = Float32Array.from({ length: curveSteps + 1 }, (_, i) => tone((i / curveSteps) ** 2 * curveTop));

/** Tone-maps linear light to a display value 0-255: filmic shoulder, sRGB. */
export function expose(linear: number): number {
  const share = Math.min(linear * (1 / curveTop), 1);
  return curve[(Math.sqrt(share) * curveSteps + 0.5) | 0]!;
}

/** The same for a colour. */
export function exposeInto(out: Float32Array, linear: Float64Array): void {
  out[0] = expose(linear[0]!);
  out[1] = expose(linear[1]!);
  out[2] = expose(linear[2]!);
}

function tone(linear: number): number {
  const soft = linear < 0.7 ? linear : 0.7 + 0.3 * Math.tanh((linear - 0.7) / 0.6);
  return 255 * (soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055);
}
