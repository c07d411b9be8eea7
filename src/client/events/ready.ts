import type { Clock } from '../../base/clock.js';
import type { SocketHabits } from './socket-state.js';
import type { Held } from './socket-user.js';

/** How long a conversation is waited for at most, and how often it is looked at. */
const readyMs = 3_000;
const lookEveryMs = 25;

/** Waits until the service knows that events of a conversation are wanted, or no socket will bring them. */
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
