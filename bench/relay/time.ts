import type { Clock } from '../../src/base/clock.js';

type Sleeper = { at: number; order: number; wake: () => void };

/** A clock that jumps from one sleeper to the next, so that minutes of waiting take no time. */
export type VirtualTime = Clock & {
  /** Runs until `isDone`, or until no sleeper is left. */
  play(isDone?: () => boolean): Promise<void>;
};

const isBefore = (a: Sleeper, b: Sleeper) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Sleepers by time, first in first out: a binary heap. */
function createHeap() {
  const heap: Sleeper[] = [];
  const swap = (a: number, b: number) => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const sink = (at: number) => {
    for (let here = at; ; ) {
      const children = [2 * here + 1, 2 * here + 2].filter((child) => child < heap.length);
      const least = children.reduce(
        (best, child) => (isBefore(heap[child]!, heap[best]!) ? child : best),
        here,
      );
      if (least === here) return;
      swap(here, least);
      here = least;
    }
  };
  return {
    push(sleeper: Sleeper) {
      heap.push(sleeper);
      for (let here = heap.length - 1; here > 0; ) {
        const parent = (here - 1) >> 1;
        if (!isBefore(heap[here]!, heap[parent]!)) return;
        swap(here, parent);
        here = parent;
      }
    },
    peek: () => heap[0],
    pop(): Sleeper | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (first && last && heap.length > 0) {
        heap[0] = last;
        sink(0);
      }
      return first;
    },
  };
}

/** @param isBusy whether work is in progress, such as a transaction; virtual time stops meanwhile */
export function createVirtualTime(start = Date.UTC(2026, 0, 1), isBusy = () => false): VirtualTime {
  const heap = createHeap();
  let now = start;
  let order = 0;
  /** Runs everything that can run. */
  const settle = async () => {
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (isBusy());
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        let isOver = false;
        const leave = () => {
          isOver = true;
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener('abort', leave);
          if (!isOver) resolve();
        };
        signal?.addEventListener('abort', leave, { once: true });
        order += 1;
        heap.push({ at: now + ms, order, wake });
      }),
    async play(isDone = () => false) {
      await settle();
      for (let next = heap.peek(); next && !isDone(); next = heap.peek()) {
        now = Math.max(now, next.at);
        for (let due = heap.peek(); due && due.at <= now; due = heap.peek()) heap.pop()?.wake();
        await settle();
      }
    },
  };
}
