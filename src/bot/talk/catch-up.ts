import type { Clock } from '../../base/clock.js';
import { isAppError, type Reason } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Events } from '../../client/events.js';
import { reason } from '../../copy/reason.js';
import type { Sessions } from '../session/flow.js';
import { createAnswerReader, type KeptAnswer } from './answers.js';
import { type Followed, isWaiting } from './followed.js';
import { isPast } from './frame.js';
import { endOf, type Silence, waitingIn } from './patience.js';
import type { RenderedAnswer, ThreadRenderer } from './thread-renderer.js';
import { isRunning } from './thread-state.js';

/** Answers in progress without events for this long are read over HTTP. */
const silenceMs = 60_000;
const deafMs = 10_000;
const gapRetryMs = 3_000;
/** Concurrent reads. */
const mostReads = 16;

/** Reads missed answers over HTTP and shows in the thread what it waits for. */
export type CatchUp = {
  /** One check of a thread, every few seconds. */
  look(one: Followed): void;
  /**
   * Events up to `fromSeq` are lost: reads their answers first, however long that takes.
   * @param isFollowed false aborts
   */
  fillGap(one: Followed, fromSeq: number, isFollowed: () => boolean): Promise<void>;
};

export function createCatchUp(options: {
  sessions: Sessions;
  events: Pick<Events, 'isLive'>;
  renderer: ThreadRenderer;
  /** Where the thread shows nothing else. */
  showTyping: (one: Followed) => void;
  clock: Clock;
  log: Log;
}): CatchUp {
  const { sessions, events, renderer, showTyping, clock, log } = options;
  const readAnswers = createAnswerReader({ sessions });
  let reads = 0;

  const awaitedRun = ({ threadState: { newest, talk } }: Followed): string => {
    const { runId, phase } = newest.view;
    return phase === 'running' && runId !== null ? runId : (talk.runId ?? `read-${talk.conversationId}`);
  };

  /**
   * Shows missed answers as stored by the service.
   * @param isAll all of them, because no event will report them; else only the pending one
   */
  const read = async (one: Followed, isAll: boolean): Promise<void> => {
    const { threadState } = one;
    const { isWorking, answers } = await readAnswers(
      threadState.talk,
      threadState.newest.seq,
      awaitedRun(one),
    );
    one.isReadable = true;
    one.isUnderstood = true;
    one.isWorking = isWorking;
    const { runId, isAssumed } = threadState.newest.view;
    const isMine = (answer: RenderedAnswer) => !isRunning(threadState) || isAssumed || answer.runId === runId;
    const isSettled = ({ isWhole, text }: KeptAnswer) => isWhole || text === one.lastRead;
    const news = answers.filter((answer) => !isPast(threadState.newest, answer.runId) && isSettled(answer));
    one.lastRead = answers.at(-1)?.text ?? null;
    const taken = isAll ? news : news.filter(isMine).slice(0, 1);
    for (const answer of taken) renderer.replace(threadState, answer);
    if (taken.length > 0) one.isAwaited = false;
    one.idleAt = isWorking === false && answers.length === 0 ? clock.now() : 0;
  };

  const giveUp = (one: Followed, detail: Reason): void => {
    one.isAwaited = false;
    renderer.fail(one.threadState, detail);
  };

  /** Conversations with a pending answer and no events. */
  const isDeaf = (one: Followed): boolean => {
    const { threadState, heardAt, readAt, isUnsent } = one;
    const patience = events.isLive(threadState.talk.conversationId) ? silenceMs : deafMs;
    return !isUnsent && isWaiting(one) && clock.now() - Math.max(heardAt, readAt) >= patience;
  };

  /** Shows in the thread what it waits for, and finally that it gave up. */
  const tell = (one: Followed): void => {
    const { threadState, heardAt, isUnsent, isReadable, isUnderstood, isWorking, idleAt } = one;
    if (!isWaiting(one)) return;
    const silence: Silence = {
      silentMs: clock.now() - heardAt,
      isLive: events.isLive(threadState.talk.conversationId),
      isUnsent,
      isReadable,
      isUnderstood,
      isWorking,
      isIdle: idleAt > heardAt,
    };
    const waiting = waitingIn(silence);
    if (waiting) renderer.wait(threadState, waiting, threadState.talk.runId);
    const end = endOf(silence);
    if (end) giveUp(one, end);
  };

  /** Runs in the background, so that a service that hangs doesn't block other threads. */
  const readSilent = async (one: Followed): Promise<void> => {
    const now = clock.now();
    one.readAt = now;
    reads += 1;
    try {
      await read(one, now - one.heardAt >= silenceMs);
    } catch (error) {
      one.isReadable = false;
      one.isUnderstood = !isAppError(error, 'provider_mismatch');
      log.debug({ err: error, thread: one.threadState.talk.threadId }, 'answer could not be read');
    } finally {
      reads -= 1;
    }
  };

  return {
    look(one) {
      if (reads < mostReads && isDeaf(one)) void readSilent(one);
      tell(one);
      showTyping(one);
    },
    async fillGap(one, fromSeq, isFollowed) {
      one.isFilling = true;
      while (isFollowed()) {
        const isRead = await read(one, true).then(
          () => true,
          (error) => log.info({ err: error }, 'event gap could not be filled; retrying'),
        );
        if (isRead) break;
        await clock.sleep(gapRetryMs);
      }
      one.isFilling = false;
      if (one.isWorking === false) giveUp(one, reason('talk.answer.error.lost'));
      if (one.threadState.newest.seq < fromSeq) renderer.moveTo(one.threadState, fromSeq);
    },
  };
}
