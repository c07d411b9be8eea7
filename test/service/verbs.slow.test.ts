import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { main as runProgram } from '../../src/cli/program.js';
import { copyCatalog, editCatalog } from '../support/catalog.js';
import { ownBase } from '../support/ports.js';

/** The verbs, and the built program as a process. */

const main = resolve(import.meta.dirname, '../../dist/src/main.js');
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-verbs-'));
writeFileSync(join(folder, 'package.json'), '{"not": "a database, but a text of some length"}\n'.repeat(200));

/** As a process of its own. */
function rigsmithApart(args: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env,
    encoding: 'utf8',
    cwd: folder,
  });
  return { status, stdout, stderr };
}

/** In this process, because each start of another takes half a second of processor time. */
async function rigsmith(args: string[], environment: Record<string, string> = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  const to = (list: string[]) => ({ write: (text: string) => list.push(text) > 0 });
  const io = { stdout: to(out), stderr: to(err) } as unknown as Io;
  const before = process.cwd();
  process.chdir(folder);
  for (const [name, value] of Object.entries({ LANG: undefined, LC_ALL: undefined, ...environment }))
    vi.stubEnv(name, value);
  try {
    return { status: await runProgram(args, io), stdout: out.join(''), stderr: err.join('') };
  } finally {
    vi.unstubAllEnvs();
    process.chdir(before);
  }
}

// A database that is not ours.
new Sqlite(join(folder, 'notes.db')).exec('CREATE TABLE note (text TEXT)').close();

const oneSentence = /^[^\n]+\n$/;

