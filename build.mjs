import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Builds into dist, and does nothing when no source file changed since the last build. esbuild only removes the types;
 * `npm run types` checks them. Where esbuild is not installed (`npm ci --omit=dev`), an existing dist is used.
 *
 * --optional: as npm's `prepare`, dist may also be missing
 * --bench: compiles the benchmarks too, to dist/modules
 * --types: also checks the types and writes the declarations that `exports` in package.json needs
 * --start ARGUMENTS: builds and starts the program in this process, because another one costs a start of Node
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

const scripts = ['build.mjs', 'compile.mjs', 'esbuild.config.mjs', 'messages.mjs', 'package-lock.json'];
/** The vocabulary, because what is learned from messages depends on what is known of their words. */
const program = {
  stamp: 'dist/.stamp',
  folders: ['src', 'commands', 'data/locales', 'data/talk', 'data/vocabulary'],
};
const withBenchmarks = { stamp: 'dist/.stamp-bench', folders: [...program.folders, 'bench'] };
const target = has('--bench') ? withBenchmarks : program;

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });

/** A checksum of all sources in the folders, by what `read` says about each. */
function checksum(folders, read) {
  const hash = createHash('sha256');
  const sources = folders.flatMap(filesIn).filter((path) => !path.endsWith('.gen.ts'));
  for (const path of [...sources.sort(), ...scripts.filter((path) => existsSync(path))]) {
    hash.update(`${path} `).update(read(path)).update('\n');
  }
  return hash.digest('hex');
}
const timesOf = (folders) =>
  checksum(folders, (path) => {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  });
const contentsOf = (folders) => checksum(folders, readFileSync);
const writeStamp = ({ stamp, folders }) =>
  writeFileSync(stamp, `${timesOf(folders)}\n${contentsOf(folders)}\n`);

/** The times of the files are read first; a copy (a container, another folder) has other times and the same contents. */
function isFresh() {
  const { stamp, folders } = target;
  if (!existsSync('dist/src/main.js') || !existsSync(stamp)) return false;
  const [times, contents] = readFileSync(stamp, 'utf8').split('\n');
  if (times === timesOf(folders)) return true;
  if (contents !== contentsOf(folders)) return false;
  writeStamp(target);
  return true;
}

/** @returns the exit code of the step that failed, or 0 */
function build() {
  if (isFresh()) return 0;
  for (const { stamp } of [program, withBenchmarks]) rmSync(stamp, { force: true }); // both have the program
  const status =
    run('messages.mjs') ||
    run('compile.mjs', ...(has('--bench') ? ['--bench'] : [])) ||
    run('dist/src/service/agents/embedded/topics/train.js') ||
    run('esbuild.config.mjs');
  if (status === 0) {
    mkdirSync('dist', { recursive: true });
    writeStamp(program);
    if (has('--bench')) writeStamp(withBenchmarks);
  }
  return status;
}

/** @returns the exit code of the compiler */
function declare() {
  const tsc = require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc');
  const emit = ['--emitDeclarationOnly', '--incremental', '--tsBuildInfoFile', 'dist/.tsbuildinfo'];
  return run(tsc, '-p', 'tsconfig.json', ...emit);
}

function watchSources() {
  let timer;
  const rebuild = () => {
    clearTimeout(timer);
    timer = setTimeout(build, 200); // an editor writes several files at once
  };
  for (const folder of ['src', 'commands', 'data/catalog', 'data/locales', 'data/talk', 'data/vocabulary'])
    watch(folder, { recursive: true }, rebuild);
  const program = ['--watch', '--enable-source-maps', 'dist/src/main.js', 'start'];
  spawn(process.execPath, program, { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 0));
}

/** Runs `rigsmith start` with the arguments after `--start`. */
async function start() {
  process.setSourceMapsEnabled(true);
  const program = resolve('dist/src/main.js');
  process.argv = [
    process.execPath,
    program,
    'start',
    ...process.argv.slice(process.argv.indexOf('--start') + 1),
  ];
  await import(pathToFileURL(program).href);
}

if (isInstalled('esbuild')) {
  const status = build() || (has('--types') ? declare() : 0);
  if (has('--watch')) watchSources();
  else if (has('--start') && status === 0) await start();
  else process.exitCode = status;
} else if (!existsSync('dist/src/main.js')) {
  console.error(
    'Nothing is built: the compilers are missing (installed with --omit=dev?) and dist is empty. Run `npm ci` and `npm run build` here, or copy dist from a machine where they ran.',
  );
  process.exitCode = has('--optional') ? 0 : 1;
} else if (has('--start')) await start();
