import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Deletes 40 MB from node_modules that no program reads, after an installation: source maps of packages, and what
 * compiling better-sqlite3 leaves behind where there is no prebuilt binary. npm cannot leave files of a package out.
 * Nothing depends on it: npm compares versions, not files, `npm rebuild` compiles everything again, and an
 * installation with `--ignore-scripts` keeps the files.
 */
const compiled = 'node_modules/better-sqlite3/build/Release';
for (const name of ['obj', 'obj.target', 'test_extension.node'])
  rmSync(join(compiled, name), { recursive: true, force: true });

function deleteSourceMaps(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      deleteSourceMaps(path); // links lead out of node_modules
    else if (/\.(js|mjs|cjs|d\.[mc]?ts)\.map$/.test(entry.name)) rmSync(path);
  }
}
if (existsSync('node_modules')) deleteSourceMaps('node_modules');
