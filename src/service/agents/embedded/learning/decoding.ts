import { sumOf } from './matrix.js';

/** @property certainty how likely all labels are right, from 0 to 1 */
export type Decoded = { path: number[]; certainty: number };

/**
 * Finds the labels with the highest sum of scores, and its share of the sums of all paths.
 * @param steps of each label after each other one, a row for the one before
 */
export function decoder(labels: readonly string[], steps: Float32Array, start: Float32Array) {
  const size = labels.length;
  const isInside = (label: number) => labels[label]!.startsWith('I-');
  /** For each label those that it may follow. */
  const before = labels.map((label, at) =>
    [...labels.keys()].filter(
      (one) => !isInside(at) || (labels[one] !== 'O' && labels[one]!.slice(2) === label.slice(2)),
    ),
  );
  return (scores: readonly Float32Array[]): Decoded => {
    const paths: Int16Array[] = [];
    let best = scores[0]!.map((one, label) =>
      isInside(label) ? Number.NEGATIVE_INFINITY : one + start[label]!,
    );
    let all = best;
    for (const row of scores.slice(1)) {
      const path = new Int16Array(size);
      const [lastBest, lastAll] = [best, all];
      best = row.map((own, label) => {
        let [from] = before[label] as [number];
        for (const one of before[label]!)
          if (stepped(lastBest, one, label) > stepped(lastBest, from, label)) from = one;
        path[label] = from;
        return stepped(lastBest, from, label) + own;
      });
      all = row.map((own, label) => sumOf(before[label]!.map((one) => stepped(lastAll, one, label))) + own);
      paths.push(path);
    }
    const most = Math.max(...best);
    const path = [best.indexOf(most)];
    for (const one of paths.reverse()) path.unshift(one[path[0]!]!);
    return { path, certainty: Math.exp(most - sumOf([...all])) };
  };
  function stepped(sums: Float32Array, from: number, to: number): number {
    return sums[from]! + steps[from * size + to]!;
  }
}
