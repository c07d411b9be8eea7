/** The features of a model, and the weights of feature 0 for all of its outputs, then those of feature 1, and so on. */
export type Weights = { names: readonly string[]; weights: Float32Array };

/** The largest weight as a byte. */
const most = 127;

/** Weights as bytes, and what one step of them is. Features without weights are left out. */
export function packed({ names, weights }: Weights): {
  names: string[];
  bytes: Buffer;
  step: number;
  kept: number[];
} {
  const size = names.length === 0 ? 0 : weights.length / names.length;
  const step = weights.reduce((largest, one) => Math.max(largest, Math.abs(one)), 0) / most || 1;
  const kept = [...names.keys()].filter((at) =>
    weights.subarray(at * size, (at + 1) * size).some((one) => Math.round(one / step) !== 0),
  );
  const bytes = Buffer.alloc(kept.length * size);
  for (const [to, at] of kept.entries())
    for (let one = 0; one < size; one++)
      bytes.writeInt8(Math.round(weights[at * size + one]! / step), to * size + one);
  return { names: kept.map((at) => names[at]!), bytes, step, kept };
}

export const unpacked = (names: readonly string[], bytes: Buffer, step: number): Weights => ({
  names,
  weights: Float32Array.from(
    new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length),
    (one) => one * step,
  ),
});
