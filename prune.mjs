import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Deletes what no program reads from node_modules, after an installation: source maps and TypeScript sources of packages,
 * what a compiler leaves of better-sqlite3, its sources where a prebuilt binary was downloaded, and in the optional packages
 * of the pose network all but one of their many builds and networks. npm cannot leave files of a package out. Nothing depends
 * on it: npm compares versions, not files, and an installation with `--ignore-scripts` keeps everything.
 */
const modules = 'node_modules';
const database = join(modules, 'better-sqlite3');
const leftovers = ['build/Release/obj', 'build/Release/obj.target', 'build/Release/test_extension.node'];
const isThere = (name) => existsSync(join(database, 'build', name));
// Where it was compiled, `npm rebuild` has to compile it again after an update of Node.js.
if (isThere('Release/better_sqlite3.node') && !isThere('Makefile')) leftovers.push('deps', 'src');
for (const name of leftovers) rmSync(join(database, name), { recursive: true, force: true });

/** Sources beside the compiled files, which only a condition of `exports` names that nothing here sets. */
for (const name of ['zod', 'openai', '@anthropic-ai/sdk'])
  rmSync(join(modules, name, 'src'), { recursive: true, force: true });

/** The files that the engine loads. Files named by others of the package, like its licence, also stay. */
const used = {
  '@tensorflow/tfjs-core': /^dist\/tf-core\.node\.js$/,
  '@tensorflow/tfjs-converter': /^dist\/tf-converter\.node\.js$/,
  '@tensorflow/tfjs-backend-cpu': /^dist\/tf-backend-cpu\.node\.js$/,
  '@tensorflow/tfjs-backend-wasm': /^dist\/(tf-backend-wasm\.node\.js|tfjs-backend-wasm(-simd)?\.wasm)$/,
  '@vladmandic/human': /^(dist\/human\.node\.js|models\/movenet-lightning\.(bin|json))$/,
};
const always = /^(package\.json$|LICEN[CS]E|node_modules\/)/;

/** Links are not followed: they lead out of node_modules. */
const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesIn(path) : [path];
      })
    : [];

for (const [name, files] of Object.entries(used)) {
  const folder = join(modules, name);
  for (const path of filesIn(folder)) {
    const inside = relative(folder, path).replaceAll('\\', '/');
    if (!always.test(inside) && !files.test(inside)) rmSync(path);
  }
}
for (const path of filesIn(modules)) if (/\.(js|mjs|cjs|d\.[mc]?ts)\.map$/.test(path)) rmSync(path);
