/** Finds and reads the JSON files of data/vocabulary. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { SetupError } from '../../../../base/errors.js';

const folder = join('data', 'vocabulary');

/** Searches upwards, because this module runs from `src`, from `dist` and from bundles. */
export function findVocabulary(from: string = import.meta.dirname): string {
  const here = join(from, folder);
  if (existsSync(here)) return here;
  if (dirname(from) === from)
    throw new SetupError(`The folder ${folder} is missing. Install or check out rigsmith again.`);
  return findVocabulary(dirname(from));
}

/** Points out one entry of one file. */
export const problemIn = (file: string, keys: readonly PropertyKey[], message: string): SetupError =>
  new SetupError([file, keys.map(String).join('.'), message].filter((part) => part !== '').join(': '));

/** @throws SetupError naming the file, and the key of its first problem */
export function readTable<T>(root: string, name: string, shape: z.ZodType<T>): T {
  const file = join(root, `${name}.json`);
  const parsed = shape.safeParse(readJson(file));
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw problemIn(file, issue.path, issue.message);
  return parsed.data as T;
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw problemIn(file, [], `not readable as JSON: ${error instanceof Error ? error.message : error}`);
  }
}
