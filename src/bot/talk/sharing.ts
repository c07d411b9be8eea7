import type { Clock } from '../../base/clock.js';
import type { Served } from '../gateway/connection.js';
import type { Followed } from './followed.js';
import type { TalkProgress } from './progress.js';
import type { TalkStore } from './store.js';
import type { Talk } from './talk.js';
import type { ThreadRenderer } from './thread-renderer.js';

/** Another process shows nothing of these threads meanwhile. */
const mostLeaveMs = 5_000;

/** One that was stored just now may still be opened, by this process or another, and may fail. */
const openingMs = 5_000;

/** Divides the threads among the processes: each thread is shown by the process that serves its server. */
export function createSharing(options: {
  followed: Map<string, Followed>;
  served: Pick<Served, 'serves'>;
  store: Pick<TalkStore, 'find'>;
  progress: Pick<TalkProgress, 'openThreads'>;
  renderer: Pick<ThreadRenderer, 'finish' | 'stop'>;
  clock: Clock;
  attach: (talk: Talk) => unknown;
  forget: (threadId: string) => void;
}) {
  const { followed, served, store, progress, renderer, clock, attach, forget } = options;
  return {
    /** Notices conversations that other processes opened or ended meanwhile. */
    async compare(): Promise<void> {
      const before = [...followed.values()];
      const open = await progress.openThreads();
      const ids = new Set(open.map(({ threadId }) => threadId));
      for (const one of before) {
        const { threadId } = one.threadState.talk;
        if (ids.has(threadId) || followed.get(threadId) !== one) continue;
        renderer.finish(one.threadState);
        forget(threadId);
      }
      for (const { threadId, guildId } of open) {
        if (followed.has(threadId) || !served.serves(guildId)) continue;
        const talk = await store.find(threadId);
        if (talk && clock.now() - talk.updatedAt >= openingMs) attach(talk);
      }
    },
    /** Stops following these threads; resolves when nothing is under way, or Discord takes too long. */
    async leave(isLeft: (guildId: string) => boolean): Promise<void> {
      const left = [...followed.values()].filter(({ threadState }) => isLeft(threadState.talk.guildId));
      const ended = left.map(async ({ leave, threadState, stored }) => {
        leave();
        followed.delete(threadState.talk.threadId);
        await Promise.all([renderer.stop(threadState), stored]);
      });
      const isOver = new AbortController();
      const patience = clock.sleep(mostLeaveMs, isOver.signal).catch(() => undefined);
      await Promise.race([Promise.all(ended), patience]);
      isOver.abort();
    },
  };
}
