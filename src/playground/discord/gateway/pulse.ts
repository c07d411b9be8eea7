import type { Deadlines } from '../deadlines.js';
import type { Clock } from '../types.js';

/** Whether the other end of a socket is alive. */
export type Pulse = { beat(): void; stop(): void };

/**
 * Watches for heartbeats. After one and a quarter intervals of silence the client is asked for one (op 1), as
 * Discord may; when a quarter later it has not answered, it is lost. Asking first also keeps a client whose own
 * clock stands still, as in a test that moves time by hours.
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
  let isAsked = false;
  let cancel = (): void => {};

  const wait = (ms: number, then: () => void): void => {
    cancel = deadlines.add(clock.now() + ms, then);
  };
  const check = (): void => {
    const patience = heardAt + 1.25 * intervalMs - clock.now();
    if (patience > 0) wait(patience, check);
    else {
      isAsked = true;
      ask();
      wait(intervalMs / 4, () => (isAsked ? lose() : check()));
    }
  };
  check();

  return {
    beat() {
      heardAt = clock.now();
      isAsked = false;
    },
    stop: () => cancel(),
  };
}
