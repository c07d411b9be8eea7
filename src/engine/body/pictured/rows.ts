/** Values by row of a picture. */

/**
 * Interpolates between known rows and extends the lowest value downwards. Above the highest known row the forearm
 * continues in its direction until it reaches the shoulder's depth.
 */
export function filledIn(values: Float32Array, top: number, shoulder: number): void {
  const known = Array.from(values.keys()).filter((row) => !Number.isNaN(values[row]!) && row < top);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) {
    values.fill(shoulder);
    return;
  }
  for (let row = 0, below = first; row <= last; row++) {
    if (row < first) values[row] = values[first]!;
    if (Number.isNaN(values[row]!)) {
      const above = known.find((one) => one > row)!;
      values[row] = values[below]! + ((values[above]! - values[below]!) * (row - below)) / (above - below);
    } else below = row;
  }
  const way = shoulder - values[last]!;
  const [from, span] = [known[known.length >> 1]!, Math.max(1, top - last)];
  const slope = last > from ? (values[last]! - values[from]!) / (last - from) : 0;
  const pace = Math.max(Math.abs(way) / span, Math.sign(slope) === Math.sign(way) ? Math.abs(slope) : 0);
  for (let row = last + 1; row < values.length; row++)
    values[row] = values[last]! + Math.sign(way) * Math.min(Math.abs(way), pace * (row - last));
}

export function smoothed(values: Float32Array, passes = 3): Float32Array {
  let out = values;
  for (let pass = 0; pass < passes; pass++) {
    const before = out;
    out = before.map((value, i) => ((before[i - 1] ?? value) + 2 * value + (before[i + 1] ?? value)) / 4);
  }
  return out;
}
