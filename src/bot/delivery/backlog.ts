import type { Clock } from '../../base/clock.js';
import type { OutboxStore } from './outbox.js';

const longestMs = 5 * 60_000;

/** Reports messages and edits that have been queued for Discord too long. */
export const backlogCheck =
  (outbox: Pick<OutboxStore, 'oldestSince'>, clock: Clock) => async (): Promise<string | null> => {
    const since = await outbox.oldestSince();
    const waitedMs = since === null ? 0 : clock.now() - since;
    return waitedMs <= longestMs
      ? null
      : `the oldest queued message for Discord is ${Math.floor(waitedMs / 60_000)} minutes old`;
  };
