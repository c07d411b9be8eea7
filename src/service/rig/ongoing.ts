import { type Clock, notNeeded } from '../../base/clock.js';

/** Failures that no request has asked for yet; older ones are dropped. */
const mostKept = 1_000;

/**
 * Work that may take longer than a request waits. It continues without the request; a later request with the same key
 * gets its result, or its failure once.
 */
export function createOngoing<T>(clock: Clock) {
  const ongoing = new Map<string, Promise<T>>();

  const begin = (key: string, work: () => Promise<T>): Promise<T> => {
    const [oldest] = ongoing.size >= mostKept ? ongoing.keys() : [];
    if (oldest !== undefined) ongoing.delete(oldest);
    const begun = work();
    ongoing.set(key, begun);
    begun.then(
      () => ongoing.delete(key),
      () => undefined, // kept for the next request
    );
    return begun;
  };

  /** @returns the result, or null if it takes longer than `patienceMs` @throws the error of the work */
  return async (key: string, patienceMs: number, work: () => Promise<T>): Promise<T | null> => {
    const done = new AbortController();
    const waited = clock.sleep(patienceMs, done.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([ongoing.get(key) ?? begin(key, work), waited]);
    } catch (error) {
      ongoing.delete(key);
      throw error;
    } finally {
      done.abort(notNeeded);
    }
  };
}
