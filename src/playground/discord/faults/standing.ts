import type { Saying } from '../saying.js';
import { say } from '../sayings.js';

/** Faults in force. Each applies to matching subjects until its hits are used up; the oldest match wins. */
export type ActiveFaults<Fault, Subject> = {
  add(fault: Fault): void;
  /** Returns the fault for a subject and counts one hit. */
  take(subject: Subject): Fault | undefined;
  /** One sentence for each fault in force. */
  active(): Saying[];
  clear(): void;
};

/** @param kind which subjects a fault matches, and its status line with the hits left */
export function createStanding<Fault extends { times?: number }, Subject>(kind: {
  fits(fault: Fault, subject: Subject): boolean;
  describe(fault: Fault, left: number): Saying;
}): ActiveFaults<Fault, Subject> {
  const standing = new Map<Fault, number>();
  return {
    add: (fault) => void standing.set({ ...fault }, fault.times ?? 1),
    take(subject) {
      for (const [fault, left] of standing) {
        if (!kind.fits(fault, subject)) continue;
        if (left > 1) standing.set(fault, left - 1);
        else standing.delete(fault);
        return fault;
      }
      return undefined;
    },
    active: () => [...standing].map(([fault, left]) => kind.describe(fault, left)),
    clear: () => standing.clear(),
  };
}

/** How many more hits a fault has. */
export const leftOver = (left: number): Saying =>
  Number.isFinite(left) ? say('fault_left', { count: left }) : say('fault_all');
