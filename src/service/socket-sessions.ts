import { AppError } from '../base/errors.js';
import { socketLimits } from '../contract/events.js';
import type { SessionIdentity } from './call.js';

/** The sessions of one socket: the one it was opened with, and named ones added by frames. */
export type ConnectionSessions = {
  readonly first: SessionIdentity;
  /**
   * Without a name, the first session.
   * @throws AppError `unauthenticated` when the name has no session
   */
  at(name: string | undefined): SessionIdentity;
  /**
   * Adds a session, or replaces the one of that name.
   * @throws AppError `forbidden` when the name belongs to another user, `quota_exceeded`
   */
  take(name: string, identity: SessionIdentity): void;
  leave(name: string): SessionIdentity | undefined;
  /** All but the first session. */
  others(): IterableIterator<[string, SessionIdentity]>;
  all(): SessionIdentity[];
  /** Whether any session belongs to this user. */
  isUser(userId: string): boolean;
};

export function createConnectionSessions(first: SessionIdentity): ConnectionSessions {
  const further = new Map<string, SessionIdentity>();
  return {
    first,
    at(name) {
      const identity = name === undefined ? first : further.get(name);
      if (identity) return identity;
      throw new AppError('unauthenticated', 'That session is not signed in on this socket.');
    },
    take(name, identity) {
      const before = further.get(name);
      if (before && before.user.id !== identity.user.id)
        throw new AppError('forbidden', 'That name belongs to another user on this socket.');
      if (!before && further.size + 1 >= socketLimits.sessions)
        throw new AppError('quota_exceeded', 'One socket can hold at most 1,000 sessions.');
      further.set(name, identity);
    },
    leave(name) {
      const identity = further.get(name);
      further.delete(name);
      return identity;
    },
    others: () => further.entries(),
    all: () => [first, ...further.values()],
    isUser: (userId) =>
      first.user.id === userId || [...further.values()].some(({ user }) => user.id === userId),
  };
}
