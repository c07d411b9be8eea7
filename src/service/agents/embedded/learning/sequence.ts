import type { Weights } from './weights.js';

/**
 * Labels the items of a sequence: an averaged structured perceptron with Viterbi decoding (Collins 2002). A label is
 * `O`, or the kind of a span: `B-x` at its first item and `I-x` at the others.
 */
export type Example = {
  /** The features of each item. */
  features: readonly (readonly string[])[];
  labels: readonly string[];
};
export type Labeler = (features: Example['features']) => string[];

const epochs = 5;
/** A feature that occurs less often tells nothing about other sequences. */
const leastCount = 3;

/** What a labeler has learned. The steps are `before * labels + label`; after all labels, the start stands as `before`. */
export type LabelerModel = { labels: readonly string[]; features: Weights; steps: readonly number[] };

export function trainLabeler(examples: readonly Example[]): LabelerModel {
  const labels = ['O', ...new Set(examples.flatMap((one) => one.labels).filter((label) => label !== 'O'))];
  const ids = idsOf(examples);
  const { weights, steps } = train(
    examples.map((one) => ({
      features: known(one.features, ids),
      labels: one.labels.map((label) => labels.indexOf(label)),
    })),
    labels,
    ids.size,
  );
  return { labels, features: { names: [...ids.keys()], weights, step: 1 }, steps: [...steps] };
}

export function labelerOf({ labels, features, steps }: LabelerModel): Labeler {
  const ids = new Map(features.names.map((name, id) => [name, id]));
  const model = {
    size: labels.length,
    weights: features.weights,
    step: features.step,
    steps: Float32Array.from(steps),
    before: followers(labels),
  };
  return (items) => decode(model, known(items, ids)).map((label) => labels[label]!);
}

const known = (features: Example['features'], ids: ReadonlyMap<string, number>): number[][] =>
  features.map((each) => each.flatMap((feature) => ids.get(feature) ?? []));

/** For each label those that it may follow; `labels.length` stands for the start. */
const followers = (labels: readonly string[]): number[][] =>
  labels.map((label) => {
    const all = [...labels.keys(), labels.length];
    const opened = label.startsWith('I-') ? [`B-${label.slice(2)}`, label] : null;
    return opened ? all.filter((one) => opened.includes(labels[one] ?? '')) : all;
  });

function idsOf(examples: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features.flat()) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const telling = [...counts].filter(([, count]) => count >= leastCount);
  return new Map(telling.map(([feature], id) => [feature, id]));
}

type Model = {
  size: number;
  /** The weights of feature 0 for all labels, then those of feature 1, and so on. */
  weights: Weights['weights'];
  /** What a weight is multiplied with. */
  step: number;
  /** Of a label after another one: `before * size + label`. `size` stands for the start. */
  steps: Float32Array;
  before: readonly (readonly number[])[];
};

type Known = { features: readonly (readonly number[])[]; labels: readonly number[] };

function train(examples: readonly Known[], labels: readonly string[], features: number): Model {
  const size = labels.length;
  const model = {
    size,
    weights: new Float32Array(features * size),
    step: 1,
    steps: new Float32Array((size + 1) * size),
    before: followers(labels),
  };
  /** Each change times the number of examples before it, from which the averages follow. */
  const late = {
    weights: new Float64Array(model.weights.length),
    steps: new Float64Array(model.steps.length),
  };
  const add = (part: 'weights' | 'steps', at: number, change: number, seen: number) => {
    model[part][at]! += change;
    late[part][at]! += change * seen;
  };
  let seen = 0;
  for (let epoch = 0; epoch < epochs; epoch++)
    for (let turn = 0; turn < examples.length; turn++, seen++) {
      const one = examples[(turn * stride + epoch * offset) % examples.length]!;
      const found = decode(model, one.features);
      for (const [at, label] of one.labels.entries()) {
        const [previous, guessedBefore] = [one.labels[at - 1] ?? size, found[at - 1] ?? size];
        const guess = found[at]!;
        if (guess !== label)
          for (const feature of one.features[at]!) {
            add('weights', feature * size + label, 1, seen);
            add('weights', feature * size + guess, -1, seen);
          }
        if (guess !== label || guessedBefore !== previous) {
          add('steps', previous * size + label, 1, seen);
          add('steps', guessedBefore * size + guess, -1, seen);
        }
      }
    }
  for (const part of ['weights', 'steps'] as const)
    for (let at = 0; at < model[part].length; at++) model[part][at]! -= late[part][at]! / Math.max(seen, 1);
  return model;
}

/** Examples of one author stand together in a corpus; steps of a large prime mix them, the same way every time. */
const stride = 7919;
const offset = 104_729;

/** The labels with the highest sum of weights. */
function decode({ size, weights, step, steps, before }: Model, features: Known['features']): number[] {
  const paths = new Int16Array(features.length * size);
  let scores = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY);
  let next = new Float64Array(size + 1).fill(Number.NEGATIVE_INFINITY);
  const own = new Float64Array(size);
  scores[size] = 0;
  for (let at = 0; at < features.length; at++) {
    own.fill(0);
    for (const feature of features[at]!)
      for (let label = 0; label < size; label++) own[label]! += weights[feature * size + label]!;
    for (let label = 0; label < size; label++) {
      let best = Number.NEGATIVE_INFINITY;
      for (const one of before[label]!) {
        const score = scores[one]! + steps[one * size + label]!;
        if (score > best) {
          best = score;
          paths[at * size + label] = one;
        }
      }
      next[label] = best + step * own[label]!;
    }
    next[size] = Number.NEGATIVE_INFINITY;
    [scores, next] = [next, scores];
  }
  let label = 0;
  for (let one = 1; one < size; one++) if (scores[one]! > scores[label]!) label = one;
  const found: number[] = new Array(features.length);
  for (let at = features.length - 1; at >= 0; at--) {
    found[at] = label;
    label = paths[at * size + label]!;
  }
  return found;
}
