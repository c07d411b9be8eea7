import { isPast } from './frame.js';
import { isRunning, type ThreadState } from './thread-state.js';

/** An open thread and the state of following its conversation. */
export type Followed = {
  threadState: ThreadState;
  leave: () => void;
  /** Resolves once everything that the events so far brought is stored. */
  stored: Promise<void>;
  heardAt: number;
  readAt: number;
  /** The last reported state; null when the service reported none. */
  isWorking: boolean | null;
  /** When the service was found idle without an answer, ms. */
  idleAt: number;
  /** Whether the service was reachable then. */
  isReadable: boolean;
  /** Whether its reply was understood; true without a reply. */
  isUnderstood: boolean;
  /** The newest answer read then. One that may still grow is shown after two equal reads. */
  lastRead: string | null;
  /** A message there could not be sent to the service yet. */
  isUnsent: boolean;
  /** A message was sent, and no event of its answer has arrived. */
  isAwaited: boolean;
  /** Until when Discord shows that the bot is typing there, ms. */
  typingUntil: number;
  /** Missing events are being read; events that arrive meanwhile will be delivered again. */
  isFilling: boolean;
};

export function followedOf(threadState: ThreadState, now: number): Followed {
  const { newest, talk } = threadState;
  const isGivenUp = newest.view.isGivenUp && newest.view.runId === talk.runId;
  return {
    threadState,
    leave: () => undefined,
    stored: Promise.resolve(),
    heardAt: now,
    readAt: 0,
    isWorking: null,
    idleAt: 0,
    isReadable: true,
    isUnderstood: true,
    lastRead: null,
    isUnsent: false,
    isAwaited: talk.runId !== null && !isGivenUp && !isPast(newest, talk.runId),
    typingUntil: 0,
    isFilling: false,
  };
}

export const isWaiting = ({ isAwaited, threadState }: Followed): boolean =>
  isAwaited || isRunning(threadState);
