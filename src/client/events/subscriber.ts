import type { Clock } from '../../base/clock.js';
import type { SocketHabits, SocketState } from './socket-state.js';
import type { Held, SocketUser } from './socket-user.js';

/** Alternative subscription frames are sent when the service has not confirmed within this time. */
const confirmMs = 3_000;

/** A subscription in several common forms, for a service that did not confirm ours. */
const anySubscription = (id: string, afterSeq: number) => ({
  type: 'subscribe',
  action: 'subscribe',
  event: 'subscribe',
  conversation_id: id,
  conversationId: id,
  channel: `conversation:${id}`,
  after_seq: afterSeq,
  data: { conversation_id: id },
});

/** Subscribes to conversations on a socket. */
export function createSubscriber(options: {
  state: SocketState;
  habits: SocketHabits;
  clock: Clock;
  closing: AbortSignal;
}) {
  const { state, habits, clock, closing } = options;

  /** A pong to a ping sent after the subscription proves that the service has read the subscription. */
  const noteRead = async (held: Held) => {
    const asked = state.connection;
    await asked?.settle();
    if (asked === state.connection) held.isAsked = true;
  };

  const askInAnyForm = (held: Held) => {
    const { conversationId, afterSeq } = held.subscription;
    held.askedAt = clock.now();
    state.connection?.send(anySubscription(conversationId, afterSeq()));
  };

  /** Sends alternative forms when the service has not confirmed our subscription. */
  const insist = async (user: SocketUser, held: Held) => {
    const asked = state.connection;
    await clock.sleep(confirmMs, closing).catch(() => undefined);
    if (closing.aborted || asked !== state.connection || habits.hasAcked) return;
    await asked?.settle();
    const isFollowed = user.held.get(held.subscription.conversationId) === held;
    if (asked !== state.connection || habits.hasAcked || !isFollowed || held.isLive) return;
    habits.isUnconfirmed = true;
    askInAnyForm(held);
  };

  return {
    ask(user: SocketUser, held: Held): void {
      if (user.state !== 'in') return;
      const { conversationId: conversation_id, afterSeq } = held.subscription;
      const session = user.session === null ? {} : { session: user.session };
      held.askedAt = clock.now();
      state.connection?.send({ type: 'subscribe', conversation_id, after_seq: afterSeq(), ...session });
      if (!habits.hasAcked && habits.isUnconfirmed) askInAnyForm(held);
      else if (!habits.hasAcked) void insist(user, held);
      if (!habits.hasAcked) void noteRead(held);
    },
  };
}
