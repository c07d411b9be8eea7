import type { WebSocket } from 'ws';
import { iso } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import {
  type ClientFrame,
  clientFrame,
  closeCodes,
  maxFrameBytes,
  type ServerFrame,
  socketLimits,
} from '../contract/events.js';
import { toProblem } from '../contract/failure.js';
import type { Authenticate, SessionIdentity } from './call.js';
import { readCookies } from './cookies.js';
import { createConnectionSessions } from './socket-sessions.js';
import { createSubscription, type EventSource, type EventSubscription } from './subscription.js';
import type { Topics } from './topics.js';

/** One client's socket with its sessions and subscriptions. */
export type ClientConnection = {
  /** Sends one frame as JSON text; disconnects a peer that does not read. */
  send(text: string): void;
  close(code: number, reason: string): void;
  terminate(): void;
  /** The sessions this socket acts for. */
  sessions(): SessionIdentity[];
  /** Ends the matching sessions: the first one closes the socket (4401), others lose only their own subscriptions. */
  endSessions(hasEnded: (identity: SessionIdentity) => boolean): void;
  /** Pings; disconnects a peer that has not answered the previous ping. */
  beat(): void;
};

const maxBufferedBytes = 8 * maxFrameBytes;

type Frame<T extends ClientFrame['type']> = Extract<ReturnType<typeof clientFrame.parse>, { type: T }>;

/**
 * @param users index of sockets by user
 * @param subscribers index of sockets by conversation id
 */
export function openConnection(parts: {
  socket: WebSocket;
  identity: SessionIdentity;
  authenticate: Authenticate;
  /** @throws AppError when the session ended while it was looked up */
  refuseEnded(identity: SessionIdentity): void;
  events: EventSource;
  users: Topics<ClientConnection>;
  subscribers: Topics<EventSubscription>;
  log: Log;
}): ClientConnection {
  const { socket, identity, authenticate, refuseEnded, events, users, subscribers, log } = parts;
  const socketSessions = createConnectionSessions(identity);
  const subscriptions = new Map<string, { subscription: EventSubscription; session: string | undefined }>();
  let answered = true;
  let received = 0;
  let refusals = 0;
  /** Resolves when the sign-ins so far are done, because later frames may name their sessions. */
  let signedIn = Promise.resolve();

  const send = (text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    // A reader this slow should reconnect and resume by seq instead of filling our memory.
    if (socket.bufferedAmount > maxBufferedBytes) socket.close(closeCodes.tooFast, 'reading too slowly');
    else socket.send(text);
  };
  const sendFrame = (frame: ServerFrame) => send(JSON.stringify(frame));
  const refuse = (error: unknown, about: { conversation_id?: string; session?: string | undefined } = {}) => {
    const { conversation_id = null, session } = about;
    const named = session === undefined ? {} : { session };
    sendFrame({ type: 'refused', conversation_id, ...named, problem: toProblem(error) });
  };
  /** An empty ping is sent after everything queued before it. */
  const drained = () => new Promise<void>((resolve) => socket.ping(undefined, undefined, () => resolve()));

  const unsubscribe = (id: string) => {
    const entry = subscriptions.get(id);
    if (entry) subscribers.remove(id, entry.subscription);
    subscriptions.delete(id);
  };

  const report = (error: unknown, about: Parameters<typeof refuse>[1]) => {
    if (!(error instanceof AppError)) log.error({ err: error }, 'frame could not be handled');
    refuse(error, about);
  };

  const subscribe = ({ conversation_id: id, after_seq, session }: Frame<'subscribe'>): void => {
    const { user } = socketSessions.at(session);
    unsubscribe(id);
    if (subscriptions.size >= socketLimits.conversations)
      throw new AppError('quota_exceeded', 'One socket can follow at most 5,000 conversations.');
    const subscription = createSubscription(after_seq, send);
    subscriptions.set(id, { subscription, session });
    subscribers.add(id, subscription); // before the replay is read, so that no event falls in between
    const isCurrent = () => subscriptions.get(id)?.subscription === subscription;
    subscription.replay({
      drained,
      isCurrent,
      failed(error) {
        if (!isCurrent()) return;
        unsubscribe(id);
        report(error, { conversation_id: id, ...(session !== undefined && { session }) });
      },
      read: (seq, limit) => events.after(user.id, id, seq, limit),
      begin: ({ fromSeq: from_seq, total, gap }) =>
        sendFrame({ type: 'subscribed', conversation_id: id, from_seq, replayed: total, gap }),
    });
  };

  const signIn = async ({ session, cookie }: Frame<'authenticate'>) => {
    try {
      const found = await authenticate(readCookies(cookie));
      if (socket.readyState !== socket.OPEN) return;
      refuseEnded(found);
      socketSessions.take(session, found);
      const { user, expiresAt } = found;
      users.add(user.id, connection);
      sendFrame({ type: 'authenticated', session, user_id: user.id, expires_at: iso(expiresAt) });
    } catch (error) {
      refusals += 1;
      if (refusals > socketLimits.refusals) socket.close(closeCodes.tooFast, 'too many refused sessions');
      throw error;
    }
  };

  const signOff = (session: string): SessionIdentity | undefined => {
    const left = socketSessions.leave(session);
    if (!left) return undefined;
    for (const [id, entry] of subscriptions) if (entry.session === session) unsubscribe(id);
    if (!socketSessions.isUser(left.user.id)) users.remove(left.user.id, connection);
    return left;
  };

  const perform = async (frame: ReturnType<typeof clientFrame.parse>): Promise<void> => {
    switch (frame.type) {
      case 'subscribe':
        subscribe(frame);
        return;
      case 'unsubscribe':
        unsubscribe(frame.conversation_id);
        return;
      case 'authenticate':
        return signIn(frame);
      case 'sign_off':
        signOff(frame.session);
        return;
    }
  };

  const receive = (data: string) => {
    received += 1;
    if (received > socketLimits.frames) return socket.close(closeCodes.tooFast, 'too many frames');
    const frame = readFrame(data);
    if (!frame) return refuse(new AppError('invalid_request', 'That frame type is unknown.'));
    const done = signedIn.then(() => perform(frame)).catch((error) => report(error, frame));
    if (frame.type === 'authenticate') signedIn = done;
  };

  socket.on('message', (data) => receive(data.toString()));
  socket.on('error', (error) => log.debug({ err: error }, 'socket failed'));
  socket.on('pong', () => {
    answered = true;
  });
  socket.on('close', () => {
    for (const id of [...subscriptions.keys()]) unsubscribe(id);
    for (const [session] of [...socketSessions.others()]) signOff(session);
    users.remove(identity.user.id, connection);
  });

  const connection: ClientConnection = {
    send,
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    sessions: socketSessions.all,
    endSessions(hasEnded) {
      if (hasEnded(socketSessions.first)) return socket.close(closeCodes.unauthenticated, 'session ended');
      for (const [session, other] of [...socketSessions.others()]) {
        if (!hasEnded(other)) continue;
        signOff(session);
        const problem = toProblem(new AppError('session_expired'));
        sendFrame({ type: 'session_ended', session, user_id: other.user.id, problem });
      }
    },
    beat() {
      if (!answered) return socket.terminate();
      answered = false; // a closing socket has until the next heartbeat to finish
      if (socket.readyState !== socket.OPEN) return;
      received = 0;
      refusals = 0;
      socket.ping();
    },
  };
  users.add(identity.user.id, connection);
  return connection;
}

function readFrame(text: string) {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
