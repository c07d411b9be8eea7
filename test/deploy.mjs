import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { endOnSignals, exitOf, makeTemporaryFolder, stop, succeeds, within } from './support/deadline.mjs';

/**
 * `npm run deploy:check`: runs the steps of the Dockerfile in folders of a clean checkout, where no container builder is
 * needed, then starts what the last stage contains as its user, with everything but /data read-only. It needs a package
 * registry; `--modules BUILD RUN` copies installed packages (with and without dev packages) instead.
 */

const root = resolve(import.meta.dirname, '..');
const at = process.argv.indexOf('--modules');
const [buildModules, runModules] = at === -1 ? [] : process.argv.slice(at + 1);
const folder = makeTemporaryFolder('rigsmith-image-');
/** Seconds that a step of the Dockerfile, a start, a stop and a health check may take. */
const longest = { step: 1_200, start: 180, stop: 60, health: 30 };
const port = 20_000 + (process.pid % 2_000) * 6;
let failed = 0;
endOnSignals();

function check(name, isTrue) {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'}  ${name}`);
  if (!isTrue) failed += 1;
}

/** The instructions of a Dockerfile, one a line. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .replace(/^\s*#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));

const stages = new Map();
let stage;
const inStage = (path) => join(stage.root, path.startsWith('/') ? path : join(stage.workdir, path));

function from(text) {
  const [, base, name] = /^(\S+) AS (\w+)$/.exec(text);
  stage = { root: join(folder, name), workdir: '/', env: {}, ...stages.get(base) };
  if (stages.has(base)) cpSync(stage.root, join(folder, name), { recursive: true, verbatimSymlinks: true });
  stage.root = join(folder, name);
  mkdirSync(stage.root, { recursive: true });
  stages.set(name, stage);
}

function copyCheckout(target) {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]/.test(line));
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  for (const path of stdout.trim().split('\n'))
    if (!ignored.some((each) => path === each || path.startsWith(`${each}/`)))
      cpSync(join(root, path), join(target, path), { recursive: true });
}

function copy(text) {
  const words = text.split(' ');
  const [, source] = /^--from=(\w+)$/.exec(words[0]) ?? [];
  const paths = source ? words.slice(1, -1) : words.slice(0, -1);
  const target = words.at(-1);
  if (!source) return copyCheckout(inStage(target));
  for (const path of paths) {
    const to = target.endsWith('/') ? join(inStage(target), path.split('/').at(-1)) : inStage(target);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(stages.get(source).root, path), to, { recursive: true, verbatimSymlinks: true });
  }
}

async function run(command) {
  if (command.startsWith('apt-get')) return console.log(`skip  ${command}`);
  if (command.startsWith('npm ci') && buildModules) {
    const isRun = command.includes('--omit=dev');
    rmSync(inStage('node_modules'), { recursive: true, force: true });
    cpSync(isRun ? runModules : buildModules, inStage('node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const [, rest = 'npm run -s prepare'] = command.split(' && ');
    return check(rest, await sh(rest));
  }
  check(command, await sh(command.replace(/ (\/data)/g, ` ${stage.root}$1`)));
}

const sh = (command) => succeeds(command, { cwd: inStage('.'), seconds: longest.step });

const words = (text) => JSON.parse(text.slice(text.indexOf('[')));
const image = {};
const steps = {
  ARG: () => undefined,
  FROM: from,
  WORKDIR: (path) => {
    stage.workdir = path;
    mkdirSync(inStage('.'), { recursive: true });
  },
  ENV: (text) =>
    Object.assign(
      stage.env,
      Object.fromEntries(
        text
          .trim()
          .split(/\s+/)
          .map((each) => each.split('=')),
      ),
    ),
  COPY: copy,
  RUN: run,
  USER: (user) => {
    image.uid = Number(user.split(':')[0]);
  },
  VOLUME: () => undefined,
  EXPOSE: () => undefined,
  HEALTHCHECK: (text) => {
    image.health = words(text);
  },
  ENTRYPOINT: (text) => {
    image.entry = words(text);
  },
  CMD: (text) => {
    image.command = words(text);
  },
};

async function start() {
  await sh('chmod -R a-w,a+rX .');
  const env = {
    ...stage.env,
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    DATA_DIR: join(stage.root, 'data'),
    PORT: String(port),
  };
  const isRoot = process.getuid() === 0;
  const as = { cwd: inStage('.'), env, ...(isRoot && { uid: image.uid, gid: image.uid }) };
  const [program, ...args] = image.entry;
  const child = spawn(program, [...args, ...image.command], { ...as, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const ended = exitOf(child);
  const isReady = new Promise((done) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes(`:${port}`)) done(true);
    });
    void ended.then(() => done(false));
  });
  check(
    `starts as user ${isRoot ? image.uid : process.getuid()}, with everything but /data read-only`,
    (await within(isReady, longest.start)) === true,
  );
  const health = () =>
    spawnSync(image.health[0], image.health.slice(1), { ...as, timeout: longest.health * 1000 }).status;
  check('the health check passes', health() === 0);
  check('SIGTERM ends it with 0', (await stop(child, ended, longest.stop)) === 0);
  check('the health check then fails', health() === 1);
  check(
    'the compilers are not in the image',
    !(await sh('test -e node_modules/esbuild -o -e node_modules/typescript')),
  );
}

for (const [name, text] of instructions) await steps[name](text);
await start();
spawnSync('du', ['-sm', inStage('.')], { stdio: 'inherit' });
process.exitCode = failed === 0 ? 0 : 1;
