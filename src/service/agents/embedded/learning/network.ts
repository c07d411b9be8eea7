import { decoder } from './decoding.js';
import { addRow, type Layer, unpacked } from './matrix.js';
import { sharesOf, type Tower, type TowerLayer, towerOf } from './tower.js';

/**
 * Reads a sequence: towers, each a bidirectional GRU over the vectors of the items' words and features. Together they tell the
 * class of the whole sequence, and label its items under a condition: each feature adds its own scores to both, and Viterbi
 * decoding finds the likeliest labels. A label is `O`, or the kind of a span: `B-x` at its first item and `I-x` at the others.
 * It is trained by `npm run reader`.
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

export type LayerName =
  | `${'words' | 'embedding' | 'direct' | 'told'}.weight`
  | `towers.${number}.${TowerLayer}`
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
  /** Features that tell the class on their own. */
  told: readonly string[];
  layers: Readonly<Record<LayerName, Layer>>;
};

export function readerOf(model: NetworkModel): Reader {
  const { labels, classes, conditions, layers } = model;
  const [wordRows, ownRows] = [rowsOf(model.words), rowsOf(model.own)];
  const [allRows, toldRows] = [rowsOf(model.all), rowsOf(model.told)];
  const towers = towersOf(layers);
  const decode = decoder(labels, unpacked(layers.steps).weights, unpacked(layers.start).weights);

  const inputOf = ({ own, names }: Features): Float32Array => {
    const { columns } = layers['words.weight'];
    const input = new Float32Array(columns + layers['embedding.weight'].columns);
    addRows(
      layers['words.weight'],
      wordRows,
      names.filter((one) => wordRows.has(one)).slice(0, 1),
      input.subarray(0, columns),
    );
    addRows(layers['embedding.weight'], ownRows, own, input.subarray(columns));
    return input;
  };
  return (items) => {
    const inputs = items.map(inputOf);
    const read = towers.map((tower) => tower(inputs));
    const scores = summed(read.map((one) => one.classes));
    for (const item of items) addRows(layers['told.weight'], toldRows, namesOf(item), scores);
    const shares = sharesOf([...scores].map((one) => one / towers.length));
    const labeled = (condition: string): Labeled => {
      if (items.length === 0) return { labels: [], certainty: 1 };
      const found = read.map((one) => one.labels(conditions.indexOf(condition)));
      const sums = items.map((item, at) => {
        const sum = summed(found.map((one) => one[at]!));
        addRows(layers['direct.weight'], allRows, namesOf(item), sum);
        return sum;
      });
      const { path, certainty } = decode(sums);
      return { labels: path.map((label) => labels[label]!), certainty };
    };
    return { shares: new Map(classes.map((name, at) => [name, shares[at]!])), labeled };
  };
}

const namesOf = ({ own, around }: Features): string[] => [...own, ...around];

function towersOf(layers: NetworkModel['layers']): Tower[] {
  const towers: Tower[] = [];
  while (layers[`towers.${towers.length}.classes.bias`]) {
    const at = towers.length;
    towers.push(towerOf((name) => layers[`towers.${at}.${name}`]!));
  }
  return towers;
}

/** Adds the rows of those names that a layer has. */
function addRows(
  layer: Layer,
  rows: ReadonlyMap<string, number>,
  names: readonly string[],
  sum: Float32Array,
): void {
  for (const name of names) {
    const row = rows.get(name);
    if (row !== undefined) addRow(layer, row, sum);
  }
}

const summed = (vectors: readonly Float32Array[]): Float32Array =>
  vectors.reduce((sum, one) => sum.map((own, at) => own + one[at]!));

/** The row of each name. */
export const rowsOf = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, at) => [name, at + 1]));
