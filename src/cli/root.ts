import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, from sources and from `dist` alike. */
export function findRoot(from: string = dirname(fileURLToPath(import.meta.url))): string {
  const here = existsSync(join(from, 'package.json')) && existsSync(join(from, 'data', 'migrations'));
  if (here || dirname(from) === from) return from;
  return findRoot(dirname(from));
}