describe('a wrong command', () => {
  it.each([
    [['dance'], 'Unknown verb "dance"'],
    [['strat'], 'Unknown verb "strat": did you mean "start"?'],
    [['--verison'], 'did you mean "--version"?'],
    [['start', '--prot', '9000'], 'Unknown option --prot: did you mean --port?'],
    [['start', '--port'], '--port needs a value: --port N.'],
    [['start', '--port', '--json'], '--port needs a value: --port N.'],
    [['start', '--json=yes'], '--json takes no value.'],
    [['completions', 'tcsh'], 'rigsmith completions bash|zsh|fish'],
    [['start', '--loud'], 'Unknown option --loud'],
    [['tour'], '--out DIR'],
    [['tour', '--out', '.', '--locale', 'xx'], 'There is no locale "xx". Available: '],
    [['doctor', 'now'], 'Unexpected argument'],
    [['doctor', '--wallet-test'], '--wallet-test needs --service URL'],
    [['doctor', '--service', 'forge.example'], 'is not a service address'],
    [['bot'], 'needs DISCORD_TOKEN and SERVICE_URL'],
    [['service'], 'needs SOLANA_RPC_URL and MERCHANT_ADDRESS'],
    [['reconcile', '--books-only', '--database', 'package.json'], 'is not a service database'],
    [['reconcile', '--books-only', '--database', 'notes.db'], 'is not a service database'],
    [['review', '--database', 'notes.db'], 'is not a service database'],
    [['rig', 'text', 'a fox'], 'Name the file for the model'],
    [['rig', 'text', 'a fox', '-o', 'no/such/folder/x.glb'], 'cannot be written'],
  ])('%j is answered with one sentence and exit code 2, and nothing is written', async (args, sentence) => {
    const { status, stdout, stderr } = await rigsmith(args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(oneSentence);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(existsSync(join(folder, 'x.glb'))).toBe(false);
  });

  it('lists every environment error at once', async () => {
    const { status, stderr } = await rigsmith(['start'], {
      PORT: 'many',
      LOG_LEVEL: 'loud',
      SERVICE_URL: 'nowhere',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/3 problems:\n.*\n.*\n.*\n$/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('reports that a data folder cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { status, stderr } = rigsmithApart(['start', '--port', String(await ownBase())], {
      DATA_DIR: join(folder, 'a-file', 'data'),
    });
    expect(stderr).toMatch(/data folder .* is not writable/);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });

  it('refuses bytes that are not a picture', async () => {
    writeFileSync(join(folder, 'note.png'), 'this is a note');
    const { status, stderr } = await rigsmith(['rig', 'image', 'note.png', '-o', 'x.glb']);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });
});

describe('a valid command', () => {
  it.each([[[]], [['help']], [['--help']]])('shows the list of verbs for %j', async (args) => {
    const { status, stdout } = await rigsmith(args);
    expect(status).toBe(0);
    for (const verb of ['start', 'tour', 'rig', 'doctor']) expect(stdout).toContain(`  ${verb}`);
  });

  it('shows the version of the package', () => {
    const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'));
    expect(rigsmithApart(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('shows the options of a verb with an example, without starting it', async () => {
    const { status, stdout } = await rigsmith(['start', '--help']);
    expect(stdout).toMatch(
      /--port N {2,}\S.*\n.*--json {4,}\S[\s\S]*--locale LOCALE {2}\S[\s\S]*\nExample: rigsmith start --port 9000\n/,
    );
    expect(status).toBe(0);
    expect((await rigsmith(['help', 'start'])).stdout).toBe(stdout);
  });

  it('answers in the language of the terminal', async () => {
    const help = await rigsmith(['start', '--help'], { LANG: 'de_DE.UTF-8' });
    expect(help.stdout).toContain('Beispiel: rigsmith start');
    expect((await rigsmith(['dance'], { LC_ALL: 'fr_FR.UTF-8' })).stderr).toContain('Commande inconnue');
    expect((await rigsmith(['dance'], { LANG: 'C.UTF-8' })).stderr).toContain('Unknown verb');
  });

  it('makes a rig with picture and report, and lists the files it wrote', { tags: 'slow' }, () => {
    const { status, stdout } = rigsmithApart([
      'rig',
      'text',
      'a red fox',
      '-o',
      'fox.glb',
      '--preview',
      'fox.png',
      '--json',
      'fox.json',
      '--seed',
      '5',
      '--detail',
      'low',
    ]);
    expect(status).toBe(0);
    expect(stdout).toMatch(/quadruped, \d+ joints.*\n.*idle.*walk.*\n.*0 errors, 0 warnings; seed 5/);
    for (const name of ['fox.glb', 'fox.png', 'fox.json']) expect(existsSync(join(folder, name))).toBe(true);
  });

  it('finds this machine healthy with doctor', () => {
    const { status, stdout } = rigsmithApart(['doctor']);
    expect(stdout).toMatch(/ok {4}Node\.js[\s\S]*ok {4}SQLite[\s\S]*All checks passed/);
    expect(status).toBe(0);
  });

  it('names the problem and the solution with doctor', async () => {
    const { status, stdout } = await rigsmith(['doctor'], { SERVICE_URL: 'http://127.0.0.1:9' });
    expect(stdout).toMatch(/FAIL {2}Service: .*\n {6}Start the service, or correct SERVICE_URL\./);
    expect(status).toBe(1);
  });
});

it('Ctrl+C during the start ends the program without saying that it runs', async () => {
  const env = { PATH: process.env.PATH ?? '', PORT: String(await ownBase()) };
  const child = spawn(process.execPath, [main, 'start'], { env, cwd: folder });
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
    if (printed === 'Starting Rigsmith…\n') child.kill('SIGINT');
  });
  const [code] = await once(child, 'close');
  expect({ code, printed }).toEqual({
    code: 0,
    printed: 'Starting Rigsmith…\nStopping as soon as the start is complete. Ctrl+C again stops at once.\n',
  });
});

it('SIGHUP reads the prices again, and a catalog with a mistake changes nothing', async () => {
  const catalog = copyCatalog(folder);
  const env = {
    PATH: process.env.PATH ?? '',
    CATALOG_DIR: catalog,
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [main, 'start', '--json', '--port', `${await ownBase()}`], {
    env,
    cwd: folder,
  });
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const [first] = await once(child.stdout, 'data');
  const { service } = JSON.parse(String(first));
  const creditsOfFirst = async () => {
    const packs = await fetch(`${service}/api/payments/credit-packs`);
    const { data } = (await packs.json()) as { data: { credits: number }[] };
    return data[0]?.credits;
  };
  expect(await creditsOfFirst()).toBe(100);
  editCatalog(catalog, 'packs.json', ([starter]) => Object.assign(starter!, { credits: 111 }));
  child.kill('SIGHUP');
  await expect.poll(creditsOfFirst).toBe(111);
  editCatalog(catalog, 'packs.json', ([starter]) => Object.assign(starter!, { credits: 'many' }));
  child.kill('SIGHUP');
  await expect.poll(() => log).toContain('catalog not read again');
  expect(await creditsOfFirst()).toBe(111);
});
