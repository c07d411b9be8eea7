import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { begin, type Canvas, expect, isRunning, openCanvas } from './canvas.js';
import type { Channel } from './channel.js';
import { type Frame, isPast, nextStep, type Step } from './frame.js';
import type { Pacer, Urgency } from './pacer.js';
import type { Pen } from './pen.js';
import { createRefusalPolicy, type Shut } from './refusals.js';
import type { Talk, TalkStore } from './store.js';
import { completeView, endView, foldEvent, giveUpView, isOver, type TalkView, type Waiting } from './view.js';

/** A complete answer as stored by the service. */
export type Answer = {
  runId: string;
  text: string;
  attachments: Attachment[];
  reason: FinishReason;
  seq: number;
};

/**
 * Renders answers into threads. Events only update a frame. Each thread has one request in flight, oldest frame first, so
 * an answer is completed even when the next has begun, and every request sends the newest content at that time.
 */
export type Painter = {
  open(talk: Talk): Canvas;
  fold(canvas: Canvas, event: AgentEvent): void;
  /** Shows the complete answer of a run in place of lost events. */
  replace(canvas: Canvas, answer: Answer): void;
  /** Shows what a silent answer waits for. @param runId if known */
  wait(canvas: Canvas, waiting: Waiting, runId: string | null): void;
  /** Gives up: the run ended without an answer, or its state is unknown. */
  fail(canvas: Canvas, detail: string, isRetryable?: boolean): void;
  /** Sets the position that new events are counted from. */
  moveTo(canvas: Canvas, seq: number): void;
  /** Ends the thread: an unfinished answer stays as it is, without its Stop button. */
  finish(canvas: Canvas): void;
  /** Retries refused requests now. */
  retry(canvas: Canvas): void;
  /** Stops sending. */
  stop(canvas: Canvas): void;
};

const slowestChangeMs = 3_000;

const routes = {
  post: { method: 'POST', route: '/channels/:id/messages' },
  edit: { method: 'PATCH', route: '/channels/:id/messages/:id' },
  remove: { method: 'DELETE', route: '/channels/:id/messages/:id' },
} as const;

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
  /** The thread is unusable: the conversation ends, and its owner is told why. */
  onShut: (threadId: string, why: Shut) => Promise<void>;
}): Painter {
  const { store, channel, pen, pacer, clock, log, onShut } = options;

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
  const refusals = createRefusalPolicy({ store, channel, pen, log, sleep, onShut });

  /** The next step, null for none. Synchronous, so that no event arrives in between. */
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
    for (let act = plan(canvas); act && !canvas.isStopped; act = plan(canvas)) {
      try {
        await act();
      } catch (error) {
        if (canvas.isStopped) break;
        await refusals.onFailure(canvas, error);
      }
    }
    canvas.isWorking = false;
  };

  /** Waits for a request slot, then returns the step due by then if it is of the same kind. */
  const take = async (canvas: Canvas, frame: Frame, kind: Step['kind']) => {
    const { talk, everyMs } = canvas;
    const urgency = urgencyOf(frame);
    const slot = { ...routes[kind], channelId: talk.threadId };
    const isTurn = await pause(canvas, urgency, (signal) => pacer.turn(slot, { urgency, everyMs }, signal));
    const step = isTurn && !canvas.isStopped ? nextStep(frame, talk) : null;
    if (step?.kind !== kind) return;
    const refusal = await pen.take(talk, frame, step);
    if (refusal === null) await refusals.onAccepted(canvas);
    else await refusals.onRefusal(refusal, canvas, frame, step.index);
  };

  return {
    open: (talk) => openCanvas(talk, clock.now()),
    fold(canvas, event) {
      const { newest } = canvas;
      if (event.seq <= newest.seq) return;
      const isLate = event.type === 'agent_proposal' && event.run_id !== newest.view.runId;
      if (isLate || isPast(newest, event.run_id)) newest.seq = event.seq;
      else {
        expect(canvas, event.run_id);
        change(canvas, foldEvent(canvas.newest.view, event), event.seq);
      }
    },
    replace(canvas, { runId, text, attachments, reason, seq }) {
      if (isPast(canvas.newest, runId)) return;
      expect(canvas, runId);
      change(canvas, completeView(canvas.newest.view, { text, attachments, reason }), seq);
    },
    wait(canvas, waiting, runId) {
      if (!isRunning(canvas)) {
        const { newest } = canvas;
        const isKnown = runId !== null && runId !== newest.view.runId && !isPast(newest, runId);
        begin(canvas, isKnown ? runId : `assumed-${clock.now()}`);
        canvas.newest.view.isAssumed = true;
      }
      const { view, seq } = canvas.newest;
      if (view.waiting !== waiting) change(canvas, { ...view, waiting }, seq);
    },
    fail(canvas, detail, isRetryable = true) {
      const { view, seq } = canvas.newest;
      if (view.phase !== 'running') return;
      change(canvas, giveUpView(view, detail, isRetryable), seq);
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
