import type { Clock } from '../../base/clock.js';
import type { SocketHabits } from './socket-state.js';
import type { Held } from './socket-user.js';

/** Longest wait for a subscription, and the polling interval. */
const readyMs = 3_000;
const lookEveryMs = 25;

/** Waits until the service has read the subscription of a conversation, or no socket will deliver its events. */
export function createReady(options: {
  conversations: ReadonlyMap<string, Held>;
  habits: Pick<SocketHabits, 'hasAcked'>;
  isAbsent: () => boolean;
  clock: Clock;
  closing: AbortSignal;
}) {
  const { conversations, habits, isAbsent, clock, closing } = options;

  const isReady = ({ isLive, isAsked }: Held): boolean => isLive || (isAsked && !habits.hasAcked);
  const isHopeless = ({ owner }: Held): boolean => isAbsent() || owner.restsUntil > clock.now();

  return async (conversationId: string): Promise<void> => {
    const until = clock.now() + readyMs;
    for (let held = conversations.get(conversationId); held; held = conversations.get(conversationId)) {
      if (isReady(held) || isHopeless(held) || clock.now() >= until || closing.aborted) return;
      await clock.sleep(lookEveryMs, closing).catch(() => undefined);
    }
  };
}
