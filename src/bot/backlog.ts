import type { Clock } from '../base/clock.js';
import type { OutboxStore } from './outbox.js';

const longestMs = 5 * 60_000;

/** Reports a backlog: messages and edits that have waited too long for Discord. */
export const backlogCheck = (outbox: Pick<OutboxStore, 'oldestSince'>, clock: Clock) => (): string | null => {
  const since = outbox.oldestSince();
  const waitedMs = since === null ? 0 : clock.now() - since;
  return waitedMs <= longestMs
    ? null
    : `the oldest message for Discord has been waiting for ${Math.floor(waitedMs / 60_000)} minutes`;
};
