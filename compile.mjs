import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Compiles what runs in Node to dist, without checking types. The program is bundled with its dependencies, because
 * Node takes 2 s of processor time to find and load 1,500 small files. `--bench` compiles file by file instead, with
 * the benchmarks: they import single modules.
 */
const { exclude } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));

/** Files that package.json exports or that a process starts from. Everything else is in the chunks they share. */
const entryPoints = [
  'src/main.ts',
  'src/engine/index.ts',
  'src/engine/film-thread.ts',
  'src/playground/discord/index.ts',
  'src/service/rig/worker-process.ts',
  'src/service/rig/worker.ts',
];

/** Native code, what only some rigs load, and optional packages that nobody installed. */
const external = [
  'better-sqlite3',
  'litesvm-*',
  'sharp',
  '@gltf-transform/*',
  'draco3d',
  'gltf-validator',
  'meshoptimizer',
  'openai',
  'bufferutil',
  'encoding',
  'utf-8-validate',
  'zlib-sync',
];

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (exclude.includes(path)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });

/** Of the tests, what benchmarks need. */
const forBenchmarks = ['test/support/postgres.ts'];

const common = {
  outdir: 'dist',
  outbase: '.',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
};
const { outputFiles } = process.argv.includes('--bench')
  ? await build({
      ...common,
      entryPoints: [...['src', 'commands', 'bench'].flatMap(filesIn), ...forBenchmarks].filter((path) =>
        path.endsWith('.ts'),
      ),
    })
  : await build({
      ...common,
      entryPoints,
      bundle: true,
      splitting: true,
      chunkNames: 'chunks/[name]-[hash]',
      external,
      // Logs name errors by their class, also where two packages have classes of one name.
      keepNames: true,
      // V8 keeps the text of each module, with two bytes for every character when a comment has a single typographic
      // quote. Lines stay short for stack traces without source maps.
      minifyWhitespace: true,
      lineLimit: 120,
      legalComments: 'linked',
      // CommonJS packages in a bundle still require Node's own modules.
      banner: {
        js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
      },
    });

// Unchanged files keep their time, so that `npm run dev` restarts once, and only when something changed.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

// What an earlier build wrote. The pages are in folders that tsconfig.json excludes, and have a build of their own.
const written = new Set(outputFiles.map(({ path }) => path));
for (const folder of ['chunks', 'src', 'commands', 'bench', 'test'])
  for (const path of existsSync(join('dist', folder)) ? filesBuiltIn(folder) : [])
    if (/\.js(\.map|\.LEGAL\.txt)?$/.test(path) && !written.has(resolve(path))) rmSync(path);

function filesBuiltIn(folder) {
  return readdirSync(join('dist', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (exclude.includes(path)) return [];
    return entry.isDirectory() ? filesBuiltIn(path) : [join('dist', path)];
  });
}
