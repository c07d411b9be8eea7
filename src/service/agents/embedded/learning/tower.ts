import { addRow, type Layer, type Matrix, product, unpacked } from './matrix.js';

/**
 * One of the parts of a network that read a sequence on their own: a bidirectional GRU, whose states give each item the scores
 * of its labels, and the whole sequence those of its classes.
 */
export type Tower = (inputs: readonly Float32Array[]) => {
  /** Of each item, the scores of the labels. @param condition the row of it */
  labels: (condition: number) => Float32Array[];
  classes: Float32Array;
};

/** By their names in PyTorch; the gates of a GRU are reset, update and new. */
export type TowerLayer =
  | `gru.${'weight' | 'bias'}_${'ih' | 'hh'}_l0${'' | '_reverse'}`
  | `${'hidden' | 'output' | 'attention' | 'classes'}.${'weight' | 'bias'}`
  | 'conditions.weight';

type Dense = Matrix & { bias: Float32Array };
type Direction = { input: Dense; state: Dense };

export function towerOf(layer: (name: TowerLayer) => Layer): Tower {
  const matrix = (name: TowerLayer): Matrix => unpacked(layer(name));
  const dense = (weight: TowerLayer, bias: TowerLayer): Dense => ({
    ...matrix(weight),
    bias: matrix(bias).weights,
  });
  const named = (name: 'hidden' | 'output' | 'attention' | 'classes') =>
    dense(`${name}.weight`, `${name}.bias`);
  const direction = (end: '' | '_reverse'): Direction => ({
    input: dense(`gru.weight_ih_l0${end}`, `gru.bias_ih_l0${end}`),
    state: dense(`gru.weight_hh_l0${end}`, `gru.bias_hh_l0${end}`),
  });
  const [forth, back] = [direction(''), direction('_reverse')];
  const [hidden, output] = [named('hidden'), named('output')];
  const [attention, classes] = [named('attention'), named('classes')];
  const conditions = layer('conditions.weight');

  const labelsOf = (state: Float32Array, condition: number): Float32Array => {
    const inner = product(hidden, state, hidden.bias);
    addRow(conditions, condition, inner);
    const positive = inner.map((one) => Math.max(0, one));
    return product(output, positive, output.bias);
  };
  return (inputs) => {
    const [before, after] = [run(inputs, forth), run([...inputs].reverse(), back).reverse()];
    const states = inputs.map((_, at) => Float32Array.of(...before[at]!, ...after[at]!));
    return {
      labels: (condition) => states.map((one) => labelsOf(one, condition)),
      classes: product(classes, pooled(states, attention), classes.bias),
    };
  };
}

/** The most and the mean of each number of the states, and their sums by how much each head attends to each state. */
function pooled(states: readonly Float32Array[], attention: Dense): Float32Array {
  const size = attention.columns;
  const heads = attention.bias.length;
  const found = new Float32Array((2 + heads) * size);
  if (states.length === 0) return found;
  const attended = states.map((one) => product(attention, one, attention.bias));
  found.fill(Number.NEGATIVE_INFINITY, 0, size);
  for (const state of states)
    for (const [at, one] of state.entries()) {
      found[at] = Math.max(found[at]!, one);
      found[size + at]! += one / states.length;
    }
  for (let head = 0; head < heads; head++) {
    const shares = sharesOf(attended.map((one) => one[head]!));
    const sum = found.subarray((2 + head) * size, (3 + head) * size);
    for (const [row, state] of states.entries())
      for (const [at, one] of state.entries()) sum[at]! += shares[row]! * one;
  }
  return found;
}

/** Of scores that are logarithms. */
export function sharesOf(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const shares = scores.map((one) => Math.exp(one - most));
  const sum = shares.reduce((total, one) => total + one, 0);
  return shares.map((one) => one / sum);
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

/** The state after each input. */
function run(inputs: readonly Float32Array[], { input, state }: Direction): Float32Array[] {
  const size = state.columns;
  let last: Float32Array = new Float32Array(size);
  return inputs.map((one) => {
    const [given, kept] = [product(input, one, input.bias), product(state, last, state.bias)];
    last = last.map((old, at) => {
      const update = sigmoid(given[size + at]! + kept[size + at]!);
      const reset = sigmoid(given[at]! + kept[at]!);
      const next = Math.tanh(given[2 * size + at]! + reset * kept[2 * size + at]!);
      return (1 - update) * next + update * old;
    });
    return last;
  });
}
