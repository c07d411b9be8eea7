import type { IncomingMessage, Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import type { GatewayEvent, Hub } from '../hub.js';
import { canView } from '../state/access.js';
import type { State } from '../state/state.js';
import type { GatewayFaults, Limits } from '../types.js';
import { createConnection } from './connection.js';
import { createSession, Op, type Session } from './session.js';

export type Gateway = { faults: GatewayFaults; close(): Promise<void> };

/** A live socket as the gateway sees it, whatever its session is. */
export type LiveSocket = {
  socket: WebSocket;
  session: Session | undefined;
  send(frame: object): void;
  /** Back to before identify: the client may resume or identify on the same socket. */
  leaveSession(): void;
};

/** The gateway of one local Discord, on the `/gateway` path of its http server. */
export function createGateway(deps: {
  server: Server;
  state: State;
  hub: Hub;
  limits: Limits;
  url: () => string;
}): Gateway {
  const { server, state, hub } = deps;
  const sockets = new Set<LiveSocket>();
  const sessions = new Map<string, Session>();
  const wss = new WebSocketServer({ noServer: true, maxPayload: 1 << 16, perMessageDeflate: false });

  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    const url = new URL(request.url ?? '/', 'http://local');
    if (!url.pathname.startsWith('/gateway')) return;
    wss.handleUpgrade(request, socket, head, (ws) => accept(ws, url));
  });

  const accept = (ws: WebSocket, url: URL): void => {
    const live = createConnection({
      ...deps,
      socket: ws,
      zlibStream: url.searchParams.get('compress') === 'zlib-stream',
      openSession(botId, intents) {
        const id = state.secretOf('session', state.nextId()).slice(0, 32);
        const session = createSession(id, botId, intents);
        sessions.set(id, session);
        return session;
      },
      findSession: (id) => sessions.get(id),
    });
    sockets.add(live);
    ws.on('close', (code) => {
      sockets.delete(live);
      if (live.session && (code === 1000 || code === 1001)) sessions.delete(live.session.id);
    });
    ws.on('error', () => ws.terminate());
  };

  const reaches = (event: GatewayEvent, session: Session): boolean => {
    if (event.toBotId !== undefined && event.toBotId !== session.botId) return false;
    if (event.intents !== 0 && (event.intents & session.intents) === 0) return false;
    if (event.channelId === undefined) return true;
    const channel = state.channels.get(event.channelId);
    return channel !== undefined && canView(state, channel, session.botId);
  };

  hub.onDispatch((event) => {
    for (const session of sessions.values()) {
      if (reaches(event, session)) session.dispatch(event.name, event.payload(session));
    }
  });

  const each = (botId: string | undefined, act: (live: LiveSocket) => void): void => {
    for (const live of [...sockets]) if (!botId || live.session?.botId === botId) act(live);
  };

  return {
    faults: {
      dropGateway: (botId) => each(botId, (live) => live.socket.terminate()),
      reconnect: (botId) => each(botId, (live) => live.send({ op: Op.Reconnect, d: null })),
      invalidSession: (resumable, botId) =>
        each(botId, (live) => {
          if (!resumable && live.session) sessions.delete(live.session.id);
          live.leaveSession();
          live.send({ op: Op.InvalidSession, d: resumable });
        }),
    },
    async close() {
      for (const { socket } of sockets) socket.terminate();
      await new Promise<void>((resolve) => wss.close(() => resolve()));
    },
  };
}
