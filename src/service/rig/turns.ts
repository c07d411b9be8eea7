import { AppError } from '../../base/errors.js';

/** Runs free work on finished rigs one at a time, so that it takes at most one place from rigs that were paid for. */
export function createTurns(most: number) {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= most)
      throw new AppError('rate_limited', 'Many members are waiting for files. Try again in a minute.');
    waiting += 1;
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done.finally(() => {
      waiting -= 1;
    });
  };
}
