import WebSocket from 'ws';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { outsideRequests } from '../../base/request-id.js';
import { type ClientFrame, closeCodes, heartbeatMs, maxFrameBytes } from '../../contract/events.js';
import { type ReadFrame, readFrames } from '../../contract/read/index.js';

/**
 * Why a socket closed. `isRefused`: the service did not accept the session. `isAbsent`: the address has no WebSocket.
 */
export type SocketClosure = { isRefused: boolean; isAbsent: boolean };

/** One open socket. */
export type SocketConnection = {
  send(frame: ClientFrame | Readonly<Record<string, unknown>>): void;
  /** Terminates the connection without sending buffered bytes. */
  cut(): void;
  /** Resolves once all earlier frames of the service have arrived; never on a lost socket. */
  settle(): Promise<void>;
};

/** After this much silence, more than two heartbeats, the peer counts as gone. */
const silenceMs = heartbeatMs * 2.5;
/** Above the protocol's limit, so that a slightly oversized frame does not close the socket. */
const maxPayload = 16 * maxFrameBytes;

/** Statuses of an upgrade request at a service without a WebSocket. */
const noSocket: ReadonlySet<number> = new Set([200, 204, 400, 404, 405, 410, 426, 501]);

/**
 * Opens one socket and resolves when it closes. Unknown frames are passed on as such, so that a newer service does not
 * break an older bot.
 * @param cookie the `Cookie` header of the socket's first session
 */
export function openSocketConnection(options: {
  url: string;
  cookie: string;
  clock: Clock;
  log: Log;
  onOpen: (connection: SocketConnection) => void;
  onFrame: (frame: ReadFrame) => void;
  signal: AbortSignal;
}): Promise<SocketClosure> {
  const { url, cookie, clock, log, onOpen, onFrame, signal } = options;
  return new Promise((resolve) => {
    const ended = new AbortController();
    const socket = outsideRequests(
      () => new WebSocket(url, { headers: { cookie }, perMessageDeflate: false, maxPayload }),
    );
    const settling = new Map<string, () => void>(); // by ping payload
    let pings = 0;
    let heardAt = clock.now();
    const hear = () => {
      heardAt = clock.now();
    };
    const cut = () => socket.terminate();
    const end = (isRefused: boolean, isAbsent = false) => {
      ended.abort();
      signal.removeEventListener('abort', cut);
      resolve({ isRefused, isAbsent });
    };

    /** Pings detect a half-open socket: a live peer answers them. */
    const listen = async () => {
      while (clock.now() - heardAt < silenceMs) {
        await clock.sleep(heartbeatMs, ended.signal);
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      }
      log.warn({ url }, 'event socket silent; reconnecting');
      cut();
    };

    signal.addEventListener('abort', cut, { once: true });
    socket.on('open', () => {
      hear();
      onOpen({
        send: (frame) => {
          if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
        },
        cut,
        settle: () =>
          new Promise((resolve) => {
            pings += 1;
            settling.set(String(pings), resolve);
            if (socket.readyState === WebSocket.OPEN) socket.ping(String(pings));
          }),
      });
    });
    socket.on('message', (raw) => {
      hear();
      for (const frame of readFrames(raw.toString())) onFrame(frame);
    });
    socket.on('ping', hear);
    socket.on('pong', (payload) => {
      hear();
      settling.get(payload.toString())?.();
      settling.delete(payload.toString());
    });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      const { statusCode = 0 } = response;
      end(statusCode === 401 || statusCode === 403, noSocket.has(statusCode));
    });
    socket.on('error', (error) => log.debug({ err: error }, 'the event socket failed'));
    socket.on('close', (code) => end(code === closeCodes.unauthenticated));
    listen().catch(() => undefined);
    if (signal.aborted) cut();
  });
}
