import type { Clock } from '../../base/clock.js';
import type { AgentEvent } from '../../contract/events.js';

/**
 * Events of one conversation in the order of their `seq`, each once, in whatever order they arrive. A place that is
 * skipped is asked for again; what no replay brings does not exist, since a service may count with holes.
 */
export type Inbox = {
  take(event: AgentEvent): void;
  /** A replay begins that holds so many events. */
  replay(count: number): void;
  /** The socket is lost: buffered events will be replayed. */
  clear(): void;
};

const patienceMs = 300;
const unansweredMs = 2_000;
const askEveryMs = 5_000;
/** After this many replay requests without a replay, the service counts as unable to replay. */
const mostAsked = 2;
const mostWaiting = 2_000;

export function createInbox(options: {
  /** Sequence number of the last delivered event. */
  afterSeq: () => number;
  deliver: (event: AgentEvent) => void;
  /** Requests a replay of all events after `afterSeq`. */
  askAgain: () => void;
  /** Whether the service replays; otherwise gaps are skipped sooner. */
  canReplay?: () => boolean;
  clock: Clock;
}): Inbox {
  const { afterSeq, deliver, askAgain, canReplay = () => true, clock } = options;
  const waiting = new Map<number, AgentEvent>();
  let replaying = 0;
  let hasHoles = false;
  let timer: AbortController | null = null;

  const drain = () => {
    for (let next = waiting.get(afterSeq() + 1); next; next = waiting.get(afterSeq() + 1)) {
      waiting.delete(next.seq);
      deliver(next);
    }
    for (const seq of waiting.keys()) if (seq <= afterSeq()) waiting.delete(seq);
    if (waiting.size === 0) rest();
  };

  /** Delivers all buffered events despite gaps: a replay showed that the missing ones do not exist. */
  const flush = () => {
    const all = [...waiting.values()].sort((a, b) => a.seq - b.seq);
    waiting.clear();
    rest();
    for (const event of all) {
      if (event.seq > afterSeq() + 1) hasHoles = true;
      if (event.seq > afterSeq()) deliver(event);
    }
  };

  const rest = () => {
    timer?.abort();
    timer = null;
  };

  const waitFor = async (missing: AbortController) => {
    try {
      await clock.sleep(patienceMs, missing.signal);
      for (let asked = 0; asked < mostAsked || canReplay(); asked += 1) {
        askAgain();
        await clock.sleep(canReplay() ? askEveryMs : unansweredMs, missing.signal);
      }
      flush();
    } catch {
      // aborted: the missing events arrived
    }
  };

  return {
    take(event) {
      if (replaying === 0 && waiting.size === 0 && event.seq === afterSeq() + 1) return deliver(event);
      const isReplay = replaying > 0;
      if (isReplay) replaying -= 1;
      if (event.seq > afterSeq()) waiting.set(event.seq, event);
      if (waiting.size === 0) return;
      if (isReplay ? replaying === 0 : hasHoles) return flush();
      if (isReplay) return;
      drain();
      if (waiting.size > mostWaiting) waiting.clear(); // a replay will contain them
      if (waiting.size === 0 || timer) return;
      timer = new AbortController();
      void waitFor(timer);
    },
    replay(count) {
      replaying = count;
      if (count === 0) flush();
    },
    clear() {
      waiting.clear();
      replaying = 0;
      rest();
    },
  };
}
