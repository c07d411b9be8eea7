import { Worker } from 'node:worker_threads';
import type { RigRequest } from '../../engine/index.js';
import type { Executor, JobHooks, Outcome } from './executor.js';
import type { WorkerMessage } from './worker.js';

/**
 * Makes rigs in worker threads, one job each; those beyond `size` wait. Threads start when first needed and are
 * kept; a job that is stopped, crashes or outgrows its memory takes only its own thread with it.
 * @param workerUrl a compiled module: Node 20 cannot load TypeScript into a thread
 */
export function createThreadPool(
  options: { workerUrl?: URL | string; size?: number; maxHeapMb?: number } = {},
): Executor {
  const { workerUrl = new URL('./worker.js', import.meta.url), size = 1, maxHeapMb = 1024 } = options;
  const idle: Worker[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;
  const all = new Set<Worker>();

  const hire = (): Worker => {
    const kept = idle.pop();
    if (kept) return kept;
    const worker = new Worker(workerUrl, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    all.add(worker);
    worker.once('exit', () => {
      all.delete(worker);
      const place = idle.indexOf(worker);
      if (place >= 0) idle.splice(place, 1);
    });
    // A thread that fails between jobs has no other listener, and an unheard 'error' would end the process.
    worker.on('error', () => undefined);
    return worker;
  };

  const runOnFreeThread = async (request: RigRequest, hooks: JobHooks): Promise<Outcome> => {
    if (hooks.signal.aborted) return { kind: 'stopped' };
    const worker = hire();
    worker.ref();
    const outcome = await runOn(worker, request, hooks);
    if (outcome.kind === 'stopped' || outcome.kind === 'crashed') await worker.terminate();
    else {
      worker.unref();
      idle.push(worker);
    }
    return outcome;
  };

  return {
    slots: size,
    async run(request, hooks) {
      if (busy >= size) await new Promise<void>((resolve) => waiting.push(resolve));
      else busy++;
      try {
        return await runOnFreeThread(request, hooks);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else busy--;
      }
    },
    async stop() {
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function runOn(worker: Worker, request: RigRequest, { onStage, signal }: JobHooks): Promise<Outcome> {
  return new Promise((resolve) => {
    const finish = (outcome: Outcome) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const onMessage = (message: WorkerMessage) => {
      if (message.kind === 'stage') onStage(message.stage, message.fraction);
      else finish(message.outcome);
    };
    const onError = (error: Error) => finish({ kind: 'crashed', cause: error.stack ?? error.message });
    const onExit = (code: number) => finish({ kind: 'crashed', cause: `the thread ended with ${code}` });
    const onAbort = () => finish({ kind: 'stopped' });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.postMessage(request);
  });
}
