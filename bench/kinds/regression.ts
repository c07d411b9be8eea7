/** Softmax regression: learns a linear score of each class from labelled features. */
import { softmax } from '../../src/engine/segmentation/subject/kinds.js';
import { createRandom } from '../subjects/random.js';

/** `kind` is the position of the class. */
export type Labelled = { kind: number; features: Float32Array };
/** The scores of the classes are `offsets` and the products of features and `weights`. */
export type Linear = { offsets: number[]; weights: Float64Array[] };

const settings = { epochs: 40, batch: 64, rate: 2e-3, ridge: 3e-2, floor: 0.02 };

/** @param kinds number of classes; rare ones count more, by the root of how rare they are */
export function learn(examples: readonly Labelled[], kinds: number): Linear {
  const { mean, spread } = spreadOf(examples);
  const scaled = examples.map(({ features }) => features.map((value, f) => (value - mean[f]!) / spread[f]!));
  const counts = Array.from({ length: kinds }, (_, k) => examples.filter(({ kind }) => kind === k).length);
  const worth = counts.map((count) => (count > 0 ? Math.sqrt(examples.length / kinds / count) : 0));
  const width = mean.length + 1;
  const model = Array.from({ length: kinds }, () => createDescent(width));
  const random = createRandom(7);
  const order = examples.map((_, i) => i);
  for (let epoch = 0; epoch < settings.epochs; epoch++) {
    shuffle(order, random);
    const rate = settings.rate * (1 - epoch / settings.epochs);
    for (let from = 0; from < order.length; from += settings.batch) {
      const batch = order.slice(from, from + settings.batch);
      const gradients = model.map(() => new Float64Array(width));
      for (const i of batch) {
        const { kind } = examples[i]!;
        const likely = softmax(model.map(({ at }) => scoreOf(at, scaled[i]!)));
        gradients.forEach((gradient, k) => {
          const error = ((likely[k]! - (k === kind ? 1 : 0)) * worth[kind]!) / batch.length;
          scaled[i]!.forEach((value, f) => {
            gradient[f]! += error * value;
          });
          gradient[width - 1]! += error;
        });
      }
      model.forEach(({ descend }, k) => {
        descend(gradients[k]!, rate);
      });
    }
  }
  return unscaled(
    model.map(({ at }) => at),
    mean,
    spread,
  );
}

function spreadOf(examples: readonly Labelled[]) {
  const width = examples[0]!.features.length;
  const [mean, spread] = [new Float64Array(width), new Float64Array(width)];
  for (const { features } of examples)
    features.forEach((value, f) => {
      mean[f]! += value / examples.length;
    });
  for (const { features } of examples)
    features.forEach((value, f) => {
      spread[f]! += (value - mean[f]!) ** 2 / examples.length;
    });
  return { mean, spread: spread.map((variance) => Math.sqrt(variance) + settings.floor) };
}

/** Adam with weight decay; the last weight is the offset, which does not decay. */
function createDescent(width: number) {
  const [at, first, second] = [0, 1, 2].map(() => new Float64Array(width)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let step = 0;
  return {
    at,
    descend(gradient: Float64Array, rate: number) {
      step++;
      for (let f = 0; f < width; f++) {
        const slope = gradient[f]! + (f < width - 1 ? settings.ridge * at[f]! : 0);
        first[f] = 0.9 * first[f]! + 0.1 * slope;
        second[f] = 0.999 * second[f]! + 0.001 * slope ** 2;
        const [mean, square] = [first[f]! / (1 - 0.9 ** step), second[f]! / (1 - 0.999 ** step)];
        at[f]! -= (rate * mean) / (Math.sqrt(square) + 1e-8);
      }
    },
  };
}

function scoreOf(at: Float64Array, scaled: Float32Array): number {
  let sum = at[scaled.length]!;
  for (let f = 0; f < scaled.length; f++) sum += at[f]! * scaled[f]!;
  return sum;
}

function shuffle(order: number[], random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}

/** Applies the scaling of the features to the weights instead. */
function unscaled(model: readonly Float64Array[], mean: Float64Array, spread: Float64Array): Linear {
  const weights = model.map((at) => spread.map((one, f) => at[f]! / one));
  const offsets = model.map((at, k) => mean.reduce((sum, one, f) => sum - weights[k]![f]! * one, at.at(-1)!));
  return { offsets, weights };
}
