/** A small network, learned by `npm run hands`: how likely a tip is a hand by the measures of `hands.ts`. */
import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

const numbers = z.array(z.number());
const shape = z.object({
  /** A row a unit of the hidden layer: the weights of the measures, and a constant. */
  hidden: z.array(numbers).min(1),
  /** The weights of the units, and a constant. */
  out: numbers,
});
export type HandNetwork = z.infer<typeof shape>;

let known: HandNetwork | undefined;
const learned = (): HandNetwork =>
  (known ??= readTable(findDataFile(import.meta.dirname, 'hands', 'network.json'), shape));

/** The logarithm of the odds; above 0 it is more likely a hand than not. */
export const handOdds = (measured: readonly number[], { hidden, out } = learned()): number =>
  weigh(
    out,
    hidden.map((weights) => Math.tanh(weigh(weights, measured))),
  );

const weigh = (weights: readonly number[], values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + value * weights[i]!, weights.at(-1)!);
