import { expect, test } from 'vitest';
import { layerOf } from '../../../../src/service/agents/embedded/learning/matrix.js';
import {
  type LayerName,
  type NetworkModel,
  readerOf,
} from '../../../../src/service/agents/embedded/learning/network.js';
import type { TowerLayer } from '../../../../src/service/agents/embedded/learning/tower.js';

/** Two labels, two classes, states of two numbers, and two heads that attend. */
const tower: Record<TowerLayer, [rows: number, columns: number]> = {
  'gru.weight_ih_l0': [6, 3],
  'gru.weight_hh_l0': [6, 2],
  'gru.bias_ih_l0': [1, 6],
  'gru.bias_hh_l0': [1, 6],
  'gru.weight_ih_l0_reverse': [6, 3],
  'gru.weight_hh_l0_reverse': [6, 2],
  'gru.bias_ih_l0_reverse': [1, 6],
  'gru.bias_hh_l0_reverse': [1, 6],
  'hidden.weight': [2, 4],
  'hidden.bias': [1, 2],
  'conditions.weight': [2, 2],
  'output.weight': [4, 2],
  'output.bias': [1, 4],
  'attention.weight': [2, 4],
  'attention.bias': [1, 2],
  'classes.weight': [2, 16],
  'classes.bias': [1, 2],
};
const shapes: [name: LayerName, shape: [rows: number, columns: number]][] = [
  ['words.weight', [3, 2]],
  ['embedding.weight', [3, 1]],
  ['direct.weight', [3, 4]],
  ['told.weight', [3, 2]],
  ['steps', [4, 4]],
  ['start', [1, 4]],
  ...[0, 1].flatMap((at) =>
    Object.entries(tower).map(([name, shape]): [LayerName, [number, number]] => [
      `towers.${at}.${name as TowerLayer}`,
      shape,
    ]),
  ),
];

/** Weights of a wave, other ones in each layer. */
const waved = (size: number, phase: number) =>
  Float32Array.from({ length: size }, (_, at) => Math.sin(phase + 0.7 * at));

test('a network reads as bench/reader/network.py does', () => {
  const layers = [...shapes]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, [rows, columns]], phase) => [name, layerOf(waved(rows * columns, phase), columns)]);
  const features = ['c=remove', 'c=thing'];
  const model: NetworkModel = {
    source: '',
    labels: ['O', 'B-add', 'I-add', 'B-rem'],
    classes: ['change', 'ask'],
    conditions: ['wishes', 'questions'],
    words: ['hat', 'cape'],
    own: features,
    all: features,
    told: features,
    layers: Object.fromEntries(layers),
  };
  const { shares, labeled } = readerOf(model)([
    { names: ['hat'], own: ['c=remove'], around: [] },
    { names: ['cape'], own: ['c=thing'], around: [] },
    { names: ['hat'], own: features, around: [] },
  ]);
  expect(shares.get('ask')).toBeCloseTo(0.841395, 5);
  expect(labeled('wishes')).toEqual({
    labels: ['B-add', 'I-add', 'O'],
    certainty: expect.closeTo(0.096644, 5),
  });
  expect(labeled('questions')).toEqual({
    labels: ['B-add', 'B-rem', 'B-rem'],
    certainty: expect.closeTo(0.160266, 5),
  });
});
