import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Channel, Refusal } from './channel.js';
import { type Frame, frameOf, isPast, nextFrame, nextStep, type Step } from './frame.js';
import type { Pacer, Urgency } from './pacer.js';
import type { Pen } from './pen.js';
import type { Talk, TalkStore } from './store.js';
import { completeView, endView, failView, foldEvent, isOver, type TalkView } from './view.js';

/** An answer in full, as the service keeps it. */
export type Answer = {
  runId: string;
  text: string;
  attachments: Attachment[];
  reason: FinishReason;
  seq: number;
};

/** What one talk's thread is to show. Oldest frame first; only the painter changes it. */
export type Canvas = {
  talk: Talk;
  frames: Frame[];
  newest: Frame;
  trouble: Talk['trouble'];
  isWorking: boolean;
  isStopped: boolean;
  changedAt: number;
  /** How often there is something new to show, ms. */
  everyMs: number;
  /** What is waited for; a null urgency is a rest after something went wrong. */
  waiting: { urgency: Urgency | null; leave: AbortController } | null;
};

/**
 * Brings answers into threads. Events only change a frame; one request a thread at a time brings frames to Discord,
 * oldest first, so that an answer is shown to its end though the next has begun, and each request draws what is newest
 * when its turn comes.
 */
export type Painter = {
  open(talk: Talk): Canvas;
  fold(canvas: Canvas, event: AgentEvent): void;
  /** The whole answer of a run, in place of events that are gone. */
  replace(canvas: Canvas, answer: Answer): void;
  /** The run under way ended and left nothing. */
  fail(canvas: Canvas, detail: string): void;
  /** What comes is counted from there. */
  moveTo(canvas: Canvas, seq: number): void;
  /** Nothing more comes: an answer that is under way is left as it is, without its Stop button. */
  finish(canvas: Canvas): void;
  /** Tries again at once what Discord refused. */
  retry(canvas: Canvas): void;
  /** Sends nothing more. */
  stop(canvas: Canvas): void;
};

export const isRunning = ({ newest }: Canvas): boolean =>
  !newest.isSettled && newest.view.phase === 'running';

const mostReposts = 3;
const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const troubleMs = 5 * 60_000;
const slowestChangeMs = 3_000;

const routes = {
  post: { method: 'POST', route: '/channels/:id/messages' },
  edit: { method: 'PATCH', route: '/channels/:id/messages/:id' },
  remove: { method: 'DELETE', route: '/channels/:id/messages/:id' },
} as const;

const unshowable =
  'Discord did not take this answer, perhaps by a filter of this server. Ask in other words.';

const urgencyOf = ({ view }: Frame): Urgency => {
  if (isOver(view)) return 'end';
  return view.posted.length === 0 ? 'first' : 'growth';
};

