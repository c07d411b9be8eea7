import { vi } from 'vitest';

/** How long a test waits for an expected event: long enough for a busy machine, since none takes that long. */
export const patienceMs = 60_000;

/** The value that a read returns once it no longer throws. */
export const eventually = <T>(read: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(read, { timeout: patienceMs, interval: 2 });
