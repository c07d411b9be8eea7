import { type Frame, frameOf, nextFrame } from './frame.js';
import type { Urgency } from './pacer.js';
import type { Talk } from './store.js';
import { adoptRun, failView } from './view.js';

/** The target state of one thread. Oldest frame first; only the painter changes it. */
export type Canvas = {
  talk: Talk;
  frames: Frame[];
  newest: Frame;
  trouble: Talk['trouble'];
  isWorking: boolean;
  isStopped: boolean;
  changedAt: number;
  /** The interval between new content, ms. */
  everyMs: number;
  /** The pending request slot; a null urgency is a pause after an error. */
  waiting: { urgency: Urgency | null; leave: AbortController } | null;
  /** Failed requests since the last accepted one. */
  failures: number;
  /** The thread was unarchived since the last accepted request. */
  isReopened: boolean;
  /** How many pauses there were since then. */
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

/** Begins the answer of a run; an unfinished earlier answer stays as it is. */
export function begin(canvas: Canvas, runId: string): void {
  const { newest } = canvas;
  if (newest.view.phase === 'running')
    newest.view = failView(newest.view, 'The end of this answer was lost.');
  canvas.newest = nextFrame(newest, runId);
  canvas.frames = [...canvas.frames.filter(({ isSettled }) => !isSettled), canvas.newest];
}

/** Assigns the newest frame to the run that sent an event. */
export function expect(canvas: Canvas, runId: string): void {
  const { newest } = canvas;
  const { view } = newest;
  if (view.runId === runId) newest.isSettled &&= !view.isGivenUp;
  else if (view.isAssumed && isRunning(canvas)) newest.view = adoptRun(view, runId);
  else begin(canvas, runId);
}
