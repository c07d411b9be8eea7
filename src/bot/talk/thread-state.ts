import { reason } from '../../copy/reason.js';
import type { Urgency } from '../delivery/pacer.js';
import { type Frame, frameOf, nextFrame } from './frame.js';
import type { Talk } from './talk.js';
import { adoptRun, failView } from './view.js';

/** The target state of one thread. Oldest frame first; only the renderer changes it. */
export type ThreadState = {
  talk: Talk;
  frames: Frame[];
  newest: Frame;
  trouble: Talk['trouble'];
  isWorking: boolean;
  /** Resolves when no request of the thread is under way. */
  idle: Promise<void>;
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
  /** The next answer replaces the newest one in its messages. */
  isRemaking: boolean;
};

export function openThreadState(talk: Talk, now: number): ThreadState {
  const newest = frameOf(talk);
  return {
    talk,
    newest,
    frames: [newest],
    trouble: talk.trouble,
    isWorking: false,
    idle: Promise.resolve(),
    isStopped: false,
    changedAt: now,
    everyMs: 0,
    waiting: null,
    failures: 0,
    isReopened: false,
    rests: 0,
    isRemaking: false,
  };
}

export const isRunning = ({ newest }: ThreadState): boolean =>
  !newest.isSettled && newest.view.phase === 'running';

/** Begins the answer of a run; an unfinished earlier answer stays as it is. */
export function begin(threadState: ThreadState, runId: string): void {
  const { newest } = threadState;
  if (newest.view.phase === 'running')
    newest.view = failView(newest.view, reason('talk.answer.error.incomplete'));
  threadState.newest = nextFrame(newest, runId, threadState.isRemaking);
  threadState.isRemaking = false;
  threadState.frames = [...threadState.frames.filter(({ isSettled }) => !isSettled), threadState.newest];
}

/** Assigns the newest frame to the run that sent an event. */
export function expect(threadState: ThreadState, runId: string): void {
  const { newest } = threadState;
  const { view } = newest;
  if (view.runId === runId) newest.isSettled &&= !view.isGivenUp;
  else if (view.isAssumed && isRunning(threadState)) newest.view = adoptRun(view, runId);
  else begin(threadState, runId);
}
