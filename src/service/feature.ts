import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import type { Hints } from '../base/db/hints.js';
import type { Random } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Metrics } from '../base/metrics.js';
import type { Leases } from '../base/shared/leases.js';
import type { Rpc } from '../chain/rpc.js';
import type { Endpoint } from '../contract/endpoint.js';
import type { Handler, HandlerAnswer, HandlerCall, StatusOf } from './call.js';
import type { ServiceConfig } from './config.js';
import type { Hub, UserFrames } from './hub.js';
import type { Holds } from './ledger/holds.js';
import type { Ledger } from './ledger/ledger.js';
import type { Limits } from './moderation/limits.js';
import type { EventSource } from './subscription.js';

/** How one part of the service works. Times in whole seconds. */
export type ServicePart =
  | { chain: { works: boolean; behind_seconds: number | null } }
  | { rigs: { waiting: number; running: number; oldest_seconds: number } };

/** Dependencies shared by every feature. */
export type ServiceContext = {
  config: ServiceConfig;
  db: Database;
  ledger: Ledger;
  holds: Holds;
  limits: Limits;
  hub: Hub;
  /** For work that only one of several service processes may do. */
  leases: Leases;
  /** Between service processes on one database. */
  hints: Hints;
  clock: Clock;
  random: Random;
  log: Log;
  /** Missing in a process without METRICS_PORT and DASHBOARD_PORT. */
  metrics?: Metrics;
  /** Missing when no network is configured; purchases are then refused with `maintenance`. */
  rpc?: Rpc;
};

/** An endpoint with its handler, ready to mount. Made by `route`. */
export type Route = { endpoint: Endpoint; handler: Handler<Endpoint> } & RouteOptions;
export type RouteOptions = {
  /** Body limit where it is more than the usual 256 KiB. */
  bodyLimitBytes?: number;
  /**
   * Refuses unauthorised clients before the body is read.
   * @throws AppError
   */
  admit?: (call: { params: Record<string, string>; headers: HandlerCall<Endpoint>['headers'] }) => void;
};

/**
 * One feature of the app. `start` begins background work once the app listens, `stop` ends it before the database
 * closes; `check` returns a sentence when the feature does not work, or null.
 */
export type Feature = {
  routes: readonly Route[];
  /** Source of conversation events for the WebSocket. One feature supplies it. */
  events?: EventSource;
  /** Routes that are not JSON endpoints, for example files; they set their own headers and status. */
  plain?: (app: FastifyInstance) => void;
  /** What members are told over sockets, read again for another process, by its name in `UserFrames`. */
  frames?: Partial<UserFrames>;
  start?(): void | Promise<void>;
  stop?(): Promise<void>;
  check?(): Promise<string | null>;
  /** What members are told about it, in `parts` of `/readyz`. */
  state?(): Promise<ServicePart>;
  /** Reads its catalog again. Nothing changes before the returned function is called. @throws SetupError */
  reload?(): () => void;
};

/**
 * Binds a handler to its endpoint.
 * @example route(readCredits, async ({ user }) => ({ status: 200, body: view(await ledger.readBalance(db, user.id)) }))
 */
export function route<E extends Endpoint, S extends StatusOf<E>>(
  endpoint: E,
  handler: (call: HandlerCall<E>) => Promise<HandlerAnswer<E, S>>,
  options: RouteOptions = {},
): Route {
  return { endpoint, handler: handler as unknown as Handler<Endpoint>, ...options };
}
