import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { ownBase } from '../support/ports.js';

/** The built program as a person types it. */

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

// A database, but nobody's books.
new Sqlite(join(folder, 'notes.db')).exec('CREATE TABLE note (text TEXT)').close();

const oneSentence = /^[^\n]+\n$/;

describe('asking wrongly', () => {
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
  ])('%j is answered by one sentence, exit 2, and nothing is written', (args, sentence) => {
    const { status, stdout, stderr } = rigsmith(args);
    expect(stderr).toContain(sentence);
    expect(stderr).toMatch(oneSentence);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(existsSync(join(folder, 'x.glb'))).toBe(false);
  });

  it('lists every fault of the environment at once', () => {
    const { status, stderr } = rigsmith(['start'], {
      PORT: 'many',
      LOG_LEVEL: 'loud',
      SERVICE_URL: 'nowhere',
    });
    expect(status).toBe(2);
    expect(stderr).toMatch(/3 problems:\n.*\n.*\n.*\n$/);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });

  it('says that a data folder cannot be written', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { status, stderr } = rigsmith(['start', '--port', String(await ownBase())], {
      DATA_DIR: join(folder, 'a-file', 'data'),
    });
    expect(stderr).toMatch(/data folder .* cannot be written/);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });

  it('refuses bytes that are no picture', () => {
    writeFileSync(join(folder, 'note.png'), 'this is a note');
    const { status, stderr } = rigsmith(['rig', 'image', 'note.png', '-o', 'x.glb']);
    expect(stderr).toMatch(oneSentence);
    expect(status).toBe(2);
  });
});

describe('asking rightly', () => {
  it('shows the verbs', () => {
    const { status, stdout } = rigsmith(['--help']);
    expect(status).toBe(0);
    for (const verb of ['start', 'tour', 'rig', 'doctor']) expect(stdout).toContain(`  ${verb}`);
  });

  it('makes a rig with picture and report, and says what came of it', () => {
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

  it('the doctor finds this machine well', () => {
    const { status, stdout } = rigsmith(['doctor']);
    expect(stdout).toMatch(/ok {4}Node\.js[\s\S]*ok {4}SQLite[\s\S]*All checks passed/);
    expect(status).toBe(0);
  });

  it('the doctor names what is wrong and how to mend it', () => {
    const { status, stdout } = rigsmith(['doctor'], { SERVICE_URL: 'http://127.0.0.1:9' });
    expect(stdout).toMatch(/FAIL {2}Service: .*\n {6}Start the service, or correct SERVICE_URL\./);
    expect(status).toBe(1);
  });
});
