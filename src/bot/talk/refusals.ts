import type { Log } from '../../base/log.js';
import type { Canvas } from './canvas.js';
import type { Channel, Refusal } from './channel.js';
import type { Frame } from './frame.js';
import type { Pen } from './pen.js';
import type { Talk, TalkStore, Trouble } from './store.js';
import { endView } from './view.js';

/** Why nothing more can be shown in a thread. */
export type Shut = Extract<Trouble, 'locked' | 'gone'>;

/**
 * What becomes of an answer Discord refuses. Discord may answer anything in any order for ever, so every refusal and
 * lost request counts until one is accepted, and the pause before the next grows with the count.
 */
export type RefusalPolicy = {
  onAccepted(canvas: Canvas): Promise<void>;
  onRefusal(refusal: Refusal, canvas: Canvas, frame: Frame, index: number): Promise<void>;
  /** No answer, or one that says nothing about the message itself: a lost connection, a 5xx, a 429. */
  onFailure(canvas: Canvas, error: unknown): Promise<void>;
};

const mostReposts = 3;
const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const firstRestMs = 5 * 60_000;
const slowestRestMs = 60 * 60_000;

const unshowable =
  'Discord refused this answer, perhaps because of a filter of this server. Ask again in other words.';

const growing = (firstMs: number, times: number, mostMs: number): number =>
  Math.min(mostMs, firstMs * 2 ** Math.min(times, 16));

export function createRefusalPolicy(options: {
  store: Pick<TalkStore, 'setTrouble'>;
  channel: Pick<Channel, 'open'>;
  pen: Pen;
  log: Log;
  sleep: (canvas: Canvas, ms: number) => Promise<unknown>;
  onShut: (threadId: string, why: Shut) => Promise<void>;
}): RefusalPolicy {
  const { store, channel, pen, log, sleep, onShut } = options;

  const setTrouble = async (canvas: Canvas, trouble: Talk['trouble']) => {
    canvas.trouble = trouble;
    await store.setTrouble(canvas.talk.threadId, trouble);
  };

  const shut = async (canvas: Canvas, why: Shut) => {
    const { threadId, conversationId, memberId } = canvas.talk;
    await onShut(threadId, why);
    canvas.isStopped = true;
    log.warn(
      { thread: threadId, conversation: conversationId, member: memberId, why },
      'talk ended: Discord takes nothing more in its thread; the owner is told and can resume it elsewhere',
    );
  };

  /** The answer is kept, its owner is told, and the thread is tried again, each time after a longer rest. */
  const rest = async (canvas: Canvas, trouble: Exclude<Trouble, Shut>) => {
    if (canvas.trouble !== trouble) await setTrouble(canvas, trouble);
    const ms = growing(firstRestMs, canvas.rests, slowestRestMs);
    canvas.rests += 1;
    log.info({ thread: canvas.talk.threadId, trouble, retryMs: ms }, 'thread refuses messages; answer kept');
    await sleep(canvas, ms);
  };

  /** An archived thread is opened once; one that refuses again, or is locked, takes nothing more. */
  const reopen = async (canvas: Canvas) => {
    if (canvas.isReopened) return shut(canvas, 'locked');
    const opened = await channel.open(canvas.talk.threadId);
    switch (opened) {
      case 'opened':
        canvas.isReopened = true;
        return;
      case 'gone':
      case 'locked':
        return shut(canvas, opened);
      default:
        return rest(canvas, 'denied');
    }
  };

  /** Somebody deleted a message: once the answer is whole it is posted again from there, in order, a few times. */
  const repost = async (canvas: Canvas, frame: Frame, index: number) => {
    if (frame.view.reposts < mostReposts) return pen.clear(canvas.talk, frame, index);
    frame.view = endView(frame.view);
    frame.isSettled = true;
    await pen.keep(canvas.talk, frame);
    await setTrouble(canvas, 'removed');
  };

  const reject = async (canvas: Canvas, frame: Frame) => {
    const error = { detail: unshowable, requestId: null, retryable: false };
    if (frame.view.error?.detail === unshowable) return rest(canvas, 'denied');
    frame.view = { ...frame.view, phase: 'failed', status: null, text: '', attachments: [], error };
  };

  const yieldTo = (refusal: Refusal, canvas: Canvas, frame: Frame, index: number) => {
    switch (refusal) {
      case 'gone':
        return shut(canvas, 'gone');
      case 'deleted':
      case 'stale':
        return repost(canvas, frame, index);
      case 'archived':
      case 'locked':
        return reopen(canvas);
      case 'denied':
        return rest(canvas, 'denied');
      case 'rejected':
        return reject(canvas, frame);
    }
  };

  return {
    async onAccepted(canvas) {
      canvas.failures = 0;
      canvas.rests = 0;
      canvas.isReopened = false;
      if (canvas.trouble) await setTrouble(canvas, null);
    },
    async onRefusal(refusal, canvas, frame, index) {
      const { failures, rests } = canvas;
      await yieldTo(refusal, canvas, frame, index);
      canvas.failures += 1;
      if (failures === 0 || canvas.rests > rests || canvas.isStopped) return;
      await sleep(canvas, growing(firstRetryMs, failures - 1, slowestRetryMs));
    },
    async onFailure(canvas, error) {
      const ms = growing(firstRetryMs, canvas.failures, slowestRetryMs);
      canvas.failures += 1;
      log.warn({ thread: canvas.talk.threadId, retryMs: ms, err: error }, 'thread not updated; retrying');
      await sleep(canvas, ms);
    },
  };
}
