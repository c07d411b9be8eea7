import type { Deadlines } from '../deadlines.js';
import type { Clock } from '../types.js';

const MOST_ASKED = 2;

/** Detects dead clients. */
export type Pulse = { beat(): void; stop(): void };

/**
 * Watches for heartbeats. After 1.25 intervals of silence it requests one (op 1), as Discord may, and again 0.125
 * intervals later; after 1.5 intervals the client is lost. The requests also keep a client alive whose clock is
 * stopped, as in a test that advances time by hours. There are two because the first answer may still be in flight
 * when time advances again.
 */
export function watchPulse(deps: {
  clock: Clock;
  deadlines: Deadlines;
  intervalMs: number;
  ask(): void;
  lose(): void;
}): Pulse {
  const { clock, deadlines, intervalMs, ask, lose } = deps;
  let heardAt = clock.now();
  let asked = 0;
  let cancel = (): void => {};

  const wait = (ms: number, then: () => void): void => {
    cancel = deadlines.add(clock.now() + ms, then);
  };
  const check = (): void => {
    const patience = heardAt + 1.25 * intervalMs - clock.now();
    if (asked === 0 && patience > 0) wait(patience, check);
    else if (asked === MOST_ASKED) lose();
    else {
      asked += 1;
      ask();
      wait(intervalMs / 8, check);
    }
  };
  check();

  return {
    beat() {
      heardAt = clock.now();
      asked = 0;
    },
    stop: () => cancel(),
  };
}
