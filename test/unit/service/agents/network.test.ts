import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { layerOf } from '../../../../src/service/agents/embedded/learning/matrix.js';
import { checksumOf } from '../../../../src/service/agents/embedded/learning/model-file.js';
import {
  type Features,
  type LayerName,
  type NetworkModel,
  readerOf,
} from '../../../../src/service/agents/embedded/learning/network.js';
import { readNetwork, writeNetwork } from '../../../../src/service/agents/embedded/learning/network-file.js';
import { markedFiles } from '../../../../src/service/agents/embedded/tagging/corpus.js';

const labels = ['O', 'B-add', 'I-add', 'B-rem'];
const size = labels.length;
const shapes: Record<LayerName, [rows: number, columns: number]> = {
  'words.weight': [3, 2],
  'embedding.weight': [3, 1],
  'direct.weight': [3, size],
  'told.weight': [2, 2],
  'towers.0.gru.weight_ih_l0': [3, 3],
  'towers.0.gru.weight_hh_l0': [3, 1],
  'towers.0.gru.bias_ih_l0': [1, 3],
  'towers.0.gru.bias_hh_l0': [1, 3],
  'towers.0.gru.weight_ih_l0_reverse': [3, 3],
  'towers.0.gru.weight_hh_l0_reverse': [3, 1],
  'towers.0.gru.bias_ih_l0_reverse': [1, 3],
  'towers.0.gru.bias_hh_l0_reverse': [1, 3],
  'towers.0.hidden.weight': [1, 2],
  'towers.0.hidden.bias': [1, 1],
  'towers.0.output.weight': [size, 1],
  'towers.0.output.bias': [1, size],
  steps: [size, size],
  start: [1, size],
  'towers.0.conditions.weight': [2, 1],
  'towers.0.attention.weight': [1, 2],
  'towers.0.attention.bias': [1, 1],
  'towers.0.classes.weight': [2, 6],
  'towers.0.classes.bias': [1, 2],
};

/** A network of one state, whose other weights are 0. */
function network(weights: Partial<Record<LayerName, number[]>>): NetworkModel {
  const layers = Object.entries(shapes).map(([name, [rows, columns]]) => {
    const given = weights[name as LayerName] ?? new Array(rows * columns).fill(0);
    expect(given, name).toHaveLength(rows * columns);
    return [name, layerOf(Float32Array.from(given), columns)];
  });
  return {
    source: '',
    labels,
    classes: ['change', 'ask'],
    conditions: ['wishes', 'questions'],
    words: ['hat', 'cape'],
    own: ['c=remove', 'c=thing'],
    all: ['c=remove', 'c=thing'],
    told: ['c=remove'],
    layers: Object.fromEntries(layers),
  };
}
const labelsOf =
  (model: NetworkModel, condition = 'wishes') =>
  (items: readonly Features[]) =>
    readerOf(model)(items).labeled(condition).labels;
const item = (name: string, ...own: string[]): Features => ({ own, around: [], names: [name] });

