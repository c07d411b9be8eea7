import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const helper = pathToFileURL(resolve('test/support/deadline.mjs')).href;
const { exitOf, firstLine, stop, succeeds, within } = await import(helper);
const folder = mkdtempSync(join(tmpdir(), 'deadline-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Longer than any test waits. */
const forever = 'sleep 600';
const shell = (command: string): ChildProcess =>
  spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'ignore'] });

const stateOf = (pid: string): string => String(spawnSync('ps', ['-o', 'stat=', '-p', pid]).stdout);
/** Ended, though perhaps not yet removed. */
const gone = /^(Z.*)?\s*$/;

describe('a step with a deadline', () => {
  it('succeeds when its command ends with 0 in time', async () => {
    expect(await succeeds('read line && test "$line" = hello', { seconds: 60, input: 'hello\n' })).toBe(true);
    expect(await succeeds('exit 3', { seconds: 60 })).toBe(false);
  });

  it('fails when its command does not end, and ends all that the command started', async () => {
    const file = join(folder, 'pid');
    expect(await succeeds(`${forever} & echo $! > ${file}; wait`, { seconds: 3 })).toBe(false);
    expect(stateOf(readFileSync(file, 'utf8').trim())).toMatch(gone);
  });

  it('waits no longer for a promise', async () => {
    expect(await within(Promise.resolve('done'), 60)).toBe('done');
    expect(await within(new Promise(() => undefined), 0.05)).toBeUndefined();
  });
});

it('a script that is asked to end takes with it what it started', async () => {
  const file = join(folder, 'pids');
  const script = `
    import { spawn } from 'node:child_process';
    import { endOnSignals, exitOf, succeeds } from ${JSON.stringify(helper)};
    endOnSignals();
    void exitOf(spawn('sh', ['-c', 'echo $$ >> ${file}; exec ${forever}'], { stdio: 'ignore' }));
    await succeeds('echo $$ >> ${file}; echo started; ${forever} & wait', { seconds: 600 });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = exitOf(child);
  await firstLine(child, 60);
  await expect.poll(() => readFileSync(file, 'utf8').split('\n').length).toBe(3);
  expect(await stop(child, ended, 60)).toBe(1);
  for (const pid of readFileSync(file, 'utf8').trim().split('\n'))
    await expect.poll(() => stateOf(pid)).toMatch(gone);
});

describe('a temporary folder', () => {
  const start = (rest: string) => {
    const script = `
      import { endOnSignals, makeTemporaryFolder, succeeds } from ${JSON.stringify(helper)};
      endOnSignals();
      const folder = makeTemporaryFolder('deadline-');
      ${rest}`;
    return spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };

  it('is removed when the script is interrupted while a command writes into it', async () => {
    const writing =
      'cd "$0" || exit; mkdir locked; chmod a-w locked; echo $0; while :; do : > $((n+=1)); done';
    const child = start(
      `await succeeds('set -- ' + folder + '; ${writing.replaceAll('$0', '$1')}', { seconds: 600 });`,
    );
    const ended = exitOf(child);
    const folder: string = await firstLine(child, 60);
    expect(existsSync(folder)).toBe(true);
    expect(await stop(child, ended, 60)).toBe(1);
    await expect.poll(() => existsSync(folder)).toBe(false);
  });

  it('is removed when the script throws', async () => {
    const child = start(`console.log(folder); throw new Error('no disk');`);
    const ended = exitOf(child);
    const folder: string = await firstLine(child, 60);
    expect(await ended).toBe(1);
    expect(existsSync(folder)).toBe(false);
  });
});

describe('a program', () => {
  it('is asked to end, and killed when it does not', async () => {
    const willing = shell(`exec ${forever}`);
    expect(await stop(willing, exitOf(willing), 60)).toBeNull(); // ended by the signal
    const orderly = shell(`trap 'exit 0' TERM; echo ready; while :; do sleep 0.05; done`);
    const ended = exitOf(orderly);
    await firstLine(orderly, 60);
    expect(await stop(orderly, ended, 60)).toBe(0);
    const deaf = shell(`trap '' TERM; echo ready; while :; do sleep 0.05; done`);
    const killed = exitOf(deaf);
    await firstLine(deaf, 60);
    expect(await stop(deaf, killed, 0.2)).toBeNull();
    expect(deaf.signalCode).toBe('SIGKILL');
  });

  it('that has ended before needs no signal', async () => {
    const gone = shell('exit 4');
    const ended = exitOf(gone);
    await ended;
    expect(await stop(gone, ended, 60)).toBe(4);
  });

  it('is given up when it says nothing, or ends', async () => {
    const silent = shell(`exec ${forever}`);
    expect(await firstLine(silent, 0.1)).toBeUndefined();
    silent.kill('SIGKILL');
    expect(await firstLine(shell('exit 1'), 60)).toBeUndefined();
    expect(await firstLine(shell('printf "one\\ntwo\\n"'), 60)).toBe('one');
  });
});
