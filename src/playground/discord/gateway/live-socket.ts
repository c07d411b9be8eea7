import type { WebSocket } from 'ws';
import type { JsonObject } from '../types.js';
import type { Session } from './session.js';

/** A live socket, with or without a session. */
export type LiveSocket = {
  socket: WebSocket;
  session: Session | undefined;
  send(frame: JsonObject): void;
  /** Returns to the state before identify: the client may resume or identify on the same socket. */
  leaveSession(farewell?: boolean): void;
};
