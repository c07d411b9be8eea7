import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { TalkStore } from './store.js';
import type { Threads } from './threads.js';

export const idleRoundMs = 10 * 60_000;

/**
 * Closes threads that were not used for a long time: archives them in Discord, and no longer follows them. A message or a
 * button there opens them again, because Discord unarchives a thread for its members.
 */
export function createIdleRound(deps: {
  store: Pick<TalkStore, 'putToRest'>;
  threads: Pick<Threads, 'archive'>;
  idleMs: number;
  clock: Clock;
  log: Log;
}): () => Promise<void> {
  const { store, threads, idleMs, clock, log } = deps;
  return async () => {
    for (const threadId of await store.putToRest(clock.now() - idleMs))
      await threads
        .archive(threadId)
        .catch((error) => log.info({ thread: threadId, err: error }, 'idle thread not archived'));
  };
}
