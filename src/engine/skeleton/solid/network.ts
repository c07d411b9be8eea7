/** Small networks that weigh measures of a body, learned by `npm run hands` and `npm run upright`. */
import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';

const numbers = z.array(z.number());
const shape = z.object({
  /** A row a unit of the hidden layer: the weights of the measures, and a constant. */
  hidden: z.array(numbers).min(1),
  /** The weights of the units, and a constant. */
  out: numbers,
});
export type Network = z.infer<typeof shape>;

/** The logarithm of the odds by the network in `data/FOLDER`; above 0 it is more likely true than not. */
export function createOdds(folder: string): (measured: readonly number[]) => number {
  let known: Network | undefined;
  return (measured) => {
    known ??= readTable(findDataFile(import.meta.dirname, folder, 'network.json'), shape);
    return oddsBy(known, measured);
  };
}

export const oddsBy = ({ hidden, out }: Network, measured: readonly number[]): number =>
  weigh(
    out,
    hidden.map((weights) => Math.tanh(weigh(weights, measured))),
  );

const weigh = (weights: readonly number[], values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + value * weights[i]!, weights.at(-1)!);
