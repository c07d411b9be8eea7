import type { Log } from '../../base/log.js';
import { reason } from '../../copy/reason.js';
import type { Channel, ChannelRefusal } from './channel.js';
import type { Frame } from './frame.js';
import type { MessageWriter } from './message-writer.js';
import type { Talk, Trouble } from './talk.js';
import type { ThreadState } from './thread-state.js';
import type { Troubles } from './troubles.js';
import { endView } from './view.js';

/** Why nothing more can be shown in a thread. */
export type Shut = Extract<Trouble, 'locked' | 'gone'>;

/**
 * What becomes of an answer Discord refuses. Discord may answer anything in any order for ever, so every refusal and
 * lost request counts until one is accepted, and the pause before the next grows with the count.
 */
export type RefusalPolicy = {
  onAccepted(threadState: ThreadState): Promise<void>;
  onRefusal(refusal: ChannelRefusal, threadState: ThreadState, frame: Frame, index: number): Promise<void>;
  /** No answer, or one that says nothing about the message itself: a lost connection, a 5xx, a 429. */
  onFailure(threadState: ThreadState, error: unknown): Promise<void>;
};

const mostReposts = 3;
const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const firstRestMs = 5 * 60_000;
const slowestRestMs = 60 * 60_000;

const unshowable = reason('talk.answer.error.refused');

/** Whether the view only says that Discord refused the answer; its reason is new after a restart. */
const isUnshowable = ({ error }: Frame['view']): boolean =>
  typeof error?.detail === 'object' && error.detail.key === unshowable.key;

const growing = (firstMs: number, times: number, mostMs: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(times, 16));

export function createRefusalPolicy(options: {
  troubles: Pick<Troubles, 'set'>;
  channel: Pick<Channel, 'open'>;
  writer: MessageWriter;
  log: Log;
  sleep: (threadState: ThreadState, ms: number) => Promise<unknown>;
  onShut: (threadId: string, why: Shut) => Promise<void>;
}): RefusalPolicy {
  const { troubles, channel, writer, log, sleep, onShut } = options;

  const setTrouble = async (threadState: ThreadState, trouble: Talk['trouble']) => {
    threadState.trouble = trouble;
    await troubles.set(threadState.talk.threadId, trouble);
  };

  const shut = async (threadState: ThreadState, why: Shut) => {
    const { threadId, conversationId, memberId } = threadState.talk;
    await onShut(threadId, why);
    threadState.isStopped = true;
    log.warn(
      { thread: threadId, conversation: conversationId, member: memberId, why },
      'talk ended: Discord takes nothing more in its thread; the owner is notified and can resume it elsewhere',
    );
  };

  /** Keeps the answer, notifies its owner, and retries the thread with backoff. */
  const rest = async (threadState: ThreadState, trouble: Exclude<Trouble, Shut>) => {
    if (threadState.trouble !== trouble) await setTrouble(threadState, trouble);
    const ms = growing(firstRestMs, threadState.rests, slowestRestMs);
    threadState.rests += 1;
    log.info(
      { thread: threadState.talk.threadId, trouble, retryMs: ms },
      'thread refuses messages; answer kept',
    );
    await sleep(threadState, ms);
  };

  /** An archived thread is opened once; one that refuses again, or is locked, takes nothing more. */
  const reopen = async (threadState: ThreadState) => {
    if (threadState.isReopened) return shut(threadState, 'locked');
    const opened = await channel.open(threadState.talk.threadId);
    switch (opened) {
      case 'opened':
        threadState.isReopened = true;
        return;
      case 'gone':
      case 'locked':
        return shut(threadState, opened);
      default:
        return rest(threadState, 'denied');
    }
  };

  /** A member deleted a message: posts the complete answer again from there, in order, a limited number of times. */
  const repost = async (threadState: ThreadState, frame: Frame, index: number) => {
    if (frame.view.reposts < mostReposts) return writer.clear(threadState.talk, frame, index);
    frame.view = endView(frame.view);
    frame.isSettled = true;
    await writer.keep(threadState.talk, frame);
    await setTrouble(threadState, 'removed');
  };

  const reject = async (threadState: ThreadState, frame: Frame) => {
    const error = { detail: unshowable, requestId: null, retryable: false };
    if (isUnshowable(frame.view)) return rest(threadState, 'denied');
    frame.view = { ...frame.view, phase: 'failed', status: null, text: '', attachments: [], error };
  };

  const yieldTo = (refusal: ChannelRefusal, threadState: ThreadState, frame: Frame, index: number) => {
    switch (refusal) {
      case 'gone':
        return shut(threadState, 'gone');
      case 'deleted':
      case 'stale':
        return repost(threadState, frame, index);
      case 'archived':
      case 'locked':
        return reopen(threadState);
      case 'denied':
        return rest(threadState, 'denied');
      case 'rejected':
        return reject(threadState, frame);
    }
  };

  return {
    async onAccepted(threadState) {
      threadState.failures = 0;
      threadState.rests = 0;
      threadState.isReopened = false;
      if (threadState.trouble) await setTrouble(threadState, null);
    },
    async onRefusal(refusal, threadState, frame, index) {
      const { failures, rests } = threadState;
      await yieldTo(refusal, threadState, frame, index);
      threadState.failures += 1;
      if (failures === 0 || threadState.rests > rests || threadState.isStopped) return;
      await sleep(threadState, growing(firstRetryMs, failures - 1, slowestRetryMs));
    },
    async onFailure(threadState, error) {
      const ms = growing(firstRetryMs, threadState.failures, slowestRetryMs);
      threadState.failures += 1;
      log.warn(
        { thread: threadState.talk.threadId, retryMs: ms, err: error },
        'thread not updated; retrying',
      );
      await sleep(threadState, ms);
    },
  };
}
