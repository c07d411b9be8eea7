import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { findDataFile } from '../../../../base/data-file.js';
import { type ClassifierModel, trainClassifier } from '../topics/classifier.js';
import { type Act, actExamples, isWishing } from './act-examples.js';
import { markedFiles } from './corpus.js';
import { markedExamples } from './examples.js';
import { type LabelerModel, trainLabeler } from './sequence.js';
import { packed, unpacked } from './weights.js';

/** What the readers of messages have learned from data/talk. The build trains them, because that takes seconds. */

export type Models = {
  acts: ClassifierModel<Act>;
  actsAbroad: ClassifierModel<Act>;
  /** Of descriptions and changes, and of questions about a character. */
  wishes: LabelerModel;
  wishesAbroad: LabelerModel;
  questions: LabelerModel;
  questionsAbroad: LabelerModel;
};

export const trainModels = (): Models => ({
  acts: trainClassifier(actExamples(false)),
  actsAbroad: trainClassifier(actExamples(true)),
  wishes: trainLabeler(markedExamples(({ act, language }) => isWishing(act) && language === null)),
  wishesAbroad: trainLabeler(markedExamples(({ act, language }) => isWishing(act) && language !== null)),
  questions: trainLabeler(markedExamples(({ act, language }) => !isWishing(act) && language === null)),
  questionsAbroad: trainLabeler(markedExamples(({ act, language }) => !isWishing(act) && language !== null)),
});

/** A checksum of the messages that the models are trained on. */
function checksum(): string {
  const languages = readdirSync(findDataFile(import.meta.dirname, 'talk', 'languages')).sort();
  const sources = [
    ...[['topics.json'], ['english.json']],
    ...markedFiles.map((name) => ['marked', name]),
    ...languages.map((name) => ['languages', name]),
  ];
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(findDataFile(import.meta.dirname, 'talk', ...name)));
  return hash.digest('hex').slice(0, 32);
}

/** `dist/models/talk.bin` of the package, from `src` as well as from `dist`. */
const fileOfPackage = (): string =>
  join(dirname(findDataFile(import.meta.dirname, 'talk', 'topics.json')), '../../dist/models/talk.bin');

let models: Models | null = null;

/** Those of the build. Trains them where it has none, or others. */
export const learnedModels = (): Models => (models ??= readModels(fileOfPackage()) ?? trainModels());

/** A model as text, and its weights as bytes. */
type Part = { head: unknown; bytes: Buffer };

function classifierPart({ meanings, features, rarities, biases }: ClassifierModel<Act>): Part {
  const { names, bytes, step, kept } = packed(features);
  const rare = kept.map((at) => Number(rarities[at]!.toFixed(3)));
  return { head: { meanings, names, step, rarities: rare, biases: [...biases] }, bytes };
}

function labelerPart({ labels, features, steps }: LabelerModel): Part {
  const { names, bytes, step } = packed(features);
  return { head: { labels, names, step, steps }, bytes };
}

export function writeModels(file = fileOfPackage(), models = trainModels()): void {
  const { acts, actsAbroad, ...labelers } = models;
  const { wishes, wishesAbroad, questions, questionsAbroad } = labelers;
  const parts = [
    ...[acts, actsAbroad].map(classifierPart),
    ...[wishes, wishesAbroad, questions, questionsAbroad].map(labelerPart),
  ];
  const head = {
    checksum: checksum(),
    parts: parts.map((one) => one.head),
    sizes: parts.map((one) => one.bytes.length),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const whole = Buffer.concat([length, text, ...parts.map((one) => one.bytes)]);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, brotliCompressSync(whole, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }));
}

/** @returns null where the file is missing or was trained on something else */
export function readModels(file: string): Models | null {
  if (!existsSync(file)) return null;
  const whole = brotliDecompressSync(readFileSync(file));
  let end = 4 + whole.readUInt32LE(0);
  const head = JSON.parse(whole.toString('utf8', 4, end));
  if (head.checksum !== checksum()) return null;
  const [acts, actsAbroad, wishes, wishesAbroad, questions, questionsAbroad] = head.parts.map(
    (part: Head, at: number) => {
      const bytes = whole.subarray(end, end + head.sizes[at]);
      end += head.sizes[at];
      const { names, step, ...rest } = part;
      return { ...rest, features: unpacked(names, bytes, step) };
    },
  );
  const labelers = { wishes, wishesAbroad, questions, questionsAbroad };
  return { acts: classifierIn(acts), actsAbroad: classifierIn(actsAbroad), ...labelers };
}

type Head = { names: string[]; step: number };

const classifierIn = (part: ClassifierModel<Act>): ClassifierModel<Act> => ({
  ...part,
  rarities: Float32Array.from(part.rarities),
  biases: Float32Array.from(part.biases),
});
