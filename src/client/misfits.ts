import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';

/** One kind of reply that was not understood. Times in ms. */
export type Misfit = { kind: string; detail: string; count: number; firstAt: number; lastAt: number };

export type Misfits = {
  /** Counts one and logs the first of each kind. @param kind such as `createIntent/amount` or `socket/agent_tick` */
  add(kind: string, detail: string): void;
  /** Notes a field read from another place, which is not a fault. Logged once per kind and counted separately. */
  note(kind: string, detail: string): void;
  /** Most frequent first. */
  snapshot(): { misfits: Misfit[]; notes: Misfit[] };
};

const mostKinds = 200;

export function createMisfits({ clock, log }: { clock: Clock; log: Log }): Misfits {
  const misfits = new Map<string, Misfit>();
  const notes = new Map<string, Misfit>();

  /** @returns whether it is the first of its kind */
  const count = (kept: Map<string, Misfit>, kind: string, detail: string): boolean => {
    const known = kept.get(kind);
    if (known) {
      known.count += 1;
      known.lastAt = clock.now();
      return false;
    }
    if (kept.size >= mostKinds) return false;
    kept.set(kind, { kind, detail, count: 1, firstAt: clock.now(), lastAt: clock.now() });
    return true;
  };
  const sorted = (kept: Map<string, Misfit>) =>
    [...kept.values()].map((one) => ({ ...one })).sort((a, b) => b.count - a.count);

  return {
    add(kind, detail) {
      if (!count(misfits, kind, detail)) return;
      log.warn(
        { kind, detail },
        'service reply not understood; compare it with docs/own-service.md (logged once per kind)',
      );
    },
    note(kind, detail) {
      if (count(notes, kind, detail)) log.info({ kind, detail }, 'service reply read tolerantly');
    },
    snapshot: () => ({ misfits: sorted(misfits), notes: sorted(notes) }),
  };
}
