import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `node .ci/tools/run.mjs biome ARGUMENTS`: runs a tool that only those need who change the code, and installs the tools on
 * their first use. In the package's own dependencies they would be a third of what everyone installs.
 */
const folder = import.meta.dirname;
const installed = join(folder, 'node_modules/.package-lock.json');
const isFresh = () =>
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs;
const run = (command, ...args) =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

const [tool, ...rest] = process.argv.slice(2);
process.exitCode =
  (isFresh() ? 0 : run('npm', 'ci', '--no-audit', '--no-fund', '--prefix', folder)) ||
  run(join(folder, 'node_modules/.bin', tool), ...rest);
