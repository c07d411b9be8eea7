import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownBase } from '../support/ports.js';

/** The built program, run from the command line. */

const main = resolve(import.meta.dirname, '../../dist/src/main.js');
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-verbs-'));
writeFileSync(join(folder, 'package.json'), '{"not": "a database, but a text of some length"}\n'.repeat(200));

function rigsmith(args: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env,
    encoding: 'utf8',
    cwd: folder,
  });
  return { status, stdout, stderr };
}

// A database that is not ours.
new Sqlite(join(folder, 'notes.db')).exec('CREATE TABLE note (text TEXT)').close();

const oneSentence = /^[^\n]+\n$/;

describe('a wrong command', () => {
  it.each([
    [['dance'], 'Unknown verb "dance"'],
    [['start', '--loud'], "Unknown option '--loud'"],
    [['tour'], '--out DIR'],
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
  ])('%j is answered with one sentence and exit code 2, and nothing is written', (args, sentence) => {
    const { status, stdout, stderr } = rigsmith(args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(oneSentence);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(existsSync(join(folder, 'x.glb'))).toBe(false);
  });

  it('lists every environment error at once', () => {
    const { status, stderr } = rigsmith(['start'], {
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
    const { status, stderr } = rigsmith(['start', '--port', String(await ownBase())], {
      DATA_DIR: join(folder, 'a-file', 'data'),
    });
    expect(stderr).toMatch(/data folder .* is not writable/);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });

  it('refuses bytes that are not a picture', () => {
    writeFileSync(join(folder, 'note.png'), 'this is a note');
    const { status, stderr } = rigsmith(['rig', 'image', 'note.png', '-o', 'x.glb']);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });
});

describe('a valid command', () => {
  it('shows the list of commands', () => {
    const { status, stdout } = rigsmith(['--help']);
    expect(status).toBe(0);
    for (const verb of ['start', 'tour', 'rig', 'doctor']) expect(stdout).toContain(`  ${verb}`);
  });

  it('makes a rig with picture and report, and lists what was written', () => {
    const { status, stdout } = rigsmith([
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
    const { status, stdout } = rigsmith(['doctor']);
    expect(stdout).toMatch(/ok {4}Node\.js[\s\S]*ok {4}SQLite[\s\S]*All checks passed/);
    expect(status).toBe(0);
  });

  it('names the problem and the solution with doctor', () => {
    const { status, stdout } = rigsmith(['doctor'], { SERVICE_URL: 'http://127.0.0.1:9' });
    expect(stdout).toMatch(/FAIL {2}Service: .*\n {6}Start the service, or correct SERVICE_URL\./);
    expect(status).toBe(1);
  });
});
