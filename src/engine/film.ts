import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Film } from './output/render/turntable.js';
import type { RigHooks } from './types.js';

/** Frames and surfaces are outside the heap, so that little of it is needed. */
const resourceLimits = { maxOldGenerationSizeMb: 200, maxYoungGenerationSizeMb: 8 };

/**
 * Draws turntables in a thread, one at a time, so that a second core works on the same rig where one is free. The
 * thread starts with the first turntable, and ends with one that fails or is stopped, or with its process.
 * @param module the address of the compiled `film-thread.js`
 */
export function createFilmThread(module: URL): NonNullable<RigHooks['shoot']> {
  let thread: Worker | null = null;
  const open = () => {
    const opened = new Worker(module, { resourceLimits });
    opened.unref();
    opened.on('error', () => undefined); // between turntables; the next one gets a new thread
    opened.once('exit', () => {
      if (thread === opened) thread = null;
    });
    return opened;
  };
  return async (scene, signal) => {
    const own = thread ?? open();
    thread = own;
    const isOver = new AbortController();
    const stop = () => void own.terminate();
    signal?.addEventListener('abort', stop, { once: true, signal: isOver.signal });
    own.postMessage(scene);
    try {
      const ended = once(own, 'exit', { signal: isOver.signal }).then(() => {
        throw signal?.reason ?? new Error('the film thread ended');
      });
      const [film] = await Promise.race([once(own, 'message', { signal: isOver.signal }), ended]);
      return film as Film;
    } finally {
      isOver.abort();
    }
  };
}
