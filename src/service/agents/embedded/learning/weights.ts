/** The features of a model, and the weights of feature 0 for all of its outputs, then those of feature 1, and so on. */
export type Weights = {
  names: readonly string[];
  weights: Float32Array | Int8Array;
  /** What a weight is multiplied with. */
  step: number;
};

/** The largest weight as a byte. */
export const mostByte = 127;

/** Weights as bytes. Features without weights are left out; `kept` are the places of the others. */
export function packed({ names, weights, step }: Weights): Weights & { weights: Int8Array; kept: number[] } {
  const size = names.length === 0 ? 0 : weights.length / names.length;
  let largest = 0;
  for (const one of weights) largest = Math.max(largest, Math.abs(one));
  const unit = largest / mostByte || 1;
  const byteOf = (at: number) => Math.round(weights[at]! / unit);
  const kept: number[] = [];
  for (let at = 0; at < names.length; at++)
    for (let one = at * size; one < (at + 1) * size; one++)
      if (byteOf(one) !== 0) {
        kept.push(at);
        break;
      }
  const bytes = new Int8Array(kept.length * size);
  for (const [to, at] of kept.entries())
    for (let one = 0; one < size; one++) bytes[to * size + one] = byteOf(at * size + one);
  return { names: kept.map((at) => names[at]!), weights: bytes, step: unit * step, kept };
}
