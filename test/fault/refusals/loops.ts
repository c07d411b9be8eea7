/** The longest backoff step of a healthy bot is longer than this, so a loop shows up in every window. */
export const windowMs = 15_000;

/**
 * More refused requests in one window are a loop without a backoff. Measured at four acts at once: a locked thread that
 * was reopened for ever refused 571, the busiest fault without a loop 48.
 */
export const mostInWindow = 120;

/**
 * @param times when requests were refused, by the clock of the bot: leapt pauses count as pauses
 * @returns the largest number of them within any window
 */
export function busiestWindow(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  let first = 0;
  let most = 0;
  for (const [last, time] of sorted.entries()) {
    while (time - (sorted[first] ?? time) >= windowMs) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

export const isLoop = (times: readonly number[]): boolean => busiestWindow(times) > mostInWindow;
