import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';

/**
 * Compiles what runs in Node to dist, without checking types. The program is bundled with its dependencies, because
 * Node takes 2 s of processor time to find and load 1,500 small files. `--bench` also compiles the benchmarks to
 * dist/modules, file by file with what they import: they measure single modules, and start the bundled program.
 */
const { exclude } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));

/** Files that package.json exports or that a process starts from. Everything else is in the chunks they share. */
const entryPoints = [
  'src/main.ts',
  'src/engine/index.ts',
  'src/engine/film-thread.ts',
  'src/playground/discord/index.ts',
  'src/service/agents/embedded/topics/train.ts',
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
  // In a bundle, the error classes of these would be called BadRequestError2 in logs.
  '@anthropic-ai/sdk',
  '@modelcontextprotocol/*',
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

/** CommonJS packages that many of our modules import. */
const shared = ['discord.js', '@solana/web3.js', 'undici'];

/**
 * esbuild gives every module that imports a CommonJS package an object with a getter for each of the package's exports:
 * 10 MB for the 75 modules that import discord.js. Here they share a module that reads each export once.
 */
const sharePackages = {
  name: 'share-packages',
  setup({ onResolve, onLoad }) {
    const require = createRequire(import.meta.url);
    const namespace = 'shared-package';
    onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) =>
      kind === 'import-statement' && shared.includes(path) && !importer.includes('node_modules')
        ? { path, namespace }
        : undefined,
    );
    onLoad({ filter: /./, namespace }, ({ path }) => {
      const names = Object.keys(require(path)).filter((name) => name !== 'default');
      const lines = names.map((name) => `export const ${name} = /* @__PURE__ */ read('${name}');`);
      const contents = [`const all = require('${path}');`, 'const read = (name) => all[name];', ...lines];
      return { contents: contents.join('\n'), resolveDir: import.meta.dirname };
    });
  },
};

/** All languages of Zod's own messages, of which only English is used. */
const zodInEnglish = {
  name: 'zod-in-english',
  setup({ onResolve }) {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir }) =>
      importer.includes('node_modules/zod/')
        ? { path: join(resolveDir, '../locales/en.js'), sideEffects: false }
        : undefined,
    );
  },
};

/**
 * The compilers of Fastify's JSON schemas, which no route has: Fastify loads them anyway, with Ajv and 400 kB of code
 * that stays in memory.
 */
const withoutSchemas = {
  name: 'without-schemas',
  setup({ onResolve, onLoad }) {
    const namespace = 'no-schemas';
    onResolve({ filter: /^@fastify\/(ajv|fast-json-stringify)-compiler$/ }, ({ path }) => ({
      path,
      namespace,
    }));
    onLoad({ filter: /./, namespace }, ({ path }) => {
      const refusal = `A route has a JSON schema, but compile.mjs leaves out ${path}.`;
      return { contents: `module.exports = () => () => { throw new Error(${JSON.stringify(refusal)}); };` };
    });
  },
};

/**
 * V8 keeps a module's text with two bytes for every character when a single one is outside Latin-1. esbuild escapes
 * such characters in strings, but not in regular expressions, where one may also follow a backslash.
 */
function escaped(contents) {
  const text = Buffer.from(contents).toString();
  if (!/[\u0100-\uffff]/.test(text)) return contents;
  const inAscii = (found) => {
    const unit = found.charCodeAt(found.length - 1);
    return unit > 0xff ? `\\u${unit.toString(16).padStart(4, '0')}` : found;
  };
  return Buffer.from(text.replace(/\\[\s\S]|[\u0100-\uffff]/g, inAscii));
}

/** Of the tests, what benchmarks need. */
const forBenchmarks = ['test/support/postgres.ts'];

const common = {
  outbase: '.',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
};
const program = await build({
  ...common,
  outdir: 'dist',
  entryPoints,
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  external,
  plugins: [sharePackages, withoutSchemas, zodInEnglish],
  // V8 keeps the text of each module. Lines stay short for stack traces without source maps. Names stay, because logs
  // name errors by their class; `keepNames` would set each again, which costs 4 MB.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: 'linked',
  // CommonJS packages in a bundle still require Node's own modules.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
});
const modules = process.argv.includes('--bench')
  ? await build({
      ...common,
      outdir: 'dist/modules',
      entryPoints: [...['src', 'commands', 'bench'].flatMap(filesIn), ...forBenchmarks].filter((path) =>
        path.endsWith('.ts'),
      ),
    })
  : { outputFiles: [] };
const bundled = program.outputFiles.map(({ path, contents }) => ({
  path,
  contents: path.endsWith('.js') ? escaped(contents) : contents,
}));
const outputFiles = [...bundled, ...modules.outputFiles];

// Unchanged files keep their time, so that `npm run dev` restarts once, and only when something changed.
for (const { path, contents } of outputFiles) {
  if (existsSync(path) && readFileSync(path).equals(contents)) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

// What an earlier build wrote. The pages are in folders that tsconfig.json excludes, and have a build of their own.
const written = new Set(outputFiles.map(({ path }) => path));
const folders = ['chunks', 'src', 'commands', 'bench', 'test'];
for (const folder of [...folders, ...(process.argv.includes('--bench') ? ['modules'] : [])])
  for (const path of existsSync(join('dist', folder)) ? filesBuiltIn(folder) : [])
    if (/\.js(\.map|\.LEGAL\.txt)?$/.test(path) && !written.has(resolve(path))) rmSync(path);

function filesBuiltIn(folder) {
  return readdirSync(join('dist', folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (exclude.includes(path)) return [];
    return entry.isDirectory() ? filesBuiltIn(path) : [join('dist', path)];
  });
}
