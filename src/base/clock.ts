/** Time as a dependency, so that tests control it. All code that waits or reads the time takes a `Clock`. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/**
 * The abort reason of a wait that is no longer needed. `abort()` without a reason creates an error with its stack each
 * time, which costs more than all else about a short wait.
 */
export const notNeeded = 'no longer needed';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', onAbort, { once: true });
    }),
};

/** Milliseconds since the epoch as ISO 8601 UTC, the form times have on the wire. */
export const iso = (ms: number): string => new Date(ms).toISOString();
