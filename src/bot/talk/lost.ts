import { HTTPError } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { ConnectionLost } from '../rest-request.js';

const mostRetries = 3;
const firstRetryMs = 500;

/** Whether the outcome of a request is unknown: a reset socket, a timeout, a 5xx. */
function isLost(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  if (error instanceof HTTPError) return error.status >= 500;
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'AbortError' || name === 'TimeoutError') return true;
  return typeof code === 'string' && /^(?:UND_ERR_|E[A-Z]{3,})/.test(code);
}

/**
 * Retries a request to Discord whose reply was lost, a few times.
 * @param act must be idempotent; `failures`: how many replies were lost before
 */
export async function retryLost<T>(clock: Clock, act: (failures: number) => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await act(failures);
    } catch (error) {
      if (!isLost(error) || failures === mostRetries) throw error;
      await clock.sleep(firstRetryMs * 2 ** failures);
    }
  }
}
