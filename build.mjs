import { spawn, spawnSync } from 'node:child_process';
import { existsSync, watch } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Builds into dist. Where the compilers are not installed (`npm ci --omit=dev`), an existing dist is used.
 *
 * --optional: as npm's `prepare`, dist may also be missing
 * --bench: compiles the benchmarks too
 * --watch: builds, starts the program, and rebuilds and restarts it when a source file changes
 */
const require = createRequire(import.meta.url);
const isInstalled = (name) => {
  try {
    return Boolean(require.resolve(`${name}/package.json`));
  } catch {
    return false;
  }
};
const has = (option) => process.argv.includes(option);
const run = (...args) => spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

/** @returns the exit code of the step that failed, or 0 */
function build() {
  const tsc = require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc');
  const project = has('--bench') ? 'bench/tsconfig.json' : 'tsconfig.json';
  const state = has('--bench') ? 'dist/.tsbuildinfo-bench' : 'dist/.tsbuildinfo';
  return run(tsc, '-p', project, '--incremental', '--tsBuildInfoFile', state) || run('esbuild.config.mjs');
}

function watchSources() {
  let timer;
  const rebuild = () => {
    clearTimeout(timer);
    timer = setTimeout(build, 200); // an editor writes several files at once
  };
  for (const folder of ['src', 'commands', 'data/catalog']) watch(folder, { recursive: true }, rebuild);
  const program = ['--watch', '--enable-source-maps', 'dist/src/main.js', 'start'];
  spawn(process.execPath, program, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 0));
}

if (['typescript', 'esbuild'].every(isInstalled)) {
  const status = build();
  if (has('--watch')) watchSources();
  else process.exitCode = status;
} else if (!existsSync('dist/src/main.js')) {
  console.error(
    'Nothing is built: the compilers are missing (installed with --omit=dev?) and dist is empty. Run `npm ci` and `npm run build` here, or copy dist from a machine where they ran.',
  );
  process.exitCode = has('--optional') ? 0 : 1;
}
