import { vi } from 'vitest';

/** How long a test waits for what must come: for machines with more to do, since nothing that comes takes so long. */
export const patienceMs = 60_000;

/** What can be read as soon as reading it no longer throws. */
export const eventually = <T>(read: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(read, { timeout: patienceMs, interval: 2 });
