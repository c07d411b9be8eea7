import WebSocket from 'ws';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type ClientFrame, closeCodes, heartbeatMs, maxFrameBytes } from '../../contract/events.js';
import { type ReadFrame, readFrames } from '../../contract/read/index.js';

/**
 * How one life of a socket ended. `isRefused`: by the service, for want of a session. `isAbsent`: there is no
 * WebSocket at that address.
 */
export type Ending = { isRefused: boolean; isAbsent: boolean };

/** One open socket. */
export type SocketConnection = {
  send(frame: ClientFrame | Readonly<Record<string, unknown>>): void;
  /** Bytes that could not be sent yet and closing: as if it had broken. */
  cut(): void;
  /** Resolves once everything the service had sent before has arrived; never on a socket that is lost. */
  settle(): Promise<void>;
};

/** Silence longer than two heartbeats of the service means that nobody is at the other end. */
const silenceMs = heartbeatMs * 2.5;
/** A frame that is too long by a little is no reason to lose the socket for. */
const maxPayload = 16 * maxFrameBytes;

/** What a service answers to an upgrade where it has no WebSocket. */
const noSocket: ReadonlySet<number> = new Set([200, 204, 400, 404, 405, 410, 426, 501]);

/**
 * Opens one socket and lives with it to its end. Frames of unknown type or form are handed on as such: a newer service
 * must not break an older bot.
 * @param cookie of whoever is the socket's first session
 */
export function openSocketConnection(options: {
  url: string;
  cookie: string;
  clock: Clock;
  log: Log;
  onOpen: (connection: SocketConnection) => void;
  onFrame: (frame: ReadFrame) => void;
  signal: AbortSignal;
}): Promise<Ending> {
  const { url, cookie, clock, log, onOpen, onFrame, signal } = options;
  return new Promise((resolve) => {
    const ended = new AbortController();
    const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false, maxPayload });
    const settling = new Map<string, () => void>(); // by the payload of the ping that was sent for it
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

    /** A half-open socket says nothing for ever; whoever is there answers a ping. */
    const listen = async () => {
      while (clock.now() - heardAt < silenceMs) {
        await clock.sleep(heartbeatMs, ended.signal);
        if (socket.readyState === WebSocket.OPEN) socket.ping();
      }
      log.warn({ url }, 'the event socket is silent; it is opened anew');
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
