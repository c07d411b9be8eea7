/** A picture being made: linear RGB, `samples` by `samples` a pixel, rows from the top. */
export type Canvas = { image: Float32Array /** In samples. */; side: number };

/** Along each side of a pixel. */
export const samples = 2;

/** @param pixels along a side of the square */
export function createCanvas(pixels: number): Canvas {
  const side = pixels * samples;
  return { image: new Float32Array(side * side * 3), side };
}

const curveTop = 4;
const curveSteps = 4096;
/** 256 times the sRGB value of the part of `curveTop` that stands at each step. */
const curve = Uint16Array.from({ length: curveSteps + 1 }, (_, i) =>
  Math.round(tone((i / curveSteps) ** 2 * curveTop) * 255 * 256),
);

/** Mean of the samples of each pixel, filmic shoulder, sRGB: 8-bit RGB. */
export function develop({ image, side }: Canvas): Uint8Array {
  const pixels = side / samples;
  const bytes = new Uint8Array(pixels * pixels * 3);
  const sums = new Uint32Array(pixels * 3);
  for (let y = 0; y < pixels; y++) {
    sums.fill(0);
    for (let row = y * samples; row < (y + 1) * samples; row++) {
      let at = row * side * 3;
      for (let x = 0; x < pixels; x++)
        for (let s = 0; s < samples; s++)
          for (let c = 0; c < 3; c++) {
            const share = Math.min(image[at++]! * (1 / curveTop), 1);
            sums[x * 3 + c]! += curve[(Math.sqrt(share) * curveSteps + 0.5) | 0]!;
          }
    }
    for (let i = 0; i < sums.length; i++)
      bytes[y * pixels * 3 + i] = (sums[i]! / (samples * samples * 256) + 0.5) | 0;
  }
  return bytes;
}

function tone(linear: number): number {
  const soft = linear < 0.7 ? linear : 0.7 + 0.3 * Math.tanh((linear - 0.7) / 0.6);
  return soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055;
}
