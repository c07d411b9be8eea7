import type { AddressInfo } from 'node:net';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import { AppError, SetupError } from '../base/errors.js';
import type { Random } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { Metrics } from '../base/metrics.js';
import { type OwnedDatabase, openOwned } from '../base/owned.js';
import { createReadiness, type Readiness } from '../base/readiness.js';
import { createSeal } from '../base/seal.js';
import { createStopSteps, type StopSteps } from '../base/stop-steps.js';
import type { Rpc } from '../chain/rpc.js';
import { createAuth } from './auth/auth.js';
import type { ServiceConfig } from './config.js';
import { serveDocs } from './docs.js';
import type { Feature, ServiceContext } from './feature.js';
import { answerHealth } from './health.js';
import { buildApp, createRequestIds } from './http-app.js';
import { createHub, type UserFrames } from './hub.js';
import { createIdempotency } from './idempotency.js';
import { createHolds } from './ledger/holds.js';
import { createLedger } from './ledger/ledger.js';
import { createLedgerFeature } from './ledger/routes.js';
import { createModerationFeature } from './moderation/feature.js';
import { createLimits } from './moderation/limits.js';
import { mount } from './mount.js';
import { createShopFeature } from './payments/shop.js';
import { relayFromOthers } from './relayed.js';
import { securityHeaders } from './security.js';
import { createSockets } from './sockets.js';
import type { EventSource } from './subscription.js';

export type { ServiceConfig } from './config.js';
export type { Feature, ServiceContext } from './feature.js';

export type ServiceDeps = {
  clock: Clock;
  random: Random;
  log: Log;
  rpc?: Rpc;
  metrics?: Metrics;
  /** Other parts of this process that must work for `/readyz`. */
  readiness?: Readiness;
  steps?: StopSteps;
  /** Called when another process has taken over the database; the caller stops the service. */
  onFatal?: (sentence: string) => void;
};

export type ServiceApp = {
  /**
   * @param port 0 picks a free one; @returns the address without a trailing slash @throws SetupError when the port
   * is in use
   */
  listen(port: number): Promise<string>;
  /**
   * Reads prices and pipelines again; open offers keep their price.
   * @throws SetupError when a file of the catalog is invalid; nothing is changed then
   */
  reload(): void;
  /** Sends a request without a network, for tests. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Stops background work, sockets and requests, then closes the database. */
  close(): Promise<void>;
};

/**
 * Creates the whole service; it neither listens nor works in the background before `listen`.
 * @param plug the features besides sign-in and credits, made from the shared context
 * @throws SetupError when the database cannot be opened or belongs to another master key
 */
export async function createServiceApp(
  config: ServiceConfig,
  deps: ServiceDeps,
  plug: (context: ServiceContext) => Promise<readonly Feature[]>,
): Promise<ServiceApp> {
  const { clock, log, onFatal = () => undefined, steps = createStopSteps() } = deps;
  const place = { path: config.dbPath, url: config.databaseUrl, schema: config.databaseSchema ?? 'service' };
  const owned = await openOwned(place, config.migrationsDir, { clock, log, onLost: onFatal });
  try {
    const service = await buildOn(owned, config, { ...deps, clock: owned.clock }, plug);
    return {
      ...service,
      close: () => service.close().finally(() => steps.run('service: database', owned.close)),
    };
  } catch (error) {
    await owned.close();
    throw error;
  }
}

async function buildOn(
  { db, leases, hints }: OwnedDatabase,
  config: ServiceConfig,
  deps: ServiceDeps,
  plug: (context: ServiceContext) => Promise<readonly Feature[]>,
): Promise<ServiceApp> {
  const { clock, random, log, readiness = createReadiness(), steps = createStopSteps() } = deps;
  await checkKeys(db, config.masterKeys);
  await leases.voidFormer();
  const sockets = createSockets({ clock, log });
  const context: ServiceContext = {
    ...deps,
    config,
    db,
    ledger: createLedger(clock),
    holds: createHolds(clock),
    limits: createLimits({ clock, secret: config.botSecret }),
    hub: createHub(sockets, hints),
    leases,
    hints,
  };
  const auth = createAuth(context);
  const plugged = await plug(context);
  const features = [
    auth.feature,
    createLedgerFeature(context),
    createShopFeature(context),
    createModerationFeature(context),
    ...plugged,
  ];

  const headers = securityHeaders({ https: isHttps(config) });
  const app = buildApp(config, { headers, requestIdOf: createRequestIds(random), log });
  const idempotency = createIdempotency(db, clock);
  const mounting = { authenticate: auth.authenticate, idempotency, secureCookies: isHttps(config) };
  for (const feature of features) {
    for (const route of feature.routes) mount(app, route, mounting);
    feature.plain?.(app);
  }
  serveDocs(app, config);
  answerHealth(app, { db, features, clock, readiness });

  const frames = Object.assign({}, ...features.map((feature) => feature.frames)) as Partial<UserFrames>;
  let relayed: ReturnType<typeof relayFromOthers> | undefined;
  return {
    async listen(port) {
      await listenOn(app, config.host ?? '127.0.0.1', port);
      const events = features.find((feature) => feature.events)?.events ?? noEvents;
      const { authenticate, sessionExpiry } = auth;
      sockets.attach(app.server, { authenticate, sessionExpiry, events, origin: originOf(config) });
      // On SQLite there is no other process.
      if (db.engine === 'postgres')
        relayed = relayFromOthers({ sockets, hints, frames, ...events, clock, log });
      for (const feature of features) await feature.start?.();
      const { address, port: taken } = app.server.address() as AddressInfo;
      return `http://${address}:${taken}`;
    },
    reload() {
      const changes = features.map((feature) => feature.reload?.());
      for (const apply of changes) apply?.();
    },
    inject: (options) => app.inject(options),
    async close() {
      const step = (name: string, end: () => Promise<unknown>) => steps.run(`service: ${name}`, end);
      await Promise.all([
        step('relayed frames', async () => relayed?.stop()),
        ...features.map(({ stop }, at) => step(`feature ${at + 1}`, async () => stop?.())),
      ]);
      await step('sockets', sockets.close);
      await step('requests', async () => app.close());
    },
  };
}

async function listenOn(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new SetupError(`Port ${port} on ${host} is in use. Stop the program that uses it, or set PORT.`);
  }
}

const isHttps = ({ baseUrl }: ServiceConfig) => baseUrl.startsWith('https:');
const originOf = ({ baseUrl }: ServiceConfig) => new URL(baseUrl).origin;

const noEvents: EventSource = {
  after: async () => {
    throw new AppError('not_found', "We couldn't find that conversation. Start a new one with /talk start.");
  },
  lastSeqs: async () => new Map(),
};

/** A wrong key would make every session and sealed value unreadable, so it is detected before any write. */
async function checkKeys(db: Database, masterKeys: readonly string[]): Promise<void> {
  const ring = masterKeys.map((key) => createSeal([key]).keyId);
  const [newest] = ring;
  if (newest === undefined) throw new SetupError('MASTER_KEY is missing.');
  const row = await db.get<{ value: string }>(`SELECT value FROM setting WHERE name = 'key_id'`);
  if (row && !ring.includes(row.value))
    throw new SetupError('This database belongs to another MASTER_KEY. Restore the key it was created with.');
  if (row?.value !== newest)
    await db.run(
      `INSERT INTO setting (name, value) VALUES ('key_id', @newest)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      { newest },
    );
}
