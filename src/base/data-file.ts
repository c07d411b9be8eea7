import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { SetupError } from './errors.js';

/**
 * The path of a file or folder in the folder `data`. Searches upwards, because modules run from `src`, from `dist` and
 * from bundles.
 * @param from a folder of the package, as `import.meta.dirname`
 */
export function findDataFile(from: string, ...name: string[]): string {
  const path = join(from, 'data', ...name);
  if (existsSync(path)) return path;
  if (dirname(from) === from)
    throw new SetupError(`${join('data', ...name)} is missing. Install or check out rigsmith again.`);
  return findDataFile(dirname(from), ...name);
}

/** Names one entry of one data file and its fault. */
export const problemIn = (file: string, keys: readonly PropertyKey[], message: string): SetupError =>
  new SetupError([file, keys.map(String).join('.'), message].filter((part) => part !== '').join(': '));

/**
 * Reads a JSON file.
 * @throws SetupError naming the file, and the key of its first problem
 */
export function readTable<T>(file: string, shape: z.ZodType<T>): T {
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

/**
 * Reads a JSON file that the operator edits.
 * @param sentence for the operator, from all that is wrong with the file
 * @throws SetupError
 */
export function readEdited<T>(file: string, shape: z.ZodType<T>, sentence: (why: string) => string): T {
  try {
    return shape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new SetupError(sentence(cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause)));
  }
}
