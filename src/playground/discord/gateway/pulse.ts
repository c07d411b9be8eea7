import type { Deadlines } from '../deadlines.js';
import type { Clock } from '../types.js';

const MOST_ASKED = 2;

/** Whether the other end of a socket is alive. */
export type Pulse = { beat(): void; stop(): void };

/**
 * Watches for heartbeats. After one and a quarter intervals of silence the client is asked for one (op 1), as
 * Discord may, and an eighth later once more; at one and a half it is lost. Asking also keeps a client whose own
 * clock stands still, as in a test that moves time by hours; twice, because the first answer may be on its way
 * when time is moved again.
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
