import { AppError } from '../base/errors.js';
import { isMismatch } from '../contract/read/index.js';
import type { Jar } from './jar.js';

/**
 * Outcome of one call.
 * `fits`: the reply is in our dialect. `fits_with_notes`: it was read tolerantly. `missing`: the service lacks the
 * endpoint (404, 405, 501). `refused`: the service said no. `not_understood`: the reply lacks something the bot needs.
 * `unreachable`: no reply came.
 */
export type ProbeOutcome =
  | 'fits'
  | 'fits_with_notes'
  | 'missing'
  | 'refused'
  | 'not_understood'
  | 'unreachable';

export type Probe<A> = {
  outcome: ProbeOutcome;
  /** For operators: fields read from another place or filled in, or the reason for a failure. */
  notes: readonly string[];
  /** Only on success. */
  reply?: A;
  error?: AppError;
  /** The jar after the call. */
  jar: Jar;
};

export async function probeWith<A extends { notes?: readonly string[] }>(
  call: () => Promise<{ reply: A; jar: Jar }>,
  jar: Jar,
): Promise<Probe<A>> {
  try {
    const { reply, jar: after } = await call();
    const notes = reply.notes ?? [];
    return { outcome: notes.length > 0 ? 'fits_with_notes' : 'fits', notes, reply, jar: after };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { outcome: outcomeOf(error), notes: reasonsOf(error), error, jar };
  }
}

function outcomeOf(error: AppError): ProbeOutcome {
  if (isMismatch(error)) return 'not_understood';
  if (error.code === 'provider_unreachable') return 'unreachable';
  return error.status === 404 ? 'missing' : 'refused';
}

const reasonsOf = ({ code, message, cause }: AppError): string[] => [
  typeof cause === 'string' ? cause : cause instanceof Error ? cause.message : `${code}: ${message}`,
];
