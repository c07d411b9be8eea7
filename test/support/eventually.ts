import { vi } from 'vitest';

/**
 * How long a test waits for an expected event. A rig that takes 5 s alone took more than 60 s on two cores with other
 * work; a test that passes never waits that long.
 */
export const patienceMs = 150_000;

/** The value that a read returns once it no longer throws. */
export const eventually = <T>(read: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(read, { timeout: patienceMs, interval: 2 });
