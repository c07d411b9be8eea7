import { type Canvas, isRunning } from './canvas.js';
import { isPast } from './frame.js';

/** An open thread whose conversation is followed. */
export type Followed = {
  canvas: Canvas;
  leave: () => void;
  heardAt: number;
  readAt: number;
  /** What the service said when it was last asked; null where it said nothing. */
  isWorking: boolean | null;
  /** When the service was found idle without an answer, ms. */
  idleAt: number;
  /** The service could be asked then. */
  isReadable: boolean;
  /** The newest answer that was read then: one that may still grow is shown when it is read twice alike. */
  lastRead: string | null;
  /** What was said there couldn't be handed over yet. */
  isUnsent: boolean;
  /** Something was said, and nothing of its answer has been heard. */
  isAwaited: boolean;
  /** What is missing is being read; what comes meanwhile will come again. */
  isFilling: boolean;
};

export function followedOf(canvas: Canvas, now: number): Followed {
  const { newest, talk } = canvas;
  const isGivenUp = newest.view.isGivenUp && newest.view.runId === talk.runId;
  return {
    canvas,
    leave: () => undefined,
    heardAt: now,
    readAt: 0,
    isWorking: null,
    idleAt: 0,
    isReadable: true,
    lastRead: null,
    isUnsent: false,
    isAwaited: talk.runId !== null && !isGivenUp && !isPast(newest, talk.runId),
    isFilling: false,
  };
}

export const isWaiting = ({ isAwaited, canvas }: Followed): boolean => isAwaited || isRunning(canvas);
