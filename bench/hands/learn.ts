/** Learns a network with one hidden layer from examples, by Adam on all of them at once. */

import { createRandom } from '../../src/engine/random.js';
import { type Network, oddsBy } from '../../src/engine/skeleton/solid/network.js';

/** `holds`: the answer that the network should give for these measures of a body. */
export type Example = { measured: readonly number[]; holds: boolean; body: number };

const units = 8;
const steps = 900;
const rate = 0.02;
const decay = 2e-4;

export function learn(examples: readonly Example[]): Network {
  const width = examples[0]!.measured.length;
  const mean = Array.from({ length: width }, (_, i) => meanOf(examples.map(({ measured }) => measured[i]!)));
  const spread = mean.map(
    (middle, i) => Math.sqrt(meanOf(examples.map(({ measured }) => (measured[i]! - middle) ** 2))) + 1e-6,
  );
  const inputs = examples.map(({ measured }) => [
    ...measured.map((value, i) => (value - mean[i]!) / spread[i]!),
    1,
  ]);
  const random = createRandom(7);
  // The rows of the hidden units, and then the weights of the units.
  const weights = Float64Array.from(
    { length: units * (width + 1) + units + 1 },
    () => (random() - 0.5) * 0.6,
  );
  const [first, second] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  for (let step = 1; step <= steps; step++) {
    const slope = slopeOf(weights, inputs, examples);
    for (let w = 0; w < weights.length; w++) {
      first[w] = 0.9 * first[w]! + 0.1 * slope[w]!;
      second[w] = 0.999 * second[w]! + 0.001 * slope[w]! ** 2;
      const move = first[w]! / (1 - 0.9 ** step) / (Math.sqrt(second[w]! / (1 - 0.999 ** step)) + 1e-8);
      weights[w]! -= rate * (1 - step / (steps + 1)) * (move + decay * weights[w]!);
    }
  }
  const row = (unit: number) => [...weights.subarray(unit * (width + 1), (unit + 1) * (width + 1))];
  return {
    hidden: Array.from({ length: units }, (_, unit) => unscaled(row(unit), mean, spread)),
    out: [...weights.subarray(units * (width + 1))].map(rounded),
  };
}

/** The mean slope of the logarithmic loss, with a penalty on large weights. */
function slopeOf(
  weights: Float64Array,
  inputs: readonly number[][],
  examples: readonly Example[],
): Float64Array {
  const width = inputs[0]!.length;
  const slope = weights.map((weight) => weight * 5e-4);
  const out = units * width;
  const values = new Float64Array(units);
  inputs.forEach((input, n) => {
    let sum = weights[out + units]!;
    for (let u = 0; u < units; u++) {
      let inside = 0;
      for (let i = 0; i < width; i++) inside += weights[u * width + i]! * input[i]!;
      values[u] = Math.tanh(inside);
      sum += values[u]! * weights[out + u]!;
    }
    const error = (1 / (1 + Math.exp(-sum)) - Number(examples[n]!.holds)) / inputs.length;
    slope[out + units]! += error;
    for (let u = 0; u < units; u++) {
      slope[out + u]! += error * values[u]!;
      const back = error * weights[out + u]! * (1 - values[u]! ** 2);
      for (let i = 0; i < width; i++) slope[u * width + i]! += back * input[i]!;
    }
  });
  return slope;
}

/** Weights for the measures as they are. */
function unscaled(row: readonly number[], mean: readonly number[], spread: readonly number[]): number[] {
  const scaled = mean.map((_, i) => row[i]! / spread[i]!);
  const constant = row.at(-1)! - scaled.reduce((sum, weight, i) => sum + weight * mean[i]!, 0);
  return [...scaled, constant].map(rounded);
}

const rounded = (value: number): number => Number(value.toPrecision(4));
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Shares of examples told right, each by a network that did not see its body. */
export function crossValidate(examples: readonly Example[], folds = 4) {
  const told = Array.from({ length: folds }, (_, fold) => {
    const network = learn(examples.filter(({ body }) => body % folds !== fold));
    return examples
      .filter(({ body }) => body % folds === fold)
      .map(({ measured, holds }) => ({ holds, seen: oddsBy(network, measured) > 0 }));
  }).flat();
  const wanted = told.filter(({ holds }) => holds);
  const others = told.filter(({ holds }) => !holds);
  return {
    found: wanted.filter(({ seen }) => seen).length / wanted.length,
    mistaken: others.filter(({ seen }) => seen).length / others.length,
  };
}
