import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endOnSignals, exitOf, firstLine, makeTemporaryFolder, stop, succeeds } from './support/deadline.mjs';

/**
 * `npm run guide`: follows "systemd" in docs/deploy/README.md literally, from `git clone` to a bot with prices of its own
 * that answers a member; the line of the unit is run without systemd. Everything is below one new folder, with an empty
 * home; as root, it runs as another user. Discord and Solana are a playground of this checkout. Needs a package registry.
 */

const root = resolve(import.meta.dirname, '..');
const folder = makeTemporaryFolder('rigsmith-guide-');
const [home, program, state] = ['home', 'opt', 'state'].map((name) => join(folder, name));
const settings = join(folder, 'rigsmith.env');
const catalog = join(folder, 'catalog');
const user = process.getuid() === 0 ? { uid: 10_003, gid: 10_003 } : {};
const port = 20_000 + (process.pid % 1_000) * 12;
const ownPrice = 17;
/** Seconds that a command of the guide, a start, a stop and a request may take. */
const longest = { command: 1_200, start: 180, stop: 60, request: 60 };
let failed = 0;
endOnSignals();

function check(name, isTrue) {
  console.log(`${isTrue ? 'ok  ' : 'FAIL'}  ${name}`);
  if (!isTrue) failed += 1;
}

const own = () => user.uid && spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
/** Nothing of the machine's environment but what finds programs, packages and the headers of Node. */
const passed = ['PATH', 'npm_config_registry', 'npm_config_nodedir', 'NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY'];
const env = {
  HOME: home,
  ...Object.fromEntries(passed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
};
const here = (text) =>
  text
    .replaceAll('/opt/rigsmith', program)
    .replaceAll('/etc/rigsmith.env', settings)
    .replaceAll('/var/lib/rigsmith', state);
const options = { cwd: program, env, ...user };
const withSettings = (command) => `set -ae; . ${settings}; set +a; exec ${command}`;

const run = async (command, input) =>
  check(command, await succeeds(here(command), { ...options, input, seconds: longest.command }));

const call = async (world, path, body) =>
  (
    await fetch(`${world.actor_api}${path}`, {
      signal: AbortSignal.timeout(longest.request * 1000),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
  ).json();

/** What `rigsmith init` asks, in its order. */
const answersOf = (world, merchant) => [
  world.discord_token,
  `http://127.0.0.1:${port + 20}`,
  'localnet',
  world.rpc,
  merchant,
];

async function startPlayground() {
  const child = spawn(process.execPath, ['dist/src/main.js', 'playground', '--json', '--port', `${port}`], {
    cwd: root,
    env: { ...env, DATA_DIR: join(folder, 'playground') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = exitOf(child);
  const end = () => stop(child, ended, longest.stop);
  const line = await firstLine(child, longest.start);
  if (line !== undefined) return { world: JSON.parse(line), end };
  await end();
  throw new Error('The playground did not start.');
}

/** A copy of the catalog with another price. */
function writeCatalog(credits) {
  cpSync(join(program, 'data/catalog'), catalog, { recursive: true });
  const file = join(catalog, 'pipelines.json');
  const pipelines = JSON.parse(readFileSync(file, 'utf8'));
  pipelines[0].credit_cost = credits;
  writeFileSync(file, JSON.stringify(pipelines));
  own();
}

async function until(isTrue, seconds = longest.start) {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    if (await isTrue().catch(() => false)) return true;
    await new Promise((done) => setTimeout(done, 500));
  }
  return false;
}

/** Whether `/pipelines` tells a member this price. */
async function tells(world, credits) {
  const { message_id } = await call(world, '/people/mia/run', { channel: 'rigs', command: '/pipelines' });
  const { messages } = await call(world, '/people/mia/messages?channel=rigs');
  const card = messages.find(({ id }) => id === message_id);
  return JSON.stringify(card ?? null).includes(`${credits} credits`);
}

/** Starts what the unit starts, and talks to it as a member and as its operator. */
async function serve(world) {
  const unit = readFileSync(join(program, 'docs/deploy/rigsmith.service'), 'utf8');
  const lineOf = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)[1];
  const [name, value] = lineOf('Environment').split('=');
  const asUnit = { ...options, env: { ...env, [name]: value } };
  const command = here(lineOf('ExecStart')).replace('/usr/bin/node', process.execPath);
  const child = spawn('sh', ['-c', withSettings(command)], {
    ...asUnit,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = exitOf(child);
  const isReady = async () => {
    const signal = AbortSignal.timeout(longest.request * 1000);
    return (await fetch(`http://127.0.0.1:${port + 20}/readyz`, { signal })).ok;
  };
  try {
    check('the bot is ready', await until(isReady));
    const databases = ['bot.db', 'service.db'].map((database) => join(state, database));
    check('its data is where only the unit may write', databases.every(existsSync));
    const doctor = withSettings('npx rigsmith doctor');
    check('rigsmith doctor', await succeeds(doctor, { ...asUnit, seconds: longest.command }));
    check(`a member sees the operator's own price`, await until(() => tells(world, ownPrice)));
    writeCatalog(ownPrice + 1);
    child.kill('SIGHUP');
    check('SIGHUP changes the price', await until(() => tells(world, ownPrice + 1)));
  } finally {
    check('SIGTERM ends it with 0', (await stop(child, ended, longest.stop)) === 0);
  }
}

const guide = readFileSync(join(root, 'docs/deploy/README.md'), 'utf8');
const [, block] = /## systemd[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide);
const commands = block
  .trim()
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, ''));
const { world, end } = await startPlayground();
try {
  for (const path of [home, state]) mkdirSync(path);
  const { address } = await call(world, '/people/sam/wallet');
  for (const command of commands) {
    if (command.startsWith('git clone'))
      check(command, spawnSync('git', ['clone', '-q', root, program]).status === 0);
    else if (/^(useradd|cp docs\/deploy)/.test(command)) console.log(`skip  ${command}`);
    else if (command.includes('rigsmith init'))
      await run(command, `${answersOf(world, address).join('\n')}\n`);
    else await run(command);
    own();
  }
  writeCatalog(ownPrice);
  const local = { DISCORD_API_URL: world.discord_api, DISCORD_CDN_URL: world.discord_cdn, PORT: port + 20 };
  for (const [name, value] of Object.entries({ ...local, CATALOG_DIR: catalog }))
    appendFileSync(settings, `${name}=${value}\n`);
  await run(`npx rigsmith catalog check ${catalog}`);
  await serve(world);
} finally {
  await end();
}
process.exitCode = failed === 0 ? 0 : 1;
