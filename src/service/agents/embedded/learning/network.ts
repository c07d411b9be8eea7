import { mostByte } from './weights.js';

/**
 * Reads a sequence: a bidirectional GRU over the vectors of the items' words and features. Its states tell the class of the
 * whole sequence, and label its items under a condition: each feature adds its own scores, and Viterbi decoding finds the
 * likeliest labels. A label is `O`, or the kind of a span: `B-x` at its first item and `I-x` at the others. It is trained
 * by `npm run reader`.
 */
export type Reader = (items: readonly Features[]) => Reading;

export type Reading = {
  /** Of each class, how likely the sequence is of it; their sum is 1. */
  shares: ReadonlyMap<string, number>;
  /** @param condition one of those of the model, for which the labels are decided */
  labeled: (condition: string) => Labeled;
};

/** @property certainty how likely all labels are right, from 0 to 1 */
export type Labeled = { labels: string[]; certainty: number };

export type Features = {
  /** Of the item itself. */
  own: readonly string[];
  /** Of its neighbors, which only add to its scores. */
  around: readonly string[];
  /** Spellings of its word; the first one that has a vector counts. */
  names: readonly string[];
};

/** Rows of bytes, each with the number that its bytes are multiplied with. */
export type Layer = { columns: number; scales: Float32Array; bytes: Int8Array };

/** By their names in PyTorch; the gates of a GRU are reset, update and new. */
export type LayerName =
  | `${'words' | 'embedding' | 'direct' | 'conditions'}.weight`
  | `gru.${'weight' | 'bias'}_${'ih' | 'hh'}_l0${'' | '_reverse'}`
  | `${'hidden' | 'output' | 'classes'}.${'weight' | 'bias'}`
  | 'steps'
  | 'start';

export type NetworkModel = {
  /** The checksum of the messages that it was trained on. */
  source: string;
  labels: readonly string[];
  classes: readonly string[];
  conditions: readonly string[];
  /** In the order of the rows of their layer, whose row 0 is of none of them. */
  words: readonly string[];
  own: readonly string[];
  all: readonly string[];
  layers: Readonly<Record<LayerName, Layer>>;
};

type Matrix = { columns: number; weights: Float32Array };

export function readerOf(model: NetworkModel): Reader {
  const { labels, words, own, all, layers } = model;
  const [wordRows, ownRows, allRows] = [rowsOf(words), rowsOf(own), rowsOf(all)];
  const matrix = (name: LayerName): Matrix => unpacked(layers[name]);
  const vector = (name: LayerName): Float32Array => matrix(name).weights;
  const directionOf = (end: '' | '_reverse'): Direction => ({
    input: matrix(`gru.weight_ih_l0${end}`),
    state: matrix(`gru.weight_hh_l0${end}`),
    inputBias: vector(`gru.bias_ih_l0${end}`),
    stateBias: vector(`gru.bias_hh_l0${end}`),
  });
  const [forth, back] = [directionOf(''), directionOf('_reverse')];
  const hidden = { ...matrix('hidden.weight'), bias: vector('hidden.bias') };
  const output = { ...matrix('output.weight'), bias: vector('output.bias') };
  const classes = { ...matrix('classes.weight'), bias: vector('classes.bias') };
  const decode = decoder(labels, vector('steps'), vector('start'));

  const add = ({ columns, scales, bytes }: Layer, row: number | undefined, sum: Float32Array) => {
    if (row === undefined) return;
    for (let at = 0; at < columns; at++) sum[at]! += scales[row]! * bytes[row * columns + at]!;
  };
  const inputOf = ({ own, names }: Features): Float32Array => {
    const { columns } = layers['words.weight'];
    const input = new Float32Array(columns + layers['embedding.weight'].columns);
    const name = names.find((one) => wordRows.has(one));
    if (name !== undefined) add(layers['words.weight'], wordRows.get(name), input.subarray(0, columns));
    for (const one of own) add(layers['embedding.weight'], ownRows.get(one), input.subarray(columns));
    return input;
  };
  const sharesOf = (states: readonly Float32Array[]): Reading['shares'] => {
    const scores = product(classes, pooled(states, classes.columns), classes.bias);
    const sum = sumOf([...scores]);
    return new Map(model.classes.map((name, at) => [name, Math.exp(scores[at]! - sum)]));
  };
  const labeled = (
    items: readonly Features[],
    states: readonly Float32Array[],
    condition: string,
  ): Labeled => {
    if (items.length === 0) return { labels: [], certainty: 1 };
    const scores = items.map((item, at) => {
      const inner = product(hidden, states[at]!, hidden.bias);
      add(layers['conditions.weight'], model.conditions.indexOf(condition), inner);
      const found = product(
        output,
        inner.map((one) => Math.max(0, one)),
        output.bias,
      );
      for (const one of [...item.own, ...item.around]) add(layers['direct.weight'], allRows.get(one), found);
      return found;
    });
    const { path, certainty } = decode(scores);
    return { labels: path.map((label) => labels[label]!), certainty };
  };
  return (items) => {
    const inputs = items.map(inputOf);
    const [before, after] = [run(inputs, forth), run([...inputs].reverse(), back).reverse()];
    const states = items.map((_, at) => Float32Array.of(...before[at]!, ...after[at]!));
    return { shares: sharesOf(states), labeled: (condition) => labeled(items, states, condition) };
  };
}

