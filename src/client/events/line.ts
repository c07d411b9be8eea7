import WebSocket from 'ws';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import {
  type ClientFrame,
  closeCodes,
  heartbeatMs,
  maxFrameBytes,
  type ServerFrame,
  serverFrame,
} from '../../contract/events.js';

/** How one life of a socket ended. `isRefused`: by the service, for want of a session. */
export type Ending = { isRefused: boolean };

/** One open socket. */
export type Line = {
  send(frame: ClientFrame): void;
  /** Bytes that could not be sent yet and closing: as if it had broken. */
  cut(): void;
};

/** Silence longer than two heartbeats of the service means that nobody is at the other end. */
const silenceMs = heartbeatMs * 2.5;
/** A frame that is too long by a little is no reason to lose the socket for. */
const maxPayload = 16 * maxFrameBytes;

/**
 * Opens one socket and lives with it to its end. Frames of unknown type or form are passed over: a newer service
 * must not break an older bot.
 * @param cookie of whoever is the socket's first session
 */
export function openLine(options: {
  url: string;
  cookie: string;
  clock: Clock;
  log: Log;
  onOpen: (line: Line) => void;
  onFrame: (frame: ServerFrame) => void;
  signal: AbortSignal;
}): Promise<Ending> {
  const { url, cookie, clock, log, onOpen, onFrame, signal } = options;
  return new Promise((resolve) => {
    const ended = new AbortController();
    const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false, maxPayload });
    let heardAt = clock.now();
    const hear = () => {
      heardAt = clock.now();
    };
    const cut = () => socket.terminate();
    const end = (isRefused: boolean) => {
      ended.abort();
      signal.removeEventListener('abort', cut);
      resolve({ isRefused });
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
      });
    });
    socket.on('message', (raw) => {
      hear();
      const frame = readFrame(raw);
      if (frame) onFrame(frame);
    });
    socket.on('ping', hear);
    socket.on('pong', hear);
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      end(response.statusCode === 401);
    });
    socket.on('error', (error) => log.debug({ err: error }, 'the event socket failed'));
    socket.on('close', (code) => end(code === closeCodes.unauthenticated));
    listen().catch(() => undefined);
    if (signal.aborted) cut();
  });
}

function readFrame(raw: WebSocket.RawData): ServerFrame | null {
  try {
    const parsed = serverFrame.safeParse(JSON.parse(raw.toString()));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
