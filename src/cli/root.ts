import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Finds the folder of package.json, from the sources and from `dist`. */
export function findRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const here = existsSync(join(from, 'package.json')) && existsSync(join(from, 'data', 'migrations'));
  if (here || dirname(from) === from) return from;
  return findRoot(dirname(from));
}

/** The version in package.json. */
export const findVersion = (): string =>
  JSON.parse(readFileSync(join(findRoot(), 'package.json'), 'utf8')).version;
