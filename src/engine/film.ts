import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { AppError } from '../base/errors.js';
import type { PortraitScene } from './output/render/preview.js';
import type { FilmScene } from './output/render/turntable.js';
import type { RigHooks } from './types.js';

/** Frames and surfaces are outside the heap, so that little of it is needed. */
const resourceLimits = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 8 };

/**
 * Draws turntables and previews in a thread, one after another, so that a second core works on the same rig where one
 * is free. The thread starts with the first picture, and ends with one that fails or is stopped, or with its process. It keeps the
 * process alive only while it draws. Failures are AppErrors: `too_large` for too little memory, otherwise `internal`.
 * @param module the address of the compiled `film-thread.js`
 */
export function createFilmThread(module: URL): Required<Pick<RigHooks, 'shoot' | 'portray'>> {
  let thread: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = () => {
    const opened = new Worker(module, { resourceLimits });
    const forget = () => {
      if (thread === opened) thread = null;
    };
    opened.on('error', forget).once('exit', forget);
    return opened;
  };
  const draw = async (scene: FilmScene | PortraitScene, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const own = thread ?? open();
    thread = own;
    own.ref();
    const isOver = new AbortController();
    signal?.addEventListener('abort', () => void own.terminate(), { signal: isOver.signal });
    try {
      own.postMessage(scene);
      return await answerOf(own, isOver.signal);
    } catch (error) {
      throw signal?.aborted ? signal.reason : failureOf(error);
    } finally {
      isOver.abort();
      own.unref();
    }
  };
  const shoot = (scene: FilmScene | PortraitScene, signal?: AbortSignal) => {
    // The next scene must not get the frames of a rig that failed beside its turntable.
    const film = last.then(() => draw(scene, signal));
    last = film.then(
      () => undefined,
      () => undefined,
    );
    return film;
  };
  return { shoot, portray: shoot };
}

/** The next film or preview; rejects when the thread fails or ends before it. */
async function answerOf(thread: Worker, signal: AbortSignal): Promise<Uint8Array> {
  const ended = once(thread, 'exit', { signal }).then(() => {
    throw new Error('the film thread ended');
  });
  const [pixels] = await Promise.race([once(thread, 'message', { signal }), ended]);
  return pixels;
}

const failureOf = (cause: unknown): AppError =>
  new AppError(isOutOfMemory(cause) ? 'too_large' : 'internal', undefined, { cause });

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