export function createPainter(options: {
  store: Pick<TalkStore, 'setTrouble'>;
  channel: Pick<Channel, 'open'>;
  pen: Pen;
  pacer: Pacer;
  clock: Clock;
  log: Log;
  /** The thread is no longer there. */
  onGone: (threadId: string) => Promise<void>;
}): Painter {
  const { store, channel, pen, pacer, clock, log, onGone } = options;

  const begin = (canvas: Canvas, runId: string) => {
    const { newest } = canvas;
    if (newest.view.phase === 'running')
      newest.view = failView(newest.view, 'The end of this answer was lost.');
    canvas.newest = nextFrame(newest, runId);
    canvas.frames = [...canvas.frames.filter(({ isSettled }) => !isSettled), canvas.newest];
  };

  const change = (canvas: Canvas, view: TalkView, seq: number) => {
    const { newest, waiting, everyMs } = canvas;
    const sinceMs = Math.min(slowestChangeMs, clock.now() - canvas.changedAt);
    canvas.everyMs = everyMs === 0 ? sinceMs : everyMs * 0.8 + sinceMs * 0.2;
    canvas.changedAt = clock.now();
    newest.view = view;
    newest.seq = Math.max(newest.seq, seq);
    if (waiting?.urgency === 'growth' && isOver(canvas.frames[0]!.view)) waiting.leave.abort();
    void work(canvas);
  };

  const pause = async <T>(
    canvas: Canvas,
    urgency: Urgency | null,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const leave = new AbortController();
    canvas.waiting = { urgency, leave };
    try {
      return await wait(leave.signal);
    } finally {
      canvas.waiting = null;
    }
  };
  const sleep = (canvas: Canvas, ms: number) =>
    pause(canvas, null, (signal) => clock.sleep(ms, signal).catch(() => undefined));

  /** What is to be done next, null for nothing: found without waiting, so that no event falls in between. */
  const plan = (canvas: Canvas): (() => Promise<unknown>) | null => {
    for (;;) {
      const [frame, next] = canvas.frames as [Frame, Frame?];
      const step = nextStep(frame, canvas.talk);
      if (step) return () => take(canvas, frame, step.kind);
      if (isOver(frame.view) && !frame.isSettled) return () => settle(canvas, frame);
      if (!next) return null;
      canvas.frames = canvas.frames.slice(1);
    }
  };

  const settle = async ({ talk }: Canvas, frame: Frame) => {
    frame.isSettled = true;
    await pen.keep(talk, frame);
    Object.assign(frame, { view: frame.kept.view, drawn: [] });
  };

  const work = async (canvas: Canvas) => {
    if (canvas.isWorking || canvas.isStopped) return;
    canvas.isWorking = true;
    let failures = 0;
    for (let act = plan(canvas); act && !canvas.isStopped; act = plan(canvas)) {
      try {
        await act();
        failures = 0;
      } catch (error) {
        if (canvas.isStopped) break;
        log.warn(
          { thread: canvas.talk.threadId, err: error },
          'a thread could not be drawn; it is drawn again',
        );
        await sleep(canvas, Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)));
        failures += 1;
      }
    }
    canvas.isWorking = false;
  };

  /** Waits for the turn of a step and takes what is to be done by then, if it is of the same kind. */
  const take = async (canvas: Canvas, frame: Frame, kind: Step['kind']) => {
    const { talk, everyMs } = canvas;
    const urgency = urgencyOf(frame);
    const slot = { ...routes[kind], channelId: talk.threadId };
    const isTurn = await pause(canvas, urgency, (signal) => pacer.turn(slot, { urgency, everyMs }, signal));
    const step = isTurn && !canvas.isStopped ? nextStep(frame, talk) : null;
    if (step?.kind !== kind) return;
    const refusal = await pen.take(talk, frame, step);
    if (refusal !== null) await yieldTo(refusal, canvas, frame, step.index);
    else if (canvas.trouble) await setTrouble(canvas, null);
  };

  /** What becomes of an answer Discord refuses. */
  const yieldTo = async (refusal: Refusal, canvas: Canvas, frame: Frame, index: number) => {
    switch (refusal) {
      case 'gone':
        canvas.isStopped = true;
        return onGone(canvas.talk.threadId);
      case 'deleted':
      case 'stale':
        return repost(canvas, frame, index);
      case 'archived':
        return (await channel.open(canvas.talk.threadId)) ? undefined : rest(canvas, 'locked');
      case 'denied':
        return rest(canvas, 'denied');
      case 'rejected':
        return reject(canvas, frame);
    }
  };

  /** Somebody deleted a message: once the answer is whole it is posted anew from there, in order, a few times. */
  const repost = async ({ talk }: Canvas, frame: Frame, index: number) => {
    if (frame.view.reposts < mostReposts) return pen.clear(talk, frame, index);
    frame.view = endView(frame.view);
    frame.isSettled = true;
    return pen.keep(talk, frame);
  };

  const reject = async (canvas: Canvas, frame: Frame) => {
    const error = { detail: unshowable, requestId: null, retryable: false };
    if (frame.view.error?.detail === unshowable) return rest(canvas, 'denied');
    frame.view = { ...frame.view, phase: 'failed', status: null, text: '', attachments: [], error };
  };

  const setTrouble = async (canvas: Canvas, trouble: Talk['trouble']) => {
    canvas.trouble = trouble;
    await store.setTrouble(canvas.talk.threadId, trouble);
  };

  /** The answer is kept, its owner hears of it by their next command, and the thread is tried again now and then. */
  const rest = async (canvas: Canvas, trouble: NonNullable<Talk['trouble']>) => {
    if (canvas.trouble !== trouble) await setTrouble(canvas, trouble);
    log.info({ thread: canvas.talk.threadId, trouble }, 'a thread cannot be written to; its answer is kept');
    await sleep(canvas, troubleMs);
  };

  return {
    open(talk) {
      const newest = frameOf(talk);
      return {
        ...{ talk, newest, frames: [newest], trouble: talk.trouble, isWorking: false, isStopped: false },
        ...{ changedAt: clock.now(), everyMs: 0, waiting: null },
      };
    },
    fold(canvas, event) {
      const { newest } = canvas;
      if (event.seq <= newest.seq) return;
      const isLate = event.type === 'agent_proposal' && event.run_id !== newest.view.runId;
      if (isLate || isPast(newest, event.run_id)) newest.seq = event.seq;
      else {
        if (event.run_id !== newest.view.runId) begin(canvas, event.run_id);
        change(canvas, foldEvent(canvas.newest.view, event), event.seq);
      }
    },
    replace(canvas, { runId, text, attachments, reason, seq }) {
      if (isPast(canvas.newest, runId)) return;
      if (runId !== canvas.newest.view.runId) begin(canvas, runId);
      change(canvas, completeView(canvas.newest.view, { text, attachments, reason }), seq);
    },
    fail(canvas, detail) {
      const { view, seq } = canvas.newest;
      if (view.phase !== 'running') return;
      change(canvas, failView(view, detail), seq);
    },
    moveTo({ newest }, seq) {
      newest.seq = seq;
    },
    finish(canvas) {
      const { view, seq } = canvas.newest;
      if (view.phase === 'running') change(canvas, endView(view), seq);
    },
    retry(canvas) {
      if (canvas.waiting?.urgency === null) canvas.waiting.leave.abort();
      else void work(canvas);
    },
    stop(canvas) {
      canvas.isStopped = true;
      canvas.waiting?.leave.abort();
    },
  };
}
