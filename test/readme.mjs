import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * `npm run readme`: follows the first commands of the README in a fresh clone, as a newcomer would. It needs a package
 * registry, so it is no part of the test suite. `--modules DIR` copies installed packages instead of `npm ci`.
 */

const root = resolve(import.meta.dirname, '..');
const [, block] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
const commands = block.trim().split('\n');
const at = process.argv.indexOf('--modules');
const modules = at === -1 ? null : process.argv[at + 1];
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-readme-'));
const clone = join(folder, 'rigsmith');
const port = 20_000 + (process.pid % 2_000) * 6;
const env = { ...process.env, PORT: String(port), npm_config_update_notifier: 'false' };
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
let failed = 0;

function check(name, isTrue) {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'}  ${name}`);
  if (!isTrue) failed += 1;
}

function run(command, options = {}) {
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', cwd: clone, env, ...options });
  return status === 0;
}

function megabytesOf(path) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const bytes = files.map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1e6);
}

/** Starts the playground, opens its page, and stops it as Ctrl+C does. */
async function start(command) {
  const startedAt = performance.now();
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd: clone, env, detached: true });
  let output = '';
  const said = (text) =>
    new Promise((done, fail) => {
      const look = () => output.includes(text) && done(seconds(startedAt));
      child.stdout.on('data', look);
      child.once('exit', () => fail(new Error(`${command} ended: ${output}`)));
      look();
    });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const starting = await said('Starting Rigsmith');
  const ready = await said(`http://127.0.0.1:${port}`);
  console.log(`${command}: first line after ${starting} s, ready after ${ready} s`);
  const page = await fetch(`http://127.0.0.1:${port}`);
  check(`${command} opens the page it prints`, page.ok && (await page.text()).includes('<title>'));
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGINT');
  await ended;
  check(`${command} stops with Ctrl+C`, true);
}

try {
  check('the README begins with npm ci and npm start', commands.join(' ') === 'npm ci npm start');
  run(`git clone --quiet "${root}" "${clone}"`, { cwd: folder });
  const startedAt = performance.now();
  if (modules) check('npm run build', run(`cp -a "${modules}" node_modules && npm run -s build`));
  else check('npm ci', run('npm ci'));
  console.log(`installed in ${seconds(startedAt)} s, ${megabytesOf(join(clone, 'node_modules'))} MB`);
  const builtAt = statSync(join(clone, 'dist/src/main.js')).mtimeMs;
  await start('npm start');
  const isSame = statSync(join(clone, 'dist/src/main.js')).mtimeMs === builtAt;
  check('npm start compiles nothing after npm ci', isSame);
  check('npx rigsmith --help', run('npx rigsmith --help'));
  check('git status is clean', run('test -z "$(git status --porcelain)"'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
