/**
 * Push-pull filling (Gortler et al. 1996): unknown parts of a square picture take the surrounding colours, nearest
 * first.
 */

/** Red, green and blue multiplied by their weight, and the weight (0 to 1), for a square of side `size`. */
type Level = { size: number; values: Float32Array };

/**
 * Opaque RGBA that keeps the known pixels.
 * @param size side of the square, a power of two
 * @param known 1 for pixels to keep
 */
export function filled(rgba: Uint8Array, size: number, known: Uint8Array): Uint8Array {
  const base: Level = { size, values: new Float32Array(size * size * 4) };
  for (let pixel = 0; pixel < known.length; pixel++) {
    if (!known[pixel]) continue;
    for (let c = 0; c < 3; c++) base.values[pixel * 4 + c] = rgba[pixel * 4 + c]!;
    base.values[pixel * 4 + 3] = 1;
  }
  const levels = [base];
  while (levels.at(-1)!.size > 1) levels.push(pushed(levels.at(-1)!));
  const { values } = levels.at(-1)!;
  for (let c = 0; c < 4; c++) values[c]! /= values[3] || 1;
  for (let i = levels.length - 2; i >= 0; i--) pull(levels[i]!, levels[i + 1]!);
  const out = new Uint8Array(rgba.length);
  for (let n = 0; n < out.length; n++) out[n] = n % 4 === 3 ? 255 : base.values[n]! + 0.5;
  return out;
}

/** Halves the size, averaging four pixels into one. */
function pushed({ size, values }: Level): Level {
  const half = size / 2;
  const next = new Float32Array(half * half * 4);
  for (let y = 0; y < half; y++)
    for (let x = 0; x < half; x++) {
      const to = (y * half + x) * 4;
      const upper = (y * 2 * size + x * 2) * 4;
      const lower = upper + size * 4;
      const weight = values[upper + 3]! + values[upper + 7]! + values[lower + 3]! + values[lower + 7]!;
      if (weight === 0) continue;
      const share = weight > 1 ? 1 / weight : 1;
      for (let c = 0; c < 4; c++)
        next[to + c] =
          (values[upper + c]! + values[upper + c + 4]! + values[lower + c]! + values[lower + c + 4]!) * share;
    }
  return { size: half, values: next };
}

/** Fills missing weight smoothly from the coarser level. */
function pull({ size, values }: Level, { size: half, values: coarse }: Level): void {
  /** The farther of the two coarse pixels around a fine one. */
  const beyond = (at: number) => Math.min(half - 1, Math.max(0, at & 1 ? (at >> 1) + 1 : (at >> 1) - 1));
  for (let y = 0; y < size; y++) {
    const [near, far] = [(y >> 1) * half, beyond(y) * half];
    for (let x = 0; x < size; x++) {
      const n = (y * size + x) * 4;
      const missing = 1 - values[n + 3]!;
      if (missing <= 0) continue;
      const [i, j] = [x >> 1, beyond(x)];
      for (let c = 0; c < 3; c++)
        values[n + c]! +=
          missing *
          (0.5625 * coarse[(near + i) * 4 + c]! +
            0.1875 * (coarse[(near + j) * 4 + c]! + coarse[(far + i) * 4 + c]!) +
            0.0625 * coarse[(far + j) * 4 + c]!);
      values[n + 3] = 1;
    }
  }
}
