import { bornAt } from '../snowflake.js';
import type { Channel } from '../state/model.js';
import type { State } from '../state/state.js';

/** Archives threads after their minutes of inactivity, with one timer for all of them. */
export type AutoArchive = {
  /** Call when a thread was opened, reopened or its minutes changed. */
  watch(thread: Channel): void;
  close(): void;
};

/** Inactivity counts from the last message or from the last time the thread was opened. */
const deadlineOf = ({ thread, lastMessageId }: Channel): number => {
  const spokenAt = lastMessageId ? bornAt(lastMessageId) : 0;
  return Math.max(thread!.archivedAt, spokenAt) + thread!.autoArchiveMinutes * 60_000;
};

export function createAutoArchive(state: State, archive: (thread: Channel) => void): AutoArchive {
  let wakesAt = Number.POSITIVE_INFINITY;
  let sleep = new AbortController();

  const wakeAt = (at: number): void => {
    if (at >= wakesAt) return;
    sleep.abort();
    sleep = new AbortController();
    wakesAt = at;
    state.clock.sleep(Math.max(0, at - state.clock.now()), sleep.signal).then(sweep, () => undefined);
  };

  const sweep = (): void => {
    wakesAt = Number.POSITIVE_INFINITY;
    const open = [...state.channels.values()].filter(({ thread }) => thread && !thread.archived);
    for (const channel of open) {
      const deadline = deadlineOf(channel);
      if (deadline <= state.clock.now()) archive(channel);
      else wakeAt(deadline);
    }
  };

  return {
    watch: (thread) => wakeAt(deadlineOf(thread)),
    close: () => sleep.abort(),
  };
}
