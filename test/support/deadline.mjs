import { spawn } from 'node:child_process';

/** For scripts that start programs: each step has a deadline, so that a program that hangs is a failed step. */

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

/** @returns the exit code of a process once it has ended; null after a signal, or when it could not be started */
export const exitOf = (child) =>
  new Promise((resolve) => child.once('exit', resolve).once('error', () => resolve(null)));

/**
 * Runs a shell command, and kills it with everything it started after that many seconds.
 * @returns whether it ended with 0
 */
export async function succeeds(command, { seconds, input, ...options }) {
  const stdio = [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'];
  const child = spawn('sh', ['-c', command], { ...options, stdio, detached: true });
  const killAll = () => process.kill(-child.pid, 'SIGKILL');
  process.once('exit', killAll);
  const ended = exitOf(child);
  child.stdin?.on('error', () => undefined).end(input);
  const code = await within(ended, seconds);
  process.removeListener('exit', killAll);
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
    child.once('exit', () => resolve(undefined));
  });
  return within(line, seconds);
}
