import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from './errors.js';

/**
 * The path of a file of the folder `data`. Searches upwards, because modules run from `src`, from `dist` and from
 * bundles.
 * @param from a folder of the package, as `import.meta.dirname`
 */
export function findDataFile(from: string, ...name: string[]): string {
  const path = join(from, 'data', ...name);
  if (existsSync(path)) return path;
  if (dirname(from) === from)
    throw new SetupError(
      `The file ${join('data', ...name)} is missing. Install or check out rigsmith again.`,
    );
  return findDataFile(dirname(from), ...name);
}
