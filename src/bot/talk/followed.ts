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

/** The service has a message of it whose answer is not complete. An assumed answer of a former process is unsent. */
export const isAnswering = ({ isUnsent, isAwaited, threadState }: Followed): boolean =>
  !isUnsent && (isAwaited || (isRunning(threadState) && !threadState.newest.view.isAssumed));

/** @returns whether its answer is shown already, because the reply to an earlier attempt to send the message was lost */
export function noteRun(one: Followed, runId: string, now: number): boolean {
  const { threadState } = one;
  threadState.talk = { ...threadState.talk, runId };
  one.heardAt = now;
  const isShown = isPast(threadState.newest, runId);
  if (isShown) one.isAwaited = false;
  return isShown;
}

export const isWaiting = ({ isAwaited, threadState }: Followed): boolean =>
  isAwaited || isRunning(threadState);
