import { type ForkOptions, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A process of a benchmark that answers one message at a time. */
export type BenchChild = {
  readonly pid: number;
  /** Sends a message and resolves with the next one. Rejects with the standard error of a child that ends before. */
  ask<Answer>(message: Serializable): Promise<Answer>;
  /** The next message, for a child that speaks first. */
  next<Answer>(): Promise<Answer>;
  /** Resolves once it has ended. */
  stop(): Promise<void>;
};

const mostSaid = 4_000;

/** @param module the compiled file, started by `fork` */
export function startChild(module: URL, options: ForkOptions = {}): BenchChild {
  const path = fileURLToPath(module);
  const child = fork(path, [], { ...options, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = `${said}${chunk}`.slice(-mostSaid);
  });
  const closed = once(child, 'close');
  const failed = closed.then(([code, signal]) => {
    throw new Error(`${basename(path)} ended with ${signal ?? code}: ${said.trim()}`);
  });
  failed.catch(() => undefined); // reported by `next`
  const next = async <Answer>() => {
    const [answer] = await Promise.race([once(child, 'message') as Promise<[Answer]>, failed]);
    return answer;
  };
  return {
    pid: child.pid ?? 0,
    next,
    ask<Answer>(message: Serializable) {
      const answer = next<Answer>();
      child.send(message, () => undefined); // the channel of a child that ended is closed
      return answer;
    },
    async stop() {
      child.kill();
      await closed;
    },
  };
}
