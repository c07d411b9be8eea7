/** Detects sharp colour changes in CIELAB, rejecting noise, soft shadows and JPEG ringing. */
import type { Picture } from '../../input/image/decode.js';
import { crispThresholds } from './calibration.js';
import { borderPixels, where } from './grid.js';

const { faintest, overNoise, steep, ripple } = crispThresholds;

/** Sharp colour changes above the noise level of the border. */
export function crispEdges(lab: Float32Array, { width, height, lossy }: Picture): Uint8Array {
  const across = (pixel: number, step: number) => {
    const a = (pixel + step) * 3;
    const b = (pixel - step) * 3;
    return (lab[a]! - lab[b]!) ** 2 + (lab[a + 1]! - lab[b + 1]!) ** 2 + (lab[a + 2]! - lab[b + 2]!) ** 2;
  };
  const frame = borderPixels(width - 8, height - 8).map((i) => {
    const pixel = (Math.floor(i / (width - 8)) + 4) * width + (i % (width - 8)) + 4;
    return Math.max(across(pixel, 1), across(pixel, width));
  });
  const noise = Float32Array.from(frame).sort()[Math.floor(frame.length * 0.9)]!;
  const limit = Math.max(faintest ** 2, noise * overNoise ** 2);
  const steps = new Float32Array(width * height);
  for (let y = 4; y < height - 4; y++)
    for (let n = y * width + 4; n < (y + 1) * width - 4; n++)
      for (let step = 1; step <= width; step += width - 1) {
        const near = across(n, step);
        if (near > limit && near > across(n, 4 * step) * steep * steep) steps[n] = Math.max(steps[n]!, near);
      }
  return lossy ? withoutRipples(steps, width, height) : where(steps, (step) => step > 0);
}

/** Side of a compression block in pixels. */
const block = 8;

function withoutRipples(steps: Float32Array, width: number, height: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / block), Math.ceil(height / block)];
  const most = new Float32Array(columns * rows);
  const blockOf = (n: number) =>
    Math.floor(Math.floor(n / width) / block) * columns + Math.floor((n % width) / block);
  for (let n = 0; n < steps.length; n++) if (steps[n]! > most[blockOf(n)]!) most[blockOf(n)] = steps[n]!;
  const around = most.map((own, n) =>
    [-columns, 0, columns].reduce(
      (best, row) => Math.max(best, most[n + row - 1] ?? 0, most[n + row] ?? 0, most[n + row + 1] ?? 0),
      own,
    ),
  );
  return where(steps, (step, n) => step > 0 && step > around[blockOf(n)]! * ripple);
}
