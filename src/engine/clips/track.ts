/**
 * Curves through keys. The tangents are those of Fritsch and Carlson (1980), so a curve never leaves the range between
 * two keys: what rests in two keys rests between them, as a planted foot must.
 */
export type Track = {
  /** Ascending times from 0 to below 1 in a loop, to 1 otherwise. */
  times: readonly number[];
  /** One row of values for each time. */
  rows: readonly Float64Array[];
  /** One row of tangents for each time. */
  slopes: readonly Float64Array[];
  loops: boolean;
};

export function createTrack(times: readonly number[], rows: readonly Float64Array[], loops: boolean): Track {
  const count = rows.length;
  const size = rows[0]!.length;
  const slopes = rows.map((row, key) => {
    const slope = new Float64Array(size);
    if (count < 2 || (!loops && (key === 0 || key === count - 1))) return slope;
    const [last, next] = [(key + count - 1) % count, (key + 1) % count];
    const left = times[key]! - times[last]! + (key === 0 ? 1 : 0);
    const right = times[next]! - times[key]! + (next === 0 ? 1 : 0);
    for (let c = 0; c < size; c++)
      slope[c] = tangent(
        (row[c]! - rows[last]![c]!) / left,
        (rows[next]![c]! - row[c]!) / right,
        left,
        right,
      );
    return slope;
  });
  return { times, rows, slopes, loops };
}

/** Harmonic mean of the slopes on both sides; flat at a peak. */
function tangent(before: number, after: number, left: number, right: number): number {
  if (before * after <= 0) return 0;
  const [w1, w2] = [2 * right + left, right + 2 * left];
  return (w1 + w2) / (w1 / before + w2 / after);
}

/** Values of all channels at a time; `lags` delays each channel by a fraction of the whole. */
export function sampleTrack(track: Track, at: number, lags: Float64Array): Float64Array {
  const { rows, slopes } = track;
  const out = new Float64Array(lags.length);
  let known = Number.NaN;
  let [key, next, width, t] = [0, 0, 1, 0];
  for (let c = 0; c < out.length; c++) {
    const time = at - lags[c]!;
    if (time !== known) [key, next, width, t] = spanAt(track, time);
    known = time;
    const from = rows[key]![c]!;
    const to = rows[next]![c]!;
    if (from === to) {
      out[c] = from;
      continue;
    }
    const [t2, t3] = [t * t, t * t * t];
    const bend = (t3 - 2 * t2 + t) * slopes[key]![c]! + (t3 - t2) * slopes[next]![c]!;
    out[c] = (2 * t3 - 3 * t2 + 1) * from + (3 * t2 - 2 * t3) * to + bend * width;
  }
  return out;
}

/** The keys around a time, the time between them and the fraction of it that has passed. */
function spanAt({ times, loops }: Track, at: number): [key: number, next: number, width: number, t: number] {
  const last = times.length - 1;
  const time = loops ? at - Math.floor(at) : Math.min(1, Math.max(0, at));
  let key = last;
  while (key > 0 && times[key]! > time) key--;
  if (key === last && !loops) return [last, last, 1, 0];
  const next = key === last ? 0 : key + 1;
  const width = times[next]! - times[key]! + (key === last ? 1 : 0);
  return [key, next, width, (time - times[key]!) / width];
}
