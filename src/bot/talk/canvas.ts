import { type Frame, frameOf, nextFrame } from './frame.js';
import type { Urgency } from './pacer.js';
import type { Talk } from './store.js';
import { adoptRun, failView } from './view.js';

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
  /** Requests Discord lost or refused since it last accepted one. */
  failures: number;
  /** The thread was taken out of the archive since Discord last accepted a request. */
  isReopened: boolean;
  /** How often the thread was left alone for a while since then. */
  rests: number;
};

export function openCanvas(talk: Talk, now: number): Canvas {
  const newest = frameOf(talk);
  return {
    talk,
    newest,
    frames: [newest],
    trouble: talk.trouble,
    isWorking: false,
    isStopped: false,
    changedAt: now,
    everyMs: 0,
    waiting: null,
    failures: 0,
    isReopened: false,
    rests: 0,
  };
}

export const isRunning = ({ newest }: Canvas): boolean =>
  !newest.isSettled && newest.view.phase === 'running';

/** Begins the answer of a run; one that is still under way stays as far as it got. */
export function begin(canvas: Canvas, runId: string): void {
  const { newest } = canvas;
  if (newest.view.phase === 'running')
    newest.view = failView(newest.view, 'The end of this answer was lost.');
  canvas.newest = nextFrame(newest, runId);
  canvas.frames = [...canvas.frames.filter(({ isSettled }) => !isSettled), canvas.newest];
}

/** Makes the newest frame that of a run which gives a sign. */
export function expect(canvas: Canvas, runId: string): void {
  const { newest } = canvas;
  const { view } = newest;
  if (view.runId === runId) newest.isSettled &&= !view.isGivenUp;
  else if (view.isAssumed && isRunning(canvas)) newest.view = adoptRun(view, runId);
  else begin(canvas, runId);
}
