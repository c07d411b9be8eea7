import type { z } from 'zod';
import type { Transaction } from '../base/db/database.js';
import type { Endpoint, Params, Query, RequestBody } from '../contract/endpoint.js';
import type { SetCookie } from './cookies.js';

/** The user and session of a valid access cookie. */
export type SessionIdentity = { user: { id: string; address: string }; sessionId: string; expiresAt: number };
/** Not a promise where the session was read before. @throws AppError `unauthenticated` or `session_expired` */
export type Authenticate = (
  cookies: Readonly<Record<string, string>>,
) => SessionIdentity | Promise<SessionIdentity>;

export type StatusOf<E extends Endpoint> = keyof E['replies'] & number;
type BodyOf<T> = T extends z.ZodType ? z.infer<T> : null;

/** A handler's answer: one of the endpoint's success statuses with its body. */
export type HandlerAnswer<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = {
  status: S;
  body: BodyOf<E['replies'][S]>;
  cookies?: readonly SetCookie[];
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
};

/** Present for an endpoint with `auth: 'user'`, null for the others. */
type OfUser<E extends Endpoint, T> = Endpoint extends E ? T | null : E['auth'] extends 'user' ? T : null;

/** One request as a handler gets it: validated, typed and authenticated. */
export type HandlerCall<E extends Endpoint> = {
  params: Params<E>;
  query: Query<E>;
  body: RequestBody<E>;
  user: OfUser<E, SessionIdentity['user']>;
  sessionId: OfUser<E, string>;
  cookies: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  ip: string;
  idempotencyKey: string | null;
  /**
   * Stores the answer for its `Idempotency-Key` in the transaction of the effect, so that no crash leaves one without
   * the other; otherwise the answer is stored after the handler returns.
   */
  remember(t: Transaction, answer: HandlerAnswer<E>): Promise<void>;
  requestId: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

export type Handler<E extends Endpoint> = (call: HandlerCall<E>) => Promise<HandlerAnswer<E>>;
