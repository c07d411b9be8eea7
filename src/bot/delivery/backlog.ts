import type { Clock } from '../../base/clock.js';
import type { OutboxStore } from './outbox.js';

const longestMs = 5 * 60_000;

type Oldest = Pick<OutboxStore, 'oldestSince'>;

/** How long the oldest queued message has waited, in ms. */
export async function waitedMs(outbox: Oldest, clock: Clock): Promise<number> {
  const since = await outbox.oldestSince();
  return since === null ? 0 : Math.max(0, clock.now() - since);
}

/** Reports messages and edits that have been queued for Discord too long. */
export const backlogCheck = (outbox: Oldest, clock: Clock) => async (): Promise<string | null> => {
  const waited = await waitedMs(outbox, clock);
  return waited <= longestMs
    ? null
    : `the oldest queued message for Discord is ${Math.floor(waited / 60_000)} minutes old`;
};
