import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { ServerFrame } from '../../contract/events.js';
import type { SocketHabits, SocketState } from './socket-state.js';
import { type Held, personOf, type SocketUser } from './socket-user.js';

/** Why users leave a socket: it is full, or the service accepts only one session per socket. */
export type MoveReason = 'full' | 'alone';

const restMs = 60_000;
/** A service that does not answer `authenticate` within this time does not support it. */
const answerMs = 2_000;
const sessionCodes: ReadonlySet<string | undefined> = new Set(['unauthenticated', 'session_expired']);

/** Session names given to `createSocketUser`. */
const ourName = /^u\d+$/;

/** Sessions of a socket: the one it was opened with and those added by `authenticate`. Users may share one. */
export function createSocketSessions(options: {
  state: SocketState;
  habits: SocketHabits;
  isAlone: () => boolean;
  ask: (user: SocketUser, held: Held) => void;
  move: (users: readonly SocketUser[], why: MoveReason) => void;
  clock: Clock;
  log: Log;
  closing: AbortSignal;
}) {
  const { state, habits, isAlone, ask, move, clock, log, closing } = options;
  const { users } = state;

  const freshCookie = async (user: SocketUser): Promise<string | null> => {
    try {
      return await user.user.service.cookie(user.isStale);
    } catch (error) {
      log.info({ err: error }, 'session cookie unavailable for events; retrying in 60 s');
      user.restsUntil = clock.now() + restMs;
      return null;
    }
  };

  const hasSession = ({ state: at }: SocketUser): boolean => at === 'asked' || at === 'in';
  const usersOf = (session: string | null): SocketUser[] =>
    [...users].filter((user) => hasSession(user) && user.session === session);
  /** A name we did not assign is the service's own name for the session the socket was opened with. */
  const usersCalled = (session: string): SocketUser[] => {
    const named = usersOf(session);
    return named.length > 0 || ourName.test(session) ? named : usersOf(null);
  };
  const waiting = () => [...users].filter((user) => user.state === 'asked');

  const enter = (user: SocketUser) => {
    user.state = 'in';
    user.isStale = false;
    user.isApart = false;
    for (const held of user.held.values()) ask(user, held);
  };

  /** Reloads the cookies of the person's other sessions on this socket, because cookies rotate. */
  const sessionsOfPerson = async (user: SocketUser): Promise<void> => {
    const others = [...users].filter((one) => one !== user && personOf(one) === personOf(user));
    for (const other of others.filter(hasSession))
      other.cookie = await other.user.service.cookie().catch(() => null);
  };
  const sharedBy = (user: SocketUser, cookie: string): SocketUser | undefined =>
    [...users].find((one) => {
      const isOther = one !== user && hasSession(one);
      return isOther && personOf(one) === personOf(user) && one.cookie === cookie;
    });

  const join = (user: SocketUser, { session, state: at }: SocketUser) => {
    user.session = session;
    user.state = 'asked';
    if (at === 'in') enter(user);
  };

  const authenticate = async (user: SocketUser): Promise<void> => {
    const asked = state.connection;
    user.state = 'opening';
    const cookie = await freshCookie(user);
    if (cookie !== null) await sessionsOfPerson(user);
    if (asked !== state.connection || !users.has(user)) return;
    if (cookie === null) {
      user.state = 'out';
      return;
    }
    user.cookie = cookie;
    const other = sharedBy(user, cookie);
    if (other) return join(user, other);
    user.session = user.name;
    user.state = 'asked';
    if (isAlone()) return moveAlone([user]);
    asked?.send({ type: 'authenticate', session: user.name, cookie });
    if (!habits.hasAuthenticated) void doubt(user);
  };

  const moveAlone = (leaving: readonly SocketUser[]) => {
    for (const user of leaving) user.isApart = true;
    move(leaving, 'alone');
  };

  /** Gives each session its own socket when the service does not answer `authenticate`. */
  const doubt = async (user: SocketUser) => {
    const asked = state.connection;
    await clock.sleep(answerMs, closing).catch(() => undefined);
    await asked?.settle();
    const isUnanswered = asked === state.connection && asked !== null && user.state === 'asked';
    if (!closing.aborted && isUnanswered && users.has(user) && !habits.hasAuthenticated)
      moveAlone(usersOf(user.session));
  };

  /** After a refused session: retries once with fresh cookies, then pauses. */
  const refuse = async (refused: readonly SocketUser[]): Promise<void> => {
    const isStale = refused.some((user) => user.isStale);
    for (const user of refused) {
      for (const held of user.held.values()) held.isLive = false;
      user.state = 'out';
      if (isStale) user.restsUntil = clock.now() + restMs;
    }
    const [first, ...others] = refused;
    if (isStale || !first) return;
    first.isStale = true;
    await authenticate(first);
    for (const user of others) if (users.has(user) && user.state === 'out') await authenticate(user);
  };

  const onRefused = ({ session, problem }: Extract<ServerFrame, { type: 'refused' }>) => {
    const meant = session === undefined ? [] : usersOf(session);
    if (meant.length > 0 && sessionCodes.has(problem.code)) void refuse(meant);
    else if (meant.length > 0) move(meant, 'full');
    else if (waiting().length > 0) moveAlone(waiting());
  };

  return {
    freshCookie,
    waiting,
    authenticate,
    /** The socket was opened with the session of this user. */
    openWith(user: SocketUser, cookie: string): void {
      user.session = null;
      user.cookie = cookie;
      enter(user);
    },
    /** @returns whether the frame was about a session */
    take(frame: ServerFrame): boolean {
      if (frame.type === 'authenticated') {
        habits.hasAuthenticated = true;
        for (const user of usersCalled(frame.session)) if (user.state === 'asked') enter(user);
        return true;
      }
      if (frame.type === 'session_ended') {
        void refuse(usersCalled(frame.session));
        return true;
      }
      if (frame.type !== 'refused' || frame.conversation_id !== null) return false;
      onRefused(frame);
      return true;
    },
    /** Signs the user's session off unless another user shares it. */
    signOff(user: SocketUser): void {
      if (user.session === null || !hasSession(user)) return;
      const isShared = usersOf(user.session).some((one) => one !== user);
      if (!isShared) state.connection?.send({ type: 'sign_off', session: user.session });
    },
  };
}
