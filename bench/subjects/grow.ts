/** Grows boosted decision trees with logistic loss. */
import type { Features } from '../../src/engine/segmentation/subject/features.js';
import { type Forest, sumOf, type Tree } from '../../src/engine/segmentation/subject/trees.js';
import { createRandom } from './random.js';

/** `group` is the artist of the picture, `subject` what it shows. */
export type Example = {
  /** Whether it shows what the trees are to tell: an object, or one class of body. */
  isPositive: boolean;
  weight: number;
  group: number;
  subject: string;
  features: Features;
};
export type Grown = Pick<Forest, 'features' | 'trees'>;

const settings = {
  trees: 200,
  depth: 3,
  rate: 0.08,
  ridge: 4,
  leastLeaf: 12,
  rows: 0.7,
  columns: 0.35,
  bins: 24,
};

type Table = { codes: Uint8Array[]; cuts: number[][]; gradient: Float64Array; curvature: Float64Array };

function cutsOf(column: readonly number[]): number[] {
  const values = [...new Set(column)].sort((a, b) => a - b);
  const step = Math.max(1, values.length / settings.bins);
  const cuts: number[] = [];
  for (let k = step; k < values.length; k += step)
    cuts.push((values[Math.floor(k)]! + values[Math.floor(k) - 1]!) / 2);
  return cuts;
}

const codeOf = (cuts: readonly number[], value: number): number => {
  let code = 0;
  while (code < cuts.length && value > cuts[code]!) code++;
  return code;
};

/** Positive examples weigh half as much in total as the others. */
function weightsOf(examples: readonly Example[]): Float64Array {
  const total = (isPositive: boolean) =>
    examples.reduce((sum, one) => sum + (one.isPositive === isPositive ? one.weight : 0), 0);
  const [positive, negative] = [total(true), total(false)];
  return Float64Array.from(
    examples,
    (one) => (one.weight * examples.length) / (one.isPositive ? 2 * positive : negative),
  );
}

export function grow(
  examples: readonly Example[],
  names: readonly string[],
  count: number = settings.trees,
): Grown {
  const columns = names.map((name) => examples.map(({ features }) => features[name] ?? 0));
  const cuts = columns.map(cutsOf);
  const codes = columns.map((column, f) => Uint8Array.from(column, (value) => codeOf(cuts[f]!, value)));
  const [gradient, curvature] = [new Float64Array(examples.length), new Float64Array(examples.length)];
  const table: Table = { codes, cuts, gradient, curvature };
  const weights = weightsOf(examples);
  const sums = new Float64Array(examples.length);
  const random = createRandom(99);
  const trees: Tree[] = [];
  for (let t = 0; t < count; t++) {
    examples.forEach(({ isPositive }, i) => {
      const p = 1 / (1 + Math.exp(-sums[i]!));
      gradient[i] = weights[i]! * ((isPositive ? 1 : 0) - p);
      curvature[i] = weights[i]! * Math.max(1e-6, p * (1 - p));
    });
    const tried = names.flatMap((_, f) => (random() < settings.columns ? [f] : []));
    const rows = examples.flatMap((_, i) => (random() < settings.rows ? [i] : []));
    const root = branch(table, rows, tried, settings.depth);
    trees.push(root);
    examples.forEach(({ features }, i) => {
      sums[i]! += sumOf({ features: [...names], trees: [root] }, features);
    });
  }
  return { features: [...names], trees };
}

function branch(table: Table, rows: readonly number[], tried: readonly number[], depth: number): Tree {
  const best = depth > 0 && rows.length >= 2 * settings.leastLeaf ? bestCut(table, rows, tried) : null;
  if (!best) return leaf(table, rows);
  const codes = table.codes[best.feature]!;
  const side = (left: boolean) => rows.filter((i) => codes[i]! <= best.code === left);
  return [
    best.feature,
    Number(table.cuts[best.feature]![best.code]!.toPrecision(5)),
    branch(table, side(true), tried, depth - 1),
    branch(table, side(false), tried, depth - 1),
  ];
}

function leaf({ gradient, curvature }: Table, rows: readonly number[]): number {
  const sum = (of: Float64Array) => rows.reduce((total, i) => total + of[i]!, 0);
  return Number(((settings.rate * sum(gradient)) / (sum(curvature) + settings.ridge)).toPrecision(4));
}

function bestCut(table: Table, rows: readonly number[], tried: readonly number[]) {
  let best: { gain: number; feature: number; code: number } | null = null;
  for (const feature of tried) {
    const cut = cutOf(table, rows, feature);
    if (cut && cut.gain > (best?.gain ?? 1e-3)) best = { ...cut, feature };
  }
  return best;
}

function cutOf({ codes, cuts, gradient, curvature }: Table, rows: readonly number[], feature: number) {
  const count = cuts[feature]!.length + 1;
  const bins = Array.from({ length: count }, () => ({ g: 0, h: 0, rows: 0 }));
  const all = { g: 0, h: 0, rows: 0 };
  for (const i of rows)
    for (const bin of [bins[codes[feature]![i]!]!, all]) {
      bin.g += gradient[i]!;
      bin.h += curvature[i]!;
      bin.rows++;
    }
  const worth = (g: number, h: number) => (g * g) / (h + settings.ridge);
  const low = { g: 0, h: 0, rows: 0 };
  let best: { gain: number; code: number } | null = null;
  for (let code = 0; code < count - 1; code++) {
    low.g += bins[code]!.g;
    low.h += bins[code]!.h;
    low.rows += bins[code]!.rows;
    if (low.rows < settings.leastLeaf || all.rows - low.rows < settings.leastLeaf) continue;
    const gain = worth(low.g, low.h) + worth(all.g - low.g, all.h - low.h) - worth(all.g, all.h);
    if (gain > (best?.gain ?? 0)) best = { gain, code };
  }
  return best;
}
