import { type Clock, notNeeded } from '../../base/clock.js';

/** A failure is kept for the next request, which clients make after a second. Later ones begin the work again. */
const failureKeptMs = 60_000;

type Work<T> = {
  done: Promise<T>;
  /** When it failed. */
  failedAt?: number;
};

/**
 * Work that may take longer than a request waits. It continues without the request; a later request with the same key
 * gets its result, or its failure once.
 */
export function createOngoing<T>(clock: Clock) {
  /** In the order of their begin. */
  const ongoing = new Map<string, Work<T>>();

  const end = (key: string, work: Work<T>): void => {
    if (ongoing.get(key) === work) ongoing.delete(key);
  };

  /** No client asked again for these, so the clients have gone. */
  const forgetOldFailures = (): void => {
    for (const [key, work] of ongoing)
      if (work.failedAt !== undefined && clock.now() - work.failedAt >= failureKeptMs) end(key, work);
  };

  const begin = (key: string, perform: () => Promise<T>): Work<T> => {
    const work: Work<T> = { done: perform() };
    ongoing.set(key, work);
    work.done.then(
      () => end(key, work),
      () => {
        work.failedAt = clock.now();
      },
    );
    return work;
  };

  /** @returns the result, or null if it takes longer than `patienceMs` @throws the error of the work */
  return async (key: string, patienceMs: number, perform: () => Promise<T>): Promise<T | null> => {
    forgetOldFailures();
    const work = ongoing.get(key) ?? begin(key, perform);
    const answered = new AbortController();
    const waited = clock.sleep(patienceMs, answered.signal).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([work.done, waited]);
    } catch (error) {
      end(key, work);
      throw error;
    } finally {
      answered.abort(notNeeded);
    }
  };
}
