/**
 * A small Gaussian mixture for colour likelihood: diagonal, with hard assignment, as in GrabCut (Rother et al. 2004).
 */
import { type Colour, nearestColour } from './backdrop.js';
import { mixtureThresholds } from './calibration.js';

const { leastVariance } = mixtureThresholds;

const components = 5;
type Part = { mean: Colour; variance: Colour; share: number };

/**
 * @param cells indices into `lab` to learn from, at least one
 * @returns negative log likelihood of a cell's colour
 */
export function mixtureOf(lab: Float32Array, cells: readonly number[]): (cell: number) => number {
  const colours = [0, 1, 2] as const;
  const byLightness = [...cells].sort((a, b) => lab[a * 3]! - lab[b * 3]!);
  let means = Array.from({ length: components }, (_, k): Colour => {
    const cell = byLightness[Math.floor(((k + 0.5) / components) * cells.length)]!;
    return [lab[cell * 3]!, lab[cell * 3 + 1]!, lab[cell * 3 + 2]!];
  });
  let parts: Part[] = [];
  for (let round = 0; round < 6; round++) {
    const sums = means.map(() => ({ n: 0, sum: [0, 0, 0], squares: [0, 0, 0] }));
    for (const cell of cells) {
      const own = sums[nearestColour(means, lab, cell)]!;
      own.n++;
      for (const c of colours) {
        own.sum[c]! += lab[cell * 3 + c]!;
        own.squares[c]! += lab[cell * 3 + c]! ** 2;
      }
    }
    parts = sums
      .filter(({ n }) => n > 0)
      .map(({ n, sum, squares }) => ({
        mean: colours.map((c) => sum[c]! / n) as Colour,
        variance: colours.map((c) => Math.max(leastVariance, squares[c]! / n - (sum[c]! / n) ** 2)) as Colour,
        share: n / cells.length,
      }));
    means = parts.map(({ mean }) => mean);
  }
  return (cell) => {
    let best = Infinity;
    for (const { mean, variance, share } of parts) {
      let cost = -Math.log(share);
      for (const c of colours)
        cost += ((lab[cell * 3 + c]! - mean[c]) ** 2 / variance[c] + Math.log(variance[c])) / 2;
      best = Math.min(best, cost);
    }
    return best;
  };
}
