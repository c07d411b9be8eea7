import type { Reason } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Waiting } from './view.js';

const minuteMs = 60_000;
/** After this much silence, the thread says why the answer takes long. */
const signMs = 15_000;
/** An idle service without an answer to the last message lost that message; the bot gives up after this long. */
const idleMs = minuteMs;
/** After this much silence the bot gives up, unless the service reports that it works on the answer. */
const deadlineMs = 3 * minuteMs;
/** After this much silence the bot gives up even if the service reports work. */
const longestWorkMs = 30 * minuteMs;

/** The state of an answer that shows no progress. */
export type Silence = {
  silentMs: number;
  /** There is a live connection for events of its conversation. */
  isLive: boolean;
  /** The message it answers could not be sent to the service yet. */
  isUnsent: boolean;
  /** The last request for its state succeeded. */
  isReadable: boolean;
  /** Its reply was understood, or there was none. */
  isUnderstood: boolean;
  /** What the service then reported; null when the reply did not say. */
  isWorking: boolean | null;
  /** The service was read since the last progress, had no answer and reported no work. */
  isIdle: boolean;
};

/** Why the answer takes long, as the thread shows it; null while it is not late. */
export function waitingIn({ silentMs, isLive, isUnsent, isReadable, isUnderstood }: Silence): Waiting | null {
  if (silentMs < signMs) return null;
  if (isUnsent) return 'unsent';
  if (!isUnderstood) return 'mismatch';
  if (!isReadable) return 'unreadable';
  return isLive ? 'agent' : 'polling';
}

/** Why the bot gave up on the answer; null while it still waits. It never gives up on an unsent message. */
export function endOf({
  silentMs,
  isUnsent,
  isReadable,
  isUnderstood,
  isWorking,
  isIdle,
}: Silence): Reason | null {
  if (isUnsent) return null;
  if (isReadable && isIdle && silentMs >= idleMs) return reason('talk.answer.error.idle');
  if (silentMs < deadlineMs) return null;
  if (!isUnderstood) return reason('talk.answer.error.mismatch');
  if (!isReadable) return reason('talk.answer.error.unreachable', { minutes: deadlineMs / minuteMs });
  if (!isWorking) return reason('talk.answer.error.silent', { minutes: deadlineMs / minuteMs });
  if (silentMs < longestWorkMs) return null;
  return reason('talk.answer.error.overdue', { minutes: longestWorkMs / minuteMs });
}
