import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { closeCodes, heartbeatMs, maxFrameBytes, socketLimits, socketPath } from '../contract/events.js';
import { toProblem } from '../contract/failure.js';
import type { Authenticate, SessionIdentity } from './call.js';
import { type ClientConnection, openConnection } from './connection.js';
import { readCookies } from './cookies.js';
import type { Hub } from './hub.js';
import type { EventSource, EventSubscription } from './subscription.js';
import { createTopics } from './topics.js';

export type Sockets = Hub & {
  /** Handles upgrades on `/api/ws` of this server. */
  attach(server: Server, ports: SocketPorts): void;
  /** Whether a socket has a session of the user. */
  hasUser(userId: string): boolean;
  /** The conversations that sockets are subscribed to. */
  followed(): string[];
  isFollowed(conversationId: string): boolean;
  /** Events up to `seq` are stored: sends those that subscribers have not received. */
  expectEvents(conversationId: string, seq: number): void;
  /** Ends the sessions that ended without this process being told. */
  checkSessions(): Promise<void>;
  /** Closes every socket (1012: the client reconnects and resumes) and stops listening. */
  close(): Promise<void>;
};

type SocketPorts = {
  authenticate: Authenticate;
  /** When the session's newest access token expires, in ms; null when the session has ended. */
  sessionExpiry(sessionId: string): Promise<number | null>;
  events: EventSource;
  /** The only `Origin` browsers may connect from. */
  origin: string;
};

/** Sessions that ended lately; a look-up may have found one of them just before. */
const mostEnded = 1_000;

export function createSockets({ clock, log }: { clock: Clock; log: Log }): Sockets {
  const connections = new Set<ClientConnection>();
  const byUser = createTopics<ClientConnection>();
  const subscribers = createTopics<EventSubscription>();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxFrameBytes });
  const ended = new Set<string>();
  let heartbeat: Loop | undefined;
  let expiryOf: SocketPorts['sessionExpiry'] = async () => 0;
  const refuseEnded = ({ sessionId }: SessionIdentity) => {
    if (ended.has(sessionId)) throw new AppError('session_expired');
  };

  const open = (socket: WebSocket, identity: SessionIdentity, { authenticate, events }: SocketPorts) => {
    const connection = openConnection({
      socket,
      identity,
      authenticate,
      refuseEnded,
      events,
      subscribers,
      log,
      users: byUser,
    });
    connections.add(connection);
    socket.on('close', () => connections.delete(connection));
  };

  /** A session renewed in the meantime stays; any other ends with its access token. */
  const isExpired = ({ expiresAt }: SessionIdentity): boolean => expiresAt <= clock.now();

  const beat = async (sessionExpiry: SocketPorts['sessionExpiry']) => {
    for (const connection of [...connections]) {
      for (const identity of connection.sessions().filter(isExpired))
        identity.expiresAt = (await sessionExpiry(identity.sessionId)) ?? 0;
      connection.endSessions(isExpired);
      connection.beat();
    }
    return undefined;
  };

  const endSession = (sessionId: string) => {
    ended.add(sessionId);
    const [oldest] = ended;
    if (ended.size > mostEnded && oldest !== undefined) ended.delete(oldest);
    for (const connection of connections)
      connection.endSessions((identity) => identity.sessionId === sessionId);
  };

  return {
    tellUser(userId, frame) {
      const text = JSON.stringify({ ...frame, user_id: userId });
      for (const connection of byUser.of(userId)) connection.send(text);
    },
    tellConversation(conversationId, event) {
      const text = JSON.stringify(event);
      for (const subscription of subscribers.of(conversationId)) subscription.offer(event.seq, text);
    },
    endSession,
    hasUser: (userId) => byUser.count(userId) > 0,
    followed: () => [...subscribers.names()],
    isFollowed: (conversationId) => subscribers.count(conversationId) > 0,
    expectEvents(conversationId, seq) {
      for (const subscription of subscribers.of(conversationId)) subscription.expect(seq);
    },
    async checkSessions() {
      const open = new Set([...connections].flatMap((connection) => connection.sessions()));
      for (const { sessionId } of open) if ((await expiryOf(sessionId)) === null) endSession(sessionId);
    },
    attach(http, ports) {
      const { authenticate, sessionExpiry, origin } = ports;
      expiryOf = sessionExpiry;
      http.on('upgrade', async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        try {
          const identity = await admit(request, authenticate, origin);
          refuseEnded(identity);
          if (byUser.count(identity.user.id) >= socketLimits.socketsPerUser)
            throw new AppError('rate_limited', 'You have too many open connections. Close one.');
          server.handleUpgrade(request, socket, head, (ws) => open(ws, identity, ports));
        } catch (error) {
          refuseUpgrade(socket, request, error);
        }
      });
      heartbeat = startLoop({
        name: 'socket heartbeat',
        everyMs: heartbeatMs,
        clock,
        log,
        round: () => beat(sessionExpiry),
      });
    },
    async close() {
      await heartbeat?.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.close(closeCodes.restarting, 'restarting');
      const patience = new AbortController();
      await Promise.race([closed, clock.sleep(1_000, patience.signal).catch(() => undefined)]);
      patience.abort();
      for (const connection of connections) connection.terminate();
    },
  };
}

/** All refusals happen before the upgrade, as plain HTTP. */
async function admit(
  request: IncomingMessage,
  authenticate: Authenticate,
  origin: string,
): Promise<SessionIdentity> {
  if (request.url?.split('?')[0] !== socketPath) throw new AppError('not_found');
  if (request.headers.origin !== undefined && request.headers.origin !== origin)
    throw new AppError('forbidden', "That page isn't allowed to connect here.");
  return authenticate(readCookies(request.headers.cookie));
}

function refuseUpgrade(socket: Duplex, request: IncomingMessage, error: unknown): void {
  const problem = toProblem(error, request.url?.split('?')[0]);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
