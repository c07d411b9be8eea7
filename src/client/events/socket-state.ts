import type { SocketConnection } from './socket-connection.js';
import type { SocketUser } from './socket-user.js';

/** A socket and its users; `connection` is null while it is closed. */
export type SocketState = { users: Set<SocketUser>; connection: SocketConnection | null };

/** Behaviour observed on the sockets of a service. */
export type SocketHabits = {
  /** It accepted an `authenticate` frame. */
  hasAuthenticated: boolean;
  /** It has confirmed a subscription. */
  hasAcked: boolean;
  /** It did not confirm our subscription frame in time, so alternative forms are sent at once. */
  isUnconfirmed: boolean;
  /** It has sent an event of an answer. */
  hasTold: boolean;
};

export const createSocketHabits = (): SocketHabits => ({
  hasAuthenticated: false,
  hasAcked: false,
  isUnconfirmed: false,
  hasTold: false,
});
