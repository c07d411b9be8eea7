import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants } from 'node:zlib';
import { findDataFile } from '../../../../base/data-file.js';
import type { ClassifierModel } from './classifier.js';
import { readHeadFile, writeHeadFile } from './head-file.js';
import { packed } from './weights.js';

/** What models have learned, as a file of the build: their words in its head, and their weights. */

type Model = ClassifierModel<string>;

/** `dist/models` of the package, from `src` as well as from `dist`. */
export const modelFile = (name: string): string =>
  join(dirname(findDataFile(import.meta.dirname, 'talk', 'english.json')), '../../dist/models', name);

/** Of files below data/talk, by which a model says what it was trained on. */
export function checksumOf(sources: readonly (readonly string[])[]): string {
  const hash = createHash('sha256');
  for (const name of sources) hash.update(readFileSync(findDataFile(import.meta.dirname, 'talk', ...name)));
  return hash.digest('hex').slice(0, 32);
}

const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

export function writeModels(file: string, checksum: string, models: Readonly<Record<string, Model>>): void {
  const stored = Object.entries(models).map(([name, model]) => {
    const { names, weights, step, kept } = packed(model.features);
    const rarities = kept.map((at) => Number(model.rarities[at]!.toFixed(3)));
    const rest = { meanings: model.meanings, biases: [...model.biases], rarities };
    const bytes = new Uint8Array(weights.buffer);
    return { head: { name, names, step, size: bytes.length, ...rest }, bytes };
  });
  const head = { checksum, models: stored.map((one) => one.head) };
  writeHeadFile(
    file,
    head,
    stored.map(({ bytes }) => bytes),
    fastest,
  );
}

type Head = {
  name: string;
  names: string[];
  step: number;
  size: number;
  meanings: string[];
  biases: number[];
  rarities: number[];
};

/** @returns null where the file is missing or of other sources */
export function readModels(file: string, checksum: string): Readonly<Record<string, Model>> | null {
  if (!existsSync(file)) return null;
  const { head, next } = readHeadFile<{ checksum: string; models: Head[] }>(file);
  if (head.checksum !== checksum) return null;
  const models = head.models.map((one): [string, Model] => {
    const weights = new Int8Array(next(one.size));
    const features = { names: one.names, weights, step: one.step };
    const [rarities, biases] = [one.rarities, one.biases].map((list) => Float32Array.from(list));
    return [one.name, { meanings: one.meanings, features, rarities: rarities!, biases: biases! }];
  });
  return Object.fromEntries(models);
}