/** The most and the mean of each number of the states. */
function pooled(states: readonly Float32Array[], size: number): Float32Array {
  const found = new Float32Array(size);
  const half = size / 2;
  for (let at = 0; states.length > 0 && at < half; at++) {
    found[at] = states.reduce((most, one) => Math.max(most, one[at]!), Number.NEGATIVE_INFINITY);
    found[half + at] = states.reduce((sum, one) => sum + one[at]!, 0) / states.length;
  }
  return found;
}

/** The row of each name. */
export const rowsOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, at) => [name, at + 1]));

function unpacked({ columns, scales, bytes }: Layer): Matrix {
  const weights = Float32Array.from(bytes, (one, at) => one * scales[Math.floor(at / columns)]!);
  return { columns, weights };
}

function product({ columns, weights }: Matrix, vector: Float32Array, bias: Float32Array): Float32Array {
  const found = Float32Array.from(bias);
  for (let row = 0, from = 0; row < found.length; row++) {
    let sum = 0;
    for (let at = 0; at < columns; at++) sum += weights[from++]! * vector[at]!;
    found[row]! += sum;
  }
  return found;
}

type Direction = { input: Matrix; state: Matrix; inputBias: Float32Array; stateBias: Float32Array };

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The state after each input. */
function run(
  inputs: readonly Float32Array[],
  { input, state, inputBias, stateBias }: Direction,
): Float32Array[] {
  const size = state.columns;
  let last: Float32Array = new Float32Array(size);
  return inputs.map((one) => {
    const [given, kept] = [product(input, one, inputBias), product(state, last, stateBias)];
    last = last.map((old, at) => {
      const update = sigmoid(given[size + at]! + kept[size + at]!);
      const reset = sigmoid(given[at]! + kept[at]!);
      const next = Math.tanh(given[2 * size + at]! + reset * kept[2 * size + at]!);
      return (1 - update) * next + update * old;
    });
    return last;
  });
}

type Decoded = { path: number[]; certainty: number };

/**
 * Finds the labels with the highest sum of scores, and its share of the sums of all paths.
 * @param steps of each label after each other one, a row for the one before
 */
function decoder(labels: readonly string[], steps: Float32Array, start: Float32Array) {
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

/** Of scores that are logarithms. */
function sumOf(scores: readonly number[]): number {
  const most = Math.max(...scores);
  if (most === Number.NEGATIVE_INFINITY) return most;
  return most + Math.log(scores.reduce((sum, one) => sum + Math.exp(one - most), 0));
}

/** The bytes of a matrix by rows. */
export function layerOf(weights: Float32Array, columns: number): Layer {
  const scales = new Float32Array(weights.length / columns);
  const bytes = new Int8Array(weights.length);
  for (let row = 0; row < scales.length; row++) {
    const own = weights.subarray(row * columns, (row + 1) * columns);
    const scale = own.reduce((most, one) => Math.max(most, Math.abs(one)), 0) / mostByte || 1;
    scales[row] = scale;
    for (const [at, one] of own.entries()) bytes[row * columns + at] = Math.round(one / scale);
  }
  return { columns, scales, bytes };
}
