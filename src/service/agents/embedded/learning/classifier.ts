import type { Weights } from './weights.js';

/**
 * Tells meanings apart by the words of their phrasings: a multinomial logistic regression over words and pairs of
 * words, trained in about 2 s for 23,000 phrasings of 500 meanings.
 */
export type Classifier<Meaning> = (tokens: readonly string[]) => ReadonlyMap<Meaning, number>;

const epochs = 2;
const firstRate = 4;
const rateDecay = 0.5;
/** The share of the steps before those whose models are averaged. */
const settled = 0.5;
const biasShare = 0.05;
/** Smaller errors are not learned from: most meanings are far from most phrasings. */
const negligible = 0.002;
/** Pairs of words count less than words. */
const pairShare = 0.4;

type Vector = readonly (readonly [feature: number, weight: number])[];

const featuresOf = (tokens: readonly string[]): string[] => [
  ...new Set([...tokens, ...tokens.map((token, at) => `${tokens[at - 1] ?? '^'} ${token}`)]),
];

/** @param meanings each with the tokens of its phrasings */
export const createClassifier = <Meaning>(
  meanings: readonly (readonly [Meaning, readonly (readonly string[])[]])[],
): Classifier<Meaning> => classifierOf(trainClassifier(meanings));

/** What a classifier has learned. */
export type ClassifierModel<Meaning> = {
  meanings: readonly Meaning[];
  features: Weights;
  /** How rare each feature is. */
  rarities: Float32Array;
  biases: Float32Array;
};

export function trainClassifier<Meaning>(
  meanings: readonly (readonly [Meaning, readonly (readonly string[])[]])[],
): ClassifierModel<Meaning> {
  const examples = meanings
    .flatMap(([, says], meaning) =>
      says.map((tokens) => ({ meaning, place: hashOf(tokens.join(' ')), features: featuresOf(tokens) })),
    )
    .sort((one, other) => one.place - other.place);
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  /** A pair of words that occurs once tells nothing about other messages. */
  const names = [...counts.keys()].filter((feature) => !feature.includes(' ') || counts.get(feature)! > 1);
  const rarities = Float32Array.from(names, (name) => Math.log(1 + examples.length / counts.get(name)!));
  const vectorOf = vectors(names, rarities);
  const { weights, biases } = train(
    examples.map(({ meaning, features }) => ({ meaning, vector: vectorOf(features) })),
    { meanings: meanings.length, features: names.length },
  );
  return {
    meanings: meanings.map(([meaning]) => meaning),
    features: { names, weights, step: 1 },
    rarities,
    biases,
  };
}

export function classifierOf<Meaning>(model: ClassifierModel<Meaning>): Classifier<Meaning> {
  const vectorOf = vectors(model.features.names, model.rarities);
  const { weights, step } = model.features;
  return (tokens) => {
    const shares = probabilities({ weights, step, biases: model.biases }, vectorOf(featuresOf(tokens)));
    return new Map(model.meanings.map((meaning, at) => [meaning, shares[at]!]));
  };
}

function vectors(names: readonly string[], rarities: Float32Array): (features: readonly string[]) => Vector {
  const ids = new Map(names.map((name, id) => [name, id]));
  return (features) => {
    const weights = features.flatMap((feature) => {
      const id = ids.get(feature);
      if (id === undefined) return [];
      const rarity = rarities[id]!;
      return [[id, feature.includes(' ') ? rarity * pairShare : rarity] as const];
    });
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return weights.map(([id, weight]) => [id, weight / length]);
  };
}

/** The weights of feature 0 for all meanings, then those of feature 1, and so on. */
type Model = Pick<Weights, 'weights' | 'step'> & { biases: Float32Array };

function probabilities({ weights, step, biases }: Model, vector: Vector): Float32Array {
  const shares = Float32Array.from(biases);
  const size = shares.length;
  for (const [feature, weight] of vector)
    for (let at = 0; at < size; at++) shares[at]! += weight * step * weights[feature * size + at]!;
  const highest = shares.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  let sum = 0;
  for (let at = 0; at < size; at++) sum += shares[at] = Math.exp(shares[at]! - highest);
  for (let at = 0; at < size; at++) shares[at]! /= sum;
  return shares;
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}

/**
 * Stochastic gradient descent, averaged over its later steps. The examples come in the order of their hashes, so a phrasing
 * more or less, or another order of the phrasings, hardly changes the model.
 */
function train(
  examples: readonly { meaning: number; vector: Vector }[],
  size: { meanings: number; features: number },
): { weights: Float32Array; biases: Float32Array } {
  const weights = new Float32Array(size.meanings * size.features);
  const biases = new Float32Array(size.meanings);
  /** Every change times the share of the averaged steps that were over when it was made. */
  const late = { weights: new Float32Array(weights.length), biases: new Float32Array(size.meanings) };
  const wrong: number[] = [];
  const last = epochs * examples.length;
  for (let step = 0; step < last; step++) {
    const rate = firstRate / (1 + Math.floor(step / examples.length) * rateDecay);
    const over = Math.max(0, step / last - settled) / (1 - settled);
    const { meaning, vector } = examples[step % examples.length]!;
    const errors = probabilities({ weights, step: 1, biases }, vector);
    errors[meaning]! -= 1;
    wrong.length = 0;
    for (let at = 0; at < size.meanings; at++) if (Math.abs(errors[at]!) > negligible) wrong.push(at);
    for (const at of wrong) {
      const change = rate * biasShare * errors[at]!;
      biases[at]! -= change;
      late.biases[at]! -= change * over;
    }
    for (const [feature, weight] of vector)
      for (const at of wrong) {
        const change = rate * weight * errors[at]!;
        weights[feature * size.meanings + at]! -= change;
        late.weights[feature * size.meanings + at]! -= change * over;
      }
  }
  for (let at = 0; at < weights.length; at++) weights[at]! -= late.weights[at]!;
  for (let at = 0; at < biases.length; at++) biases[at]! -= late.biases[at]!;
  return { weights, biases };
}
