import type { Served } from '../gateway/connection.js';
import type { Followed } from './followed.js';
import type { TalkProgress } from './progress.js';
import type { TalkStore } from './store.js';
import type { Talk } from './talk.js';
import type { ThreadRenderer } from './thread-renderer.js';

/** Divides the threads among the processes: each thread is shown by the process that serves its server. */
export function createSharing(options: {
  followed: Map<string, Followed>;
  served: Pick<Served, 'serves'>;
  store: Pick<TalkStore, 'find'>;
  progress: Pick<TalkProgress, 'openThreads'>;
  renderer: Pick<ThreadRenderer, 'finish' | 'stop'>;
  attach: (talk: Talk) => unknown;
  forget: (threadId: string) => void;
}) {
  const { followed, served, store, progress, renderer, attach, forget } = options;
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
        if (talk) attach(talk);
      }
    },
    /** Stops following these threads; resolves when nothing is under way. */
    async leave(isLeft: (guildId: string) => boolean): Promise<void> {
      const left = [...followed.values()].filter(({ threadState }) => isLeft(threadState.talk.guildId));
      const ended = left.map(async ({ leave, threadState, stored }) => {
        leave();
        followed.delete(threadState.talk.threadId);
        await Promise.all([renderer.stop(threadState), stored]);
      });
      await Promise.all(ended);
    },
  };
}
