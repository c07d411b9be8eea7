/** A picture in progress: display values 0-255, RGB, rows from the top. */
export type RenderTarget = { image: Float32Array /** In pixels. */; side: number };

/** Samples along each side of a pixel. */
export const samples = 2;

/** @param side pixels along a side of the square */
export const createCanvas = (side: number): RenderTarget => ({
  image: new Float32Array(side * side * 3),
  side,
});

/** Converts to 8-bit RGB. */
export const develop = ({ image }: RenderTarget): Uint8Array => {
  const bytes = new Uint8Array(image.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = (image[i]! + 0.5) | 0;
  return bytes;
};

const curveTop = 4;
const curveSteps = 4096;
/** Display value at each step of the range up to `curveTop`. */
const curve = Float32Array.from({ length: curveSteps + 1 }, (_, i) => tone((i / curveSteps) ** 2 * curveTop));

/** Tone-maps linear light to a display value 0-255: filmic shoulder, sRGB. */
export function expose(linear: number): number {
  const share = Math.min(linear * (1 / curveTop), 1);
  return curve[(Math.sqrt(share) * curveSteps + 0.5) | 0]!;
}

function tone(linear: number): number {
  const soft = linear < 0.7 ? linear : 0.7 + 0.3 * Math.tanh((linear - 0.7) / 0.6);
  return 255 * (soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055);
}
