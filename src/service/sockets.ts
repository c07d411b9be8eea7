import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import {
  type AgentEvent,
  clientFrame,
  closeCodes,
  heartbeatMs,
  maxFrameBytes,
  type ServerFrame,
  socketPath,
} from '../contract/events.js';
import { toProblem } from '../contract/failure.js';
import { readCookies } from './cookies.js';
import type { Authenticate, Identity } from './mount.js';
import { createSubscription, type Subscription } from './subscription.js';

/** Where stored events of a conversation are read. */
export type EventSource = {
  /**
   * Events with a greater `seq`, in order. `gap` says that older ones the caller missed are gone and
   * `fromSeq` is where the answer begins.
   * @throws AppError `not_found` when the conversation is not this user's
   */
  after(
    userId: string,
    conversationId: string,
    seq: number,
  ): Promise<{ fromSeq: number; events: AgentEvent[]; gap: boolean }>;
};

/** Hands frames to whoever is connected now. Nobody listening is no error: what matters is stored. */
export type Hub = {
  /** To every socket of the user: `generation_progress`, `intent_updated`. */
  tellUser(userId: string, frame: ServerFrame): void;
  /** To every socket subscribed to the conversation. Store the event first: replay reads the store. */
  tellConversation(conversationId: string, event: AgentEvent): void;
  /** Closes the sockets of a session that has ended (4401). */
  endSession(sessionId: string): void;
};

export type Sockets = Hub & {
  /** Answers upgrades on `/api/ws` of this server. */
  attach(server: Server, ports: SocketPorts): void;
  /** Closes every socket (1012: the client comes back and resumes) and stops listening. */
  close(): Promise<void>;
};

type SocketPorts = {
  authenticate: Authenticate;
  /** When the newest access token of the session ends, in ms; null when the session has ended. */
  sessionExpiry(sessionId: string): number | null;
  events: EventSource;
  /** The only `Origin` a browser may connect from. */
  origin: string;
};

type Connection = {
  socket: WebSocket;
  identity: Identity;
  subscriptions: Map<string, Subscription>;
  answered: boolean;
  /** Frames received since the last heartbeat. */
  received: number;
};

const maxBufferedBytes = 8 * maxFrameBytes;
const maxSubscriptions = 1_000;
const maxFramesPerHeartbeat = 2_000;

export function createSockets({ clock, log }: { clock: Clock; log: Log }): Sockets {
  const connections = new Set<Connection>();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxFrameBytes });
  let heartbeat: Loop | undefined;

  const sendText = ({ socket }: Connection, text: string) => {
    if (socket.readyState !== socket.OPEN) return;
    // A reader this slow is better off reconnecting and resuming by seq than filling our memory.
    if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
    else socket.send(text);
  };
  const send = (connection: Connection, frame: ServerFrame) => sendText(connection, JSON.stringify(frame));

  const refuse = (connection: Connection, conversationId: string | null, error: unknown) =>
    send(connection, { type: 'refused', conversation_id: conversationId, problem: toProblem(error) });

  const subscribe = async (connection: Connection, id: string, afterSeq: number, events: EventSource) => {
    const { identity, subscriptions } = connection;
    if (subscriptions.size >= maxSubscriptions && !subscriptions.has(id))
      throw new AppError('quota_exceeded', 'One socket takes at most 1,000 conversations.');
    const subscription = createSubscription(afterSeq, (text) => sendText(connection, text));
    subscriptions.set(id, subscription);
    try {
      const { fromSeq, events: missed, gap } = await events.after(identity.user.id, id, afterSeq);
      if (subscriptions.get(id) !== subscription) return;
      const subscribed = { from_seq: fromSeq, replayed: missed.length, gap };
      send(connection, { type: 'subscribed', conversation_id: id, ...subscribed });
      subscription.catchUp(missed);
    } catch (error) {
      if (subscriptions.get(id) === subscription) subscriptions.delete(id);
      throw error;
    }
  };

  const receive = async (connection: Connection, data: string, events: EventSource) => {
    connection.received += 1;
    if (connection.received > maxFramesPerHeartbeat)
      return connection.socket.close(closeCodes.tooFast, 'too many frames');
    const frame = readFrame(data);
    if (!frame) return refuse(connection, null, new AppError('invalid_request', 'That frame is not known.'));
    if (frame.type === 'unsubscribe') {
      connection.subscriptions.delete(frame.conversation_id);
      return;
    }
    try {
      await subscribe(connection, frame.conversation_id, frame.after_seq, events);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a subscription failed');
      refuse(connection, frame.conversation_id, error);
    }
  };

  const open = (socket: WebSocket, identity: Identity, events: EventSource) => {
    const connection: Connection = {
      ...{ socket, identity, subscriptions: new Map(), answered: true, received: 0 },
    };
    connections.add(connection);
    socket.on('pong', () => {
      connection.answered = true;
    });
    socket.on('close', () => connections.delete(connection));
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'));
    socket.on('message', (data) => void receive(connection, data.toString(), events));
  };

  const beat = async (sessionExpiry: SocketPorts['sessionExpiry']) => {
    for (const connection of connections) {
      const { socket, identity } = connection;
      if (identity.expiresAt <= clock.now()) identity.expiresAt = sessionExpiry(identity.sessionId) ?? 0;
      if (identity.expiresAt <= clock.now()) socket.close(closeCodes.unauthenticated, 'session expired');
      else if (!connection.answered) socket.terminate();
      else socket.ping();
      connection.answered = false;
      connection.received = 0;
    }
    return undefined;
  };

  return {
    tellUser(userId, frame) {
      const text = JSON.stringify(frame);
      for (const connection of connections)
        if (connection.identity.user.id === userId) sendText(connection, text);
    },
    tellConversation(conversationId, event) {
      const text = JSON.stringify(event);
      for (const { subscriptions } of connections) subscriptions.get(conversationId)?.offer(event.seq, text);
    },
    endSession(sessionId) {
      for (const { socket, identity } of connections)
        if (identity.sessionId === sessionId) socket.close(closeCodes.unauthenticated, 'session ended');
    },
    attach(http, { authenticate, sessionExpiry, events, origin }) {
      http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        socket.on('error', () => socket.destroy());
        try {
          const identity = admit(request, authenticate, origin);
          server.handleUpgrade(request, socket, head, (ws) => open(ws, identity, events));
        } catch (error) {
          refuseUpgrade(socket, request, error);
        }
      });
      heartbeat = startLoop({
        ...{ name: 'socket heartbeat', everyMs: heartbeatMs, clock, log },
        round: () => beat(sessionExpiry),
      });
    },
    async close() {
      await heartbeat?.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { socket } of connections) socket.close(closeCodes.restarting, 'restarting');
      const patience = new AbortController();
      await Promise.race([closed, clock.sleep(1_000, patience.signal).catch(() => undefined)]);
      patience.abort();
      for (const { socket } of connections) socket.terminate();
    },
  };
}

function readFrame(text: string) {
  try {
    return clientFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Everything that can be refused is refused before the upgrade, as plain HTTP. */
function admit(request: IncomingMessage, authenticate: Authenticate, origin: string): Identity {
  if (request.url?.split('?')[0] !== socketPath) throw new AppError('not_found');
  if (request.headers.origin !== undefined && request.headers.origin !== origin)
    throw new AppError('forbidden', 'That page may not connect here.');
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