describe('a network that labels words', () => {
  test('adds the scores of features, and begins no span in its middle', () => {
    const label = labelsOf(network({ 'direct.weight': [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0] }));
    expect(label([item('', 'c=remove')])).toEqual(['B-rem']);
    expect(label([item('', 'c=thing')])).toEqual(['B-add']);
    expect(label([item('', 'c=thing'), item('', 'c=thing')])).toEqual(['B-add', 'I-add']);
    expect(label([item('', 'c=remove'), item('', 'c=thing')])).toEqual(['B-rem', 'B-add']);
    expect(label([])).toEqual([]);
  });

  test('remembers what stands before a word, and forgets what it lacks', () => {
    // The state becomes 1 at a word of removal and is kept; the words after it are removed.
    const label = labelsOf(
      network({
        'embedding.weight': [0, 1, -1],
        'towers.0.gru.weight_ih_l0': [0, 0, 0, 0, 0, -8, 0, 0, 8],
        'towers.0.gru.bias_ih_l0': [0, 0, 0],
        'towers.0.hidden.weight': [1, 0],
        'towers.0.output.weight': [0, 0, 0, 4],
        'towers.0.output.bias': [1, 0, 0, 0],
      }),
    );
    expect(label([item('hat', 'c=thing'), item('no', 'c=remove'), item('hat', 'c=thing')])).toEqual([
      'O',
      'B-rem',
      'B-rem',
    ]);
    expect(label([item('hat', 'c=unheard')])).toEqual(['O']);
  });

  test('reads a word in the first spelling that it has a vector of', () => {
    const label = labelsOf(
      network({
        'words.weight': [0, 0, 1, 0, -1, 0],
        'towers.0.gru.weight_ih_l0': [0, 0, 0, 0, 0, 0, 8, 0, 0],
        'towers.0.hidden.weight': [1, 0],
        'towers.0.output.weight': [0, 4, 0, 0],
        'towers.0.output.bias': [1, 0, 0, 0],
      }),
    );
    expect(label([{ own: [], around: [], names: ['hatt', 'hat', 'cape'] }])).toEqual(['B-add']);
    expect(label([{ own: [], around: [], names: ['cape', 'hat'] }])).toEqual(['O']);
  });

  /** The state becomes 1 at a word of removal. */
  const noticing = {
    'embedding.weight': [0, 1, -1],
    'towers.0.gru.weight_ih_l0': [0, 0, 0, 0, 0, -8, 0, 0, 8],
  };

  test('labels the same words otherwise under another condition', () => {
    const model = network({
      ...noticing,
      'towers.0.hidden.weight': [1, 0],
      'towers.0.conditions.weight': [0, -2],
      'towers.0.output.weight': [0, 0, 0, 4],
      'towers.0.output.bias': [1, 0, 0, 0],
    });
    const items = [item('no', 'c=remove')];
    expect(labelsOf(model, 'wishes')(items)).toEqual(['B-rem']);
    expect(labelsOf(model, 'questions')(items)).toEqual(['O']);
  });

  const unlikely = [0, 0, 0, 0, 0, 0];
  const sharesIn = (model: NetworkModel, items: readonly Features[]) =>
    [...readerOf(model)(items).shares.values()].map((share) => share.toFixed(2));

  test('tells the class of a sequence by the most and the mean of its states', () => {
    const shares = (...items: Features[]) =>
      sharesIn(network({ ...noticing, 'towers.0.classes.weight': [4, 0, 0, 0, 0, 0, ...unlikely] }), items);
    expect(shares(item('hat', 'c=thing'), item('no', 'c=remove'))).toEqual(['0.98', '0.02']);
    expect(shares(item('hat', 'c=unheard'))).toEqual(['0.50', '0.50']);
    expect(shares()).toEqual(['0.50', '0.50']);
  });

  test('tells the class by the items that it attends to, however few they are', () => {
    const items = [item('hat', 'c=thing'), item('no', 'c=remove')];
    const classes = { ...noticing, 'towers.0.classes.weight': [0, 0, 0, 0, 4, 0, ...unlikely] };
    expect(sharesIn(network(classes), items)).toEqual(['0.88', '0.12']);
    expect(sharesIn(network({ ...classes, 'towers.0.attention.weight': [20, 0] }), items)).toEqual([
      '0.98',
      '0.02',
    ]);
  });

  test('takes features that tell the class on their own, wherever they stand', () => {
    const model = network({ 'told.weight': [0, 0, 0, 4] });
    expect(sharesIn(model, [item('hat'), item('no', 'c=remove')])).toEqual(['0.02', '0.98']);
  });

  test('adds the labels of all its towers, and takes the mean of their classes', () => {
    const one = network({ 'towers.0.output.bias': [1, 3, 0, 0], 'towers.0.classes.bias': [4, 0] });
    const other = network({ 'towers.0.output.bias': [0, 0, 0, 5] });
    const second = Object.entries(other.layers).filter(([name]) => name.startsWith('towers.0'));
    const layers = second.map(([name, layer]) => [name.replace('0', '1'), layer]);
    const both = { ...one, layers: { ...one.layers, ...Object.fromEntries(layers) } };
    expect([one, both].map((model) => labelsOf(model)([item('hat')]))).toEqual([['B-add'], ['B-rem']]);
    expect([one, both].map((model) => sharesIn(model, [])[0])).toEqual(['0.98', '0.88']);
  });

  test('is the same after it was written and read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'network-'));
    const file = join(folder, 'reader.bin');
    const written = network({ 'words.weight': [0, 0, 0.5, -1, 0.25, 3], start: [1, 2, 3, 4] });
    writeNetwork(file, written);
    expect(readNetwork(file)).toEqual(written);
    rmSync(folder, { recursive: true });
  });
});

test('the network of the agent was trained on the marked messages of today: npm run reader', () => {
  expect(readNetwork('data/talk/reader.bin').source).toBe(
    checksumOf(markedFiles.map((name) => ['marked', name])),
  );
});
