import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For scripts that start programs: each step has a deadline, so that a program that hangs is a failed step. Nothing that
 * was started outlives the script.
 */

/** Ends the script by a signal as it would end by itself: Node runs no handlers of `exit` otherwise. */
export function endOnSignals() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/**
 * A folder that other users can read, removed when the script ends, also by `endOnSignals`.
 * @returns its path
 */
export function makeTemporaryFolder(prefix) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(folder, 0o755);
  process.once('exit', () => {
    spawnSync('chmod', ['-R', 'u+w', folder]);
    // A process that was killed just now may still write a file.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return folder;
}

/** @returns the value of a promise, or undefined after that many seconds */
export async function within(promise, seconds) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Kills a process when the script ends.
 * @returns its exit code once it has ended; null after a signal, or when it could not be started
 */
export async function exitOf(child, kill = () => child.kill('SIGKILL')) {
  process.prependOnceListener('exit', kill); // before the removal of its folder
  const code = await new Promise((resolve) => {
    child.once('exit', resolve).once('error', () => resolve(null));
  });
  process.removeListener('exit', kill);
  return code;
}

/**
 * Runs a shell command, and kills it with everything it started after that many seconds.
 * @returns whether it ended with 0
 */
export async function succeeds(command, { seconds, input, ...options }) {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'];
  const child = spawn('sh', ['-c', command], { ...options, stdio, detached: true });
  const killAll = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };
  const ended = exitOf(child, killAll);
  child.stdin?.on('error', () => undefined).end(input);
  const code = await within(ended, seconds);
  if (code === undefined) {
    console.log(`      killed after ${seconds} s: ${command}`);
    killAll();
    await ended;
  }
  return code === 0;
}

/**
 * Asks a process to end, and kills it after that many seconds.
 * @param ended its `exitOf`, from before
 * @returns its exit code; null when it had to be killed
 */
export async function stop(child, ended, seconds) {
  child.kill('SIGTERM');
  const code = await within(ended, seconds);
  if (code !== undefined) return code;
  console.log(`      killed ${seconds} s after SIGTERM`);
  child.kill('SIGKILL');
  await ended;
  return null;
}

/** @returns the first line that a process writes, or undefined when it ends before that or after that many seconds */
export function firstLine(child, seconds) {
  let said = '';
  const line = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')));
    });
    child.once('close', () => resolve(undefined)); // after its last words
  });
  return within(line, seconds);
}
