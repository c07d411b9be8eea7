import { setImmediate } from 'node:timers/promises';
import { type MessagePort, parentPort } from 'node:worker_threads';
import {
  convertRig,
  createFilmThread,
  createMoveNet,
  filmClip,
  makeRig,
  type RigHooks,
  type RigRequest,
  type Stage,
} from '../../engine/index.js';
import { type FileOutcome, type FileRequest, type JobOutcome, jobOutcomeOf } from './executor.js';

/** Messages of a worker: any number of stages, then one outcome. */
export type WorkerMessage =
  | { kind: 'stage'; stage: Stage; fraction: number }
  | { kind: 'outcome'; outcome: JobOutcome | FileOutcome };

/** Messages to a worker: a job, or the request to stop the current one. */
export type WorkerOrder = RigRequest | FileRequest | { kind: 'stop' };

/** Copies the bytes into their own buffer, which can be transferred to the other thread. */
const movable = (bytes: Uint8Array) =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

async function work(
  request: RigRequest | FileRequest,
  { signal, ...hooks }: Pick<RigHooks, 'pose' | 'shoot' | 'portray'> & { signal: AbortSignal },
  send: (message: WorkerMessage) => void,
): Promise<JobOutcome | FileOutcome> {
  try {
    if (request.kind === 'convert') {
      const { model, format, ...options } = request;
      const [file] = await convertRig(model, format, options);
      return { kind: 'file', bytes: movable(file!.bytes) };
    }
    if (request.kind === 'film') {
      const bytes = await filmClip(request, async () => {
        await setImmediate(); // lets the order to stop arrive
        signal.throwIfAborted();
      });
      return { kind: 'file', bytes: movable(bytes) };
    }
    const onStage = (stage: Stage, fraction: number) => send({ kind: 'stage', stage, fraction });
    const { glb, preview, turntable, report } = await makeRig(request, {
      onStage,
      signal,
      clock: performance,
      ...hooks,
    });
    const film = turntable && { turntable: movable(turntable) };
    return { kind: 'made', rig: { glb: movable(glb), preview: movable(preview), ...film, report } };
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : jobOutcomeOf(error);
  }
}

function serve(port: MessagePort): void {
  const film = createFilmThread(new URL('../../engine/film-thread.js', import.meta.url));
  let network: ReturnType<typeof createMoveNet> | null = null;
  let current = new AbortController();
  port.on('message', async (request: WorkerOrder) => {
    if (request.kind === 'stop') return current.abort();
    current = new AbortController();
    const { signal } = current;
    // Text jobs have no picture to analyse; a worker with only text jobs never loads the network.
    if (!['text', 'spec', 'film', 'convert'].includes(request.kind)) network ??= createMoveNet();
    const outcome = await work(request, { pose: await network, ...film, signal }, (message) =>
      port.postMessage(message),
    );
    const { glb, preview, turntable } = outcome.kind === 'made' ? outcome.rig : {};
    const file = outcome.kind === 'file' ? outcome.bytes : undefined;
    const files = [glb, preview, turntable, file].flatMap((bytes) =>
      bytes ? [bytes.buffer as ArrayBuffer] : [],
    );
    port.postMessage({ kind: 'outcome', outcome } satisfies WorkerMessage, files);
  });
}

if (parentPort) serve(parentPort);
