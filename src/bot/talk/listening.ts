import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Events } from '../../client/events.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Sessions } from '../session/flow.js';
import type { CatchUp } from './catch-up.js';
import type { Followed } from './followed.js';
import type { TalkProgress } from './progress.js';
import type { Talk } from './talk.js';
import type { ThreadRenderer } from './thread-renderer.js';

/** Subscribes followed conversations to their events, and passes the events to the renderer. */
export function createListening(options: {
  followed: ReadonlyMap<string, Followed>;
  events: Pick<Events, 'subscribe' | 'leave'>;
  sessions: Sessions;
  progress: Pick<TalkProgress, 'running'>;
  renderer: Pick<ThreadRenderer, 'fold' | 'moveTo'>;
  catchUp: Pick<CatchUp, 'fillGap'>;
  clock: Clock;
  log: Log;
  onEvent?: (talk: Talk, event: AgentEvent) => Promise<void>;
}) {
  const { followed, events, sessions, progress, renderer, catchUp, clock, log, onEvent } = options;

  /** Requests the events after a gap again. A lower `fromSeq` means that the service lost events. */
  const fillGap = async (one: Followed, fromSeq: number): Promise<void> => {
    if (fromSeq < one.threadState.newest.seq) return renderer.moveTo(one.threadState, fromSeq);
    if (one.isFilling) return;
    const isFollowed = () => followed.get(one.threadState.talk.threadId) === one;
    await catchUp.fillGap(one, fromSeq, isFollowed);
    if (isFollowed()) listen(one);
  };

  /** A service may use another run id in its events than in its reply to the message. */
  const keepRun = ({ threadState }: Followed): void => {
    const { threadId, runId: known } = threadState.talk;
    const { runId } = threadState.newest.view;
    if (runId === null || runId === known) return;
    threadState.talk = { ...threadState.talk, runId };
    progress
      .running(threadId, runId)
      .catch((error) => log.warn({ thread: threadId, err: error }, 'the id of a run was not kept'));
  };

  const storeWith = (one: Followed, event: AgentEvent): void => {
    const { talk } = one.threadState;
    one.stored = one.stored
      .then(() => onEvent?.(talk, event))
      .catch((error) => log.error({ thread: talk.threadId, err: error }, 'data of an event was not stored'));
  };

  const listen = (one: Followed): void => {
    const { threadState } = one;
    const { memberId, conversationId } = threadState.talk;
    one.leave = events.subscribe({
      user: { key: memberId, service: sessions.serviceOf(memberId) },
      conversationId,
      afterSeq: () => threadState.newest.seq,
      onEvent(event) {
        if (one.isFilling) return;
        one.heardAt = clock.now();
        one.isAwaited = false;
        storeWith(one, event);
        const { runId: before } = threadState.newest.view;
        renderer.fold(threadState, event);
        if (threadState.newest.view.runId !== before) keepRun(one);
      },
      onGap: (fromSeq) => void fillGap(one, fromSeq),
    });
  };

  return {
    listen,
    /** The member has another account now: subscribes again with its session. */
    listenAgain(memberId: string): void {
      const theirs = [...followed.values()].filter(
        ({ threadState }) => threadState.talk.memberId === memberId,
      );
      if (theirs.length === 0) return;
      events.leave(memberId);
      for (const one of theirs) listen(one);
    },
  };
}
