import { Worker } from 'node:worker_threads';
import type { FileOutcome, JobOutcome } from './executor.js';
import type { WorkerMessage, WorkerOrder } from './worker.js';

/** Options of a worker process, its one argument as JSON; megabytes count the whole process. */
export type ProcessOptions = {
  /** The worker's module; by default the one beside this file. */
  workerUrl?: string | undefined;
  maxHeapMb: number;
  /** A job that uses more memory is ended. */
  maxMb: number;
  /** A process that keeps more memory after a job is closed. */
  keepMb: number;
};

/** Messages of a worker process; after an outcome with `isSpent` it accepts no more jobs. */
export type ProcessMessage = WorkerMessage & { isSpent?: boolean };

const watchEveryMs = 100;
const tooMuch = {
  kind: 'refused',
  code: 'too_large',
  detail: 'This needs more memory than there is for one rig. Please send something simpler.',
} as const;

/**
 * A process for one job at a time, around one worker thread: what a job leaves in memory ends with the process, and
 * while the thread works nothing else would watch it.
 */
function open(send: (message: ProcessMessage, sent?: () => void) => void, options: ProcessOptions): void {
  const { workerUrl, maxHeapMb, maxMb, keepMb } = options;
  const worker = new Worker(new URL(workerUrl ?? './worker.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  const holdsOver = (megabytes: number) => process.memoryUsage.rss() > megabytes * 1024 * 1024;
  let isLeaving = false;
  const leave = (outcome: JobOutcome | FileOutcome) => {
    if (!isLeaving) send({ kind: 'outcome', outcome, isSpent: true }, () => process.exit());
    isLeaving = true;
  };
  const fail = (cause: string) => leave({ kind: 'crashed', cause });

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'stage') send(message);
    else if (holdsOver(keepMb)) leave(message.outcome);
    else send(message);
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') leave(tooMuch);
    else fail(error.stack ?? error.message);
  });
  worker.on('exit', (code) => fail(`the thread ended with ${code}`));
  process.on('message', (order: WorkerOrder) => worker.postMessage(order));
  process.on('disconnect', () => process.exit());
  if (!process.connected) process.exit(); // the parent was killed while this process was loading
  // A terminal and a supervisor signal the whole group; the service says itself what becomes of a job.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  setInterval(() => holdsOver(maxMb) && leave(tooMuch), watchEveryMs);
}

const send = process.send?.bind(process);
if (send) {
  const options = JSON.parse(process.argv[2] ?? '') as ProcessOptions;
  open((message, sent) => void send(message, undefined, undefined, sent), options);
}
