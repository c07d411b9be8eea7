import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type ServerFrame, socketLimits } from '../../contract/events.js';
import type { ReadFrame } from '../../contract/read/index.js';
import { openSocketConnection, type SocketConnection } from './socket-connection.js';
import { createSocketSessions, type MoveReason } from './socket-sessions.js';
import type { SocketHabits, SocketState } from './socket-state.js';
import { type Held, isWanted, type SocketUser } from './socket-user.js';
import { createSubscriber } from './subscriber.js';

/** An open or connecting socket that several users share. */
export type SharedSocket = {
  users: ReadonlySet<SocketUser>;
  hasRoom(): boolean;
  add(user: SocketUser): void;
  /** Ends the session on the socket unless other users share it. Closes the socket with the last user. */
  remove(user: SocketUser): void;
  /** Subscribes for a user on the open socket, or opens one. */
  attend(user: SocketUser): void;
  /** Subscribes to a conversation from its last handled event. */
  ask(user: SocketUser, held: Held): void;
  forget(conversationId: string): void;
};

const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const restMs = 60_000;
/** Retry interval while the service has no WebSocket. */
const absentMs = 10 * 60_000;
/** Share of the service's limits at which a socket counts as full. */
const room = 0.9;

const backOff = (failures: number): number =>
  Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));

/**
 * Opened with the cookie of one user; the others share that session or are authenticated on the socket. Reconnects with
 * jittered exponential backoff, and every conversation resumes after its last handled `seq`.
 */
export function createSharedSocket(options: {
  url: string;
  clock: Clock;
  log: Log;
  jitter: () => number;
  closing: AbortSignal;
  /** Whether the service accepts only one session per socket. */
  isAlone: () => boolean;
  /** Frames about conversations and rows. */
  onFrame: (frame: ServerFrame) => void;
  /** All other frames, with the users they may concern. */
  onOther: (read: Exclude<ReadFrame, { kind: 'frame' }>, users: ReadonlySet<SocketUser>) => void;
  habits: SocketHabits;
  /** Reports whether the address has a WebSocket. */
  onFound: (isThere: boolean) => void;
  /** Users to move to another socket: this one is full, or the service accepts one session per socket. */
  onMoved: (users: readonly SocketUser[], why: MoveReason) => void;
}): SharedSocket {
  const { url, clock, log, jitter, closing, isAlone, habits, onFrame, onOther, onFound, onMoved } = options;
  const state: SocketState = { users: new Set(), connection: null };
  const { users } = state;
  let isFull = false;
  let isRunning = false;
  let wake = new AbortController();

  const wanted = () => [...users].filter((user) => isWanted(user, clock.now()));

  const move = (leaving: readonly SocketUser[], why: MoveReason) => {
    isFull ||= why === 'full';
    for (const user of leaving) {
      users.delete(user);
      user.state = 'out';
    }
    if (users.size === 0) state.connection?.cut();
    onMoved(leaving, why);
  };

  const subscriber = createSubscriber({ state, habits, clock, closing });
  const sessions = createSocketSessions({
    state,
    habits,
    isAlone,
    clock,
    log,
    closing,
    ask: subscriber.ask,
    move,
  });

  const receive = (read: ReadFrame) => {
    if (read.kind === 'frame') {
      if (!sessions.take(read.frame)) onFrame(read.frame);
      return;
    }
    const isAboutUs = read.kind === 'refusal' && read.conversationId === null && !habits.hasAuthenticated;
    const unanswered = sessions.waiting();
    if (isAboutUs && unanswered.length > 0) move(unanswered, 'alone');
    else onOther(read, users);
  };

  /** Opens the socket and waits until it closes. */
  const connect = async (): Promise<'refused' | 'ended' | 'no_user' | 'absent'> => {
    for (const user of wanted()) {
      if (user.restsUntil > clock.now()) continue;
      const cookie = await sessions.freshCookie(user);
      if (cookie === null) continue;
      const onOpen = (opened: SocketConnection) => {
        state.connection = opened;
        onFound(true);
        sessions.openWith(user, cookie);
        for (const other of wanted()) if (other !== user) void sessions.authenticate(other);
      };
      const { isRefused, isAbsent } = await openSocketConnection({
        url,
        cookie,
        clock,
        log,
        signal: closing,
        onOpen,
        onFrame: receive,
      });
      if (isRefused && user.isStale) user.restsUntil = clock.now() + restMs;
      user.isStale = isRefused;
      if (isAbsent) return 'absent';
      return isRefused ? 'refused' : 'ended';
    }
    return 'no_user';
  };

  const lose = () => {
    state.connection = null;
    isFull = false;
    for (const user of users) {
      user.state = 'out';
      for (const held of user.held.values()) {
        held.isLive = false;
        held.isAsked = false;
        held.isAcked = false;
        held.inbox.clear();
      }
    }
  };

  const run = async () => {
    isRunning = true;
    let failures = 0;
    while (!closing.aborted && wanted().length > 0) {
      const startedAt = clock.now();
      wake = new AbortController();
      const ending = await connect();
      const unanswered = habits.hasAuthenticated ? [] : sessions.waiting();
      lose();
      if (unanswered.length > 0 && ending === 'ended') move(unanswered, 'alone');
      if (ending === 'absent') {
        onFound(false);
        await clock.sleep(absentMs, closing).catch(() => undefined);
        continue;
      }
      failures = clock.now() - startedAt > slowestRetryMs ? 0 : failures + 1;
      if (ending === 'refused' && failures <= 1) continue;
      const signal = ending === 'no_user' ? AbortSignal.any([closing, wake.signal]) : closing;
      await clock.sleep(backOff(failures) * (0.5 + jitter() / 2), signal).catch(() => undefined);
    }
    isRunning = false;
  };

  return {
    users,
    ask: subscriber.ask,
    hasRoom() {
      let conversations = 0;
      for (const { held } of users) conversations += held.size;
      return (
        !isFull &&
        users.size < socketLimits.sessions * room &&
        conversations < socketLimits.conversations * room
      );
    },
    add: (user) => void users.add(user),
    remove(user) {
      users.delete(user);
      if (users.size === 0) state.connection?.cut();
      else sessions.signOff(user);
      user.state = 'out';
    },
    attend(user) {
      user.restsUntil = 0;
      if (state.connection && user.state === 'out') void sessions.authenticate(user);
      wake.abort();
      if (!isRunning) void run();
    },
    forget: (conversationId) =>
      state.connection?.send({ type: 'unsubscribe', conversation_id: conversationId }),
  };
}
