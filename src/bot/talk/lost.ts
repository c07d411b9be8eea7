import type { Clock } from '../../base/clock.js';
import { isLost } from '../gateway/lost-connection.js';

const mostRetries = 3;
const firstRetryMs = 500;

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
