import type { SocketConnection } from './socket-connection.js';
import type { SocketUser } from './socket-user.js';

/** A socket and who is on it; `connection` is null while it is not open. */
export type SocketState = { users: Set<SocketUser>; connection: SocketConnection | null };

/** What was learned about the sockets of a service. */
export type SocketHabits = {
  /** It has taken an `authenticate` frame. */
  hasAuthenticated: boolean;
  /** It has confirmed a subscription. */
  hasAcked: boolean;
  /** It left our form of a subscription unconfirmed for some seconds: others are sent with it at once. */
  isUnconfirmed: boolean;
  /** It has told something of an answer. */
  hasTold: boolean;
};

export const createSocketHabits = (): SocketHabits => ({
  hasAuthenticated: false,
  hasAcked: false,
  isUnconfirmed: false,
  hasTold: false,
});
