import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Addresses } from '../app-types.js';
import { findRoot } from './root.js';

/** Runs a verb of this program in a child process that can be killed and restarted. */
export type Child = {
  /** Resolves with the addresses it printed; a worker has none. Rejects with its standard error when it exits before that. */
  start(): Promise<Addresses>;
  /** Sends SIGKILL, so the process cannot clean up. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The process, once it runs. */
  pid(): number | undefined;
  /** Sends SIGSTOP or SIGCONT. */
  pause(): void;
  resume(): void;
  /** Resolves when it exits by itself, with its exit code and the last lines of its standard error. */
  ended(): Promise<{ code: number | null; said: string }>;
};

/** @param onOutput takes all of its standard error, also of later starts */
export function createChild(
  verb: 'bot' | 'service' | 'worker' | 'playground' | 'start',
  environment: Record<string, string>,
  onOutput: (chunk: Buffer) => void = () => undefined,
): Child {
  // Stories count credits from 0.
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    WELCOME_CREDITS: '0',
    RIG_CONFIRM: 'off',
    ...environment,
  };
  const hasAddresses = verb !== 'worker';
  let child: ChildProcess | null = null;
  let said = '';
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    async start() {
      const main = join(findRoot(), 'dist', 'src', 'main.js');
      const started = spawn(process.execPath, [main, verb, ...(hasAddresses ? ['--json'] : [])], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      said = '';
      started.stderr.on('data', (chunk: Buffer) => {
        onOutput(chunk);
        said = `${said}${chunk}`.slice(-4000);
      });
      const ready = once(createInterface(started.stdout), 'line');
      const ended = once(started, 'close').then(([code]) => {
        throw new Error(`${verb} ended with ${code}: ${said.trim()}`);
      });
      ended.catch(() => undefined);
      const [line] = await Promise.race([ready, ended]);
      return JSON.parse(hasAddresses ? line : '{}') as Addresses;
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pid: () => child?.pid,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async ended() {
      if (child && child.exitCode === null && child.signalCode === null) await once(child, 'close');
      return { code: child?.exitCode ?? null, said };
    },
  };
}

/** Environment for a bot that joins the playground of another process. It gets its own master key. */
export function botEnvironment(
  world: Addresses,
  own: { port: number; dataDir: string; serviceUrl?: string },
) {
  return {
    DISCORD_TOKEN: world.discord_token ?? '',
    DISCORD_API_URL: world.discord_api ?? '',
    DISCORD_CDN_URL: world.discord_cdn ?? '',
    SERVICE_URL: own.serviceUrl ?? world.service ?? '',
    PLAYGROUND_WALLET_URL: `${world.actor_api}/people`,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: own.dataDir,
    PORT: String(own.port),
    LOG_LEVEL: 'warn',
    RIG_CONFIRM: 'off', // stories make rigs without a question
  };
}
