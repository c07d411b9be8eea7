import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checksumOf } from '../../../../src/service/agents/embedded/learning/model-file.js';
import {
  type Features,
  type LayerName,
  layerOf,
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
  'gru.weight_ih_l0': [3, 3],
  'gru.weight_hh_l0': [3, 1],
  'gru.bias_ih_l0': [1, 3],
  'gru.bias_hh_l0': [1, 3],
  'gru.weight_ih_l0_reverse': [3, 3],
  'gru.weight_hh_l0_reverse': [3, 1],
  'gru.bias_ih_l0_reverse': [1, 3],
  'gru.bias_hh_l0_reverse': [1, 3],
  'hidden.weight': [1, 2],
  'hidden.bias': [1, 1],
  'output.weight': [size, 1],
  'output.bias': [1, size],
  steps: [size, size],
  start: [1, size],
  'conditions.weight': [2, 1],
  'classes.weight': [2, 4],
  'classes.bias': [1, 2],
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
        'gru.weight_ih_l0': [0, 0, 0, 0, 0, -8, 0, 0, 8],
        'gru.bias_ih_l0': [0, 0, 0],
        'hidden.weight': [1, 0],
        'output.weight': [0, 0, 0, 4],
        'output.bias': [1, 0, 0, 0],
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
        'gru.weight_ih_l0': [0, 0, 0, 0, 0, 0, 8, 0, 0],
        'hidden.weight': [1, 0],
        'output.weight': [0, 4, 0, 0],
        'output.bias': [1, 0, 0, 0],
      }),
    );
    expect(label([{ own: [], around: [], names: ['hatt', 'hat', 'cape'] }])).toEqual(['B-add']);
    expect(label([{ own: [], around: [], names: ['cape', 'hat'] }])).toEqual(['O']);
  });

  /** The state becomes 1 at a word of removal. */
  const noticing = { 'embedding.weight': [0, 1, -1], 'gru.weight_ih_l0': [0, 0, 0, 0, 0, -8, 0, 0, 8] };

  test('labels the same words otherwise under another condition', () => {
    const model = network({
      ...noticing,
      'hidden.weight': [1, 0],
      'conditions.weight': [0, -2],
      'output.weight': [0, 0, 0, 4],
      'output.bias': [1, 0, 0, 0],
    });
    const items = [item('no', 'c=remove')];
    expect(labelsOf(model, 'wishes')(items)).toEqual(['B-rem']);
    expect(labelsOf(model, 'questions')(items)).toEqual(['O']);
  });

  test('tells the class of a sequence by the most and the mean of its states', () => {
    const read = readerOf(network({ ...noticing, 'classes.weight': [4, 0, 0, 0, 0, 0, 0, 0] }));
    const shares = (...items: Features[]) => [...read(items).shares].map(([, share]) => share.toFixed(2));
    expect(shares(item('hat', 'c=thing'), item('no', 'c=remove'))).toEqual(['0.98', '0.02']);
    expect(shares(item('hat', 'c=unheard'))).toEqual(['0.50', '0.50']);
    expect(shares()).toEqual(['0.50', '0.50']);
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
