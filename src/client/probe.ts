import { AppError } from '../base/errors.js';
import { isMismatch } from '../contract/read/index.js';
import type { Jar } from './jar.js';

/**
 * How one call of an endpoint went.
 * `fits`: the reply is in our dialect. `fits_with_notes`: it was read tolerantly. `missing`: the service lacks the
 * endpoint (404, 405, 501). `refused`: the service said no. `not_understood`: the reply lacks something the bot needs.
 * `unreachable`: no reply came.
 */
export type Outcome = 'fits' | 'fits_with_notes' | 'missing' | 'refused' | 'not_understood' | 'unreachable';

export type Probe<A> = {
  outcome: Outcome;
  /** For an operator: fields read from elsewhere or filled in, or the reason of a failure. */
  notes: readonly string[];
  /** The success reply; undefined otherwise. */
  reply?: A;
  error?: AppError;
  /** After the call, for the next. */
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

function outcomeOf(error: AppError): Outcome {
  if (isMismatch(error)) return 'not_understood';
  if (error.code === 'provider_unreachable') return 'unreachable';
  return error.status === 404 ? 'missing' : 'refused';
}

const reasonsOf = ({ code, message, cause }: AppError): string[] => [
  typeof cause === 'string' ? cause : cause instanceof Error ? cause.message : `${code}: ${message}`,
];
