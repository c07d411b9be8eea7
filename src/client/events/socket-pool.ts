import { setMaxListeners } from 'node:events';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { ServerFrame } from '../../contract/events.js';
import type { ReadFrame } from '../../contract/read/index.js';
import { createSharedSocket, type SharedSocket } from './shared-socket.js';
import type { MoveReason } from './socket-sessions.js';
import type { SocketHabits } from './socket-state.js';
import { personOf, type SocketUser } from './socket-user.js';

/** A service that took one session a socket is tried again with more after this time. */
const aloneMs = 30 * 60_000;

/** The sockets of a process, and which of its users is on which. */
export type SocketPool = {
  /** The socket of a user; gives them a place on one where they have none. */
  seat(user: SocketUser): SharedSocket;
  /** The socket of a user who has a place. */
  of(user: SocketUser): SharedSocket | undefined;
  remove(user: SocketUser): void;
  /** No WebSocket was found at the address when it was tried last. */
  isAbsent(): boolean;
};

export function createSocketPool(options: {
  url: string;
  clock: Clock;
  log: Log;
  jitter: () => number;
  closing: AbortSignal;
  habits: SocketHabits;
  onFrame: (frame: ServerFrame) => void;
  onOther: (read: Exclude<ReadFrame, { kind: 'frame' }>, users: ReadonlySet<SocketUser>) => void;
}): SocketPool {
  const { url, clock, log, closing } = options;
  setMaxListeners(0, closing); // every socket and every waiting user listens, and Node warns of more than ten
  const places = new Map<SocketUser, SharedSocket>();
  const sockets = new Set<SharedSocket>();
  let isAbsent = false;
  let aloneUntil = 0;
  const isAlone = () => aloneUntil > clock.now();

  const onFound = (isThere: boolean) => {
    if (!isThere && !isAbsent)
      log.warn(
        { url },
        'no WebSocket at the service: conversations are polled; set SERVICE_WS_URL if it is elsewhere',
      );
    isAbsent = !isThere;
  };

  const onMoved = (moved: readonly SocketUser[], why: MoveReason) => {
    if (why === 'alone' && !isAlone()) log.warn({ url }, 'the service takes one session a socket');
    if (why === 'alone') aloneUntil = clock.now() + aloneMs;
    drop(moved);
    for (const user of moved) seat(user).attend(user);
  };

  const drop = (leaving: readonly SocketUser[]) => {
    for (const user of leaving) places.delete(user);
    for (const socket of sockets) if (socket.users.size === 0) sockets.delete(socket);
  };

  /** A socket of the same person, whose session may be theirs; else one with room for another session. */
  const findSocket = (user: SocketUser): SharedSocket | undefined => {
    const person = personOf(user);
    const isOfPerson = ({ users }: SharedSocket) => [...users].some((one) => personOf(one) === person);
    const all = [...sockets];
    if (!isAlone()) return all.find((socket) => socket.hasRoom());
    return user.isApart ? undefined : all.find(isOfPerson);
  };

  const seat = (user: SocketUser): SharedSocket => {
    const known = places.get(user);
    if (known) return known;
    const socket = findSocket(user) ?? createSharedSocket({ ...options, isAlone, onFound, onMoved });
    sockets.add(socket);
    socket.add(user);
    places.set(user, socket);
    return socket;
  };

  return {
    seat,
    of: (user) => places.get(user),
    remove(user) {
      places.get(user)?.remove(user);
      drop([user]);
    },
    isAbsent: () => isAbsent,
  };
}
