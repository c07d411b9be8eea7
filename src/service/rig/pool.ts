import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { RigRequest } from '../../engine/index.js';
import { engineProcess } from './engine-process.js';
import type { Executor, FileOutcome, FileRequest, JobHooks, JobOutcome } from './executor.js';
import type { WorkerOrder } from './worker.js';
import type { ProcessMessage, ProcessOptions } from './worker-process.js';

/** At least two, so that one long job does not block all others; one processor stays free for everything else. */
const usualSize = (): number => Math.max(2, Math.min(4, availableParallelism() - 1));

/**
 * Makes rigs in child processes, one job each; jobs beyond `size` wait. Processes start on demand and are reused
 * while their memory is low. A job that hangs, crashes or exceeds its memory affects only its own process.
 * They get none of this process's environment variables, which contain secrets.
 * @param options.processUrl a compiled module: Node 20 cannot load TypeScript
 * @param options.stopMs a stopped job that has not ended by then is killed, with its process
 */
export function createProcessPool(
  options: Partial<ProcessOptions> & {
    processUrl?: URL | undefined;
    size?: number | undefined;
    stopMs?: number | undefined;
  } = {},
): Executor {
  const { processUrl = new URL('./worker-process.js', import.meta.url), size = usualSize() } = options;
  const { workerUrl, maxHeapMb = 1024, maxMb = 1200, keepMb = 400, stopMs = 2_000 } = options;
  const argument = JSON.stringify({ workerUrl, maxHeapMb, maxMb, keepMb } satisfies ProcessOptions);
  const idle: ChildProcess[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  const all = new Set<ChildProcess>();

  const hire = (): ChildProcess => {
    const kept = idle.pop();
    if (kept) return kept;
    const worker = fork(fileURLToPath(processUrl), [argument], {
      ...engineProcess,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    all.add(worker);
    const forget = () => {
      all.delete(worker);
      const place = idle.indexOf(worker);
      if (place >= 0) idle.splice(place, 1);
    };
    // An 'error' of an idle process has no other listener, and unhandled it would crash this one.
    worker.once('exit', forget).on('error', forget);
    return worker;
  };

  const runInFreeRoom = async (request: Job, hooks: JobHooks): Promise<Outcome> => {
    if (hooks.signal.aborted) return { kind: 'stopped' };
    const worker = hire();
    hold(worker, true);
    const { outcome, isSpent } = await runIn(worker, request, hooks, stopMs);
    if (isSpent) await end(worker);
    else {
      hold(worker, false);
      idle.push(worker);
    }
    return outcome;
  };

  const inTurn = async (request: Job, hooks: JobHooks): Promise<Outcome> => {
    if (busy >= size) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy++;
    try {
      return await runInFreeRoom(request, hooks);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };

  return {
    slots: size,
    // A worker answers each kind of request with its own kind of outcome.
    run: (request, hooks) => inTurn(request, hooks) as Promise<JobOutcome>,
    makeFile: (request, signal) =>
      inTurn(request, { signal, onStage: () => undefined }) as Promise<FileOutcome>,
    async stop() {
      await Promise.all([...all].map(end));
    },
  };
}

/** Sets whether the child process keeps this one alive. */
function hold(worker: ChildProcess, stays: boolean): void {
  for (const handle of [worker, worker.channel]) stays ? handle?.ref() : handle?.unref();
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.pid === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
  worker.ref();
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

type Job = RigRequest | FileRequest;
type Outcome = JobOutcome | FileOutcome;
type Ended = { outcome: Outcome; isSpent: boolean };

function runIn(
  worker: ChildProcess,
  request: Job,
  { onStage, signal }: JobHooks,
  stopMs: number,
): Promise<Ended> {
  return new Promise((resolve) => {
    let patience: NodeJS.Timeout | undefined;
    const finish = (outcome: Outcome, isSpent: boolean) => {
      clearTimeout(patience);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      resolve({
        outcome: signal.aborted ? { kind: 'stopped' } : outcome,
        isSpent: isSpent || outcome.kind === 'crashed',
      });
    };
    const onMessage = (message: ProcessMessage) => {
      if (message.kind === 'stage') onStage(message.stage, message.fraction);
      else finish(message.outcome, message.isSpent === true);
    };
    const onError = (error: Error) => finish({ kind: 'crashed', cause: error.stack ?? error.message }, true);
    const onExit = (code: number | null, killed: string | null) =>
      finish({ kind: 'crashed', cause: `the process ended with ${code ?? killed}` }, true);
    const send = (order: WorkerOrder) => worker.send(order, (error) => error && onError(error));
    // The engine stops between two parts of its work: the process stays, and the next job needs no new one.
    const onAbort = () => {
      send({ kind: 'stop' });
      patience = setTimeout(finish, signal.reason === 'shutdown' ? 0 : stopMs, { kind: 'stopped' }, true);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    send(request);
  });
}
