import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Builds into dist. Where the compilers are not installed (`npm ci --omit=dev`), what was built elsewhere is used;
 * with `--optional`, as npm's `prepare`, there may also be nothing yet.
 */
const require = createRequire(import.meta.url);
const isInstalled = (name) => {
  try {
    return Boolean(require.resolve(`${name}/package.json`));
  } catch {
    return false;
  }
};
const run = (...args) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (['typescript', 'esbuild'].every(isInstalled)) {
  const tsc = require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc');
  run(tsc, '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', 'dist/.tsbuildinfo');
  run('esbuild.config.mjs');
} else if (!existsSync('dist/src/main.js')) {
  const isOptional = process.argv.includes('--optional');
  console.error(
    'Nothing is built: the compilers are missing (installed with --omit=dev?) and dist is empty. Run `npm ci` and `npm run build` here, or copy dist from a machine where they ran.',
  );
  process.exitCode = isOptional ? 0 : 1;
}
