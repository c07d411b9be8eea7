import type { Clock } from './types.js';

/**
 * Runs callbacks at given times with one timer for the earliest, instead of one timer each: thousands of
 * interactions per second wait for an answer, and nearly all of their deadlines are cancelled.
 */
export type Deadlines = {
  /** Runs `act` at `at` (milliseconds since the epoch) unless the returned function is called before. */
  add(at: number, act: () => void): () => void;
  /** Cancels every pending callback. */
  close(): void;
};

type Entry = { at: number; act: (() => void) | undefined };

const COMPACT_FROM = 1_024;

export function createDeadlines(clock: Clock): Deadlines {
  /** Sorted from `head` on, earliest first; entries before `head` have run or were cancelled. */
  const entries: Entry[] = [];
  let head = 0;
  let alarm: { at: number; cancel: AbortController } | undefined;
  let isClosed = false;

  const skipCancelled = (): void => {
    while (head < entries.length && entries[head]!.act === undefined) head += 1;
    if (head < COMPACT_FROM || head * 2 < entries.length) return;
    entries.splice(0, head);
    head = 0;
  };

  const setAlarm = (): void => {
    skipCancelled();
    const next = entries[head];
    if (next === undefined || (alarm && alarm.at <= next.at)) return;
    alarm?.cancel.abort();
    const cancel = new AbortController();
    alarm = { at: next.at, cancel };
    clock.sleep(Math.max(0, next.at - clock.now()), cancel.signal).then(ring, () => {});
  };

  const ring = (): void => {
    alarm = undefined;
    try {
      while (head < entries.length && entries[head]!.at <= clock.now()) {
        const { act } = entries[head]!;
        entries[head]!.act = undefined;
        head += 1;
        act?.();
      }
    } finally {
      setAlarm();
    }
  };

  return {
    add(at, act) {
      if (isClosed) return () => {};
      const entry: Entry = { at, act };
      let place = entries.length;
      while (place > head && entries[place - 1]!.at > at) place -= 1;
      entries.splice(place, 0, entry);
      setAlarm();
      return () => {
        entry.act = undefined;
      };
    },
    close() {
      isClosed = true;
      alarm?.cancel.abort();
      entries.length = 0;
      head = 0;
    },
  };
}
