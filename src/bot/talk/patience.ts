import type { Waiting } from './view.js';

/** After so long without a sign the thread says what is waited for. */
const signMs = 15_000;
/** A service that says it is idle, and holds no answer to the last message, has lost it: given up after so long. */
const idleMs = 60_000;
/** After so long without a sign an answer is given up, unless the service says that it works on it. */
const deadlineMs = 3 * 60_000;
/** Not even then after so long. */
const longestWorkMs = 30 * 60_000;

/** An answer that gives no sign, and what is known of it. */
export type Silence = {
  silentMs: number;
  /** Events of its conversation arrive just now. */
  isLive: boolean;
  /** The message it answers couldn't be handed over yet. */
  isUnsent: boolean;
  /** The service could be asked, when it was asked last. */
  isReadable: boolean;
  /** What it said then; null where it said nothing. */
  isWorking: boolean | null;
  /** It was read since the last sign, held no answer and said that it works on none. */
  isIdle: boolean;
};

/** What the thread says is waited for; null while nobody need be told. */
export function waitingIn({ silentMs, isLive, isUnsent, isReadable }: Silence): Waiting | null {
  if (silentMs < signMs) return null;
  if (isUnsent) return 'unsent';
  if (!isReadable) return 'unreadable';
  return isLive ? 'agent' : 'polling';
}

/** Why nobody waits any longer, in a sentence for the member; null while somebody does. An unsent message is never given up. */
export function endOf({ silentMs, isUnsent, isReadable, isWorking, isIdle }: Silence): string | null {
  if (isUnsent) return null;
  if (isReadable && isIdle && silentMs >= idleMs)
    return 'The agent stopped working on this without an answer. You can ask again.';
  if (silentMs < deadlineMs) return null;
  if (!isReadable) return "The agent's service couldn't be reached for 3 minutes. You can ask again.";
  if (!isWorking) return 'No answer came within 3 minutes. You can ask again.';
  if (silentMs < longestWorkMs) return null;
  return 'The agent has been at work for 30 minutes without a sign. You can ask again.';
}
