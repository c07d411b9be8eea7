import type { Client, REST } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Database, Queries } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import type { Leases } from '../../base/shared/leases.js';
import type { BotConfig } from '../config.js';
import type { GatewayHandlers } from '../feature.js';
import { createClientMaker } from './client.js';
import { createEdge } from './edge.js';
import { createFleet } from './fleet.js';
import { createIdentifyThrottler } from './identify.js';
import { createIdentity } from './identity.js';
import { createGatewayReports } from './info.js';
import { tellWhenHomeless } from './invite.js';
import { login } from './login.js';
import { type Membership, startMembership } from './membership.js';
import { measureGateway, measureRequests } from './metrics.js';
import { createPresence, type Presence } from './presence.js';
import { createMakeRequest } from './rest-request.js';
import { createShardKeeper, type ShardKeeper } from './shard-keeper.js';
import { createShardStore } from './shard-store.js';
import { watchShards } from './shards.js';

/** Parts of the connection that features use. Both ids are known after login. */
export type DiscordAccess = {
  rest: REST;
  /** The bot's own user id. */
  selfId: () => string;
  applicationId: () => string;
  presence: Presence;
};

/** Which servers this process serves; others are served by another process that shares the database. */
export type Served = {
  /** This process in the database; null while it has no lease. */
  member(): string | null;
  /** Whether this process serves a server; `null` stands for direct messages. */
  serves(guildId: string | null): boolean;
  /** Like `serves`; a process that was paused asks the database first. */
  stillServes(guildId: string | null): Promise<boolean>;
  /** Like `serves`, inside the transaction that writes for it. */
  holds(q: Queries, guildId: string | null): Promise<boolean>;
};

export type Connection = {
  discord: DiscordAccess;
  served: Served;
  /** Runs for the client of each shard, before it connects. */
  eachClient(prepare: (client: Client) => void): void;
  /** Runs an event's handler, unless another process took over while this one was paused. */
  whileMember(handle: () => void): void;
  /** The client of a server that this process serves, once it is connected. */
  clientOf(guildId: string | null): Client | null;
  /** Calls these handlers with the events of the gateway. */
  subscribe(handlers: GatewayHandlers): void;
  /** Why the gateway counts as unconnected, in a sentence, or null. */
  problem(): Promise<string | null>;
  /** Resolves when every shard of this process is ready. @throws SetupError when Discord refuses */
  connect(changes: ServedChanges): Promise<void>;
  stop(): Promise<void>;
};

/** What happens when shards are divided again among the processes. */
export type ServedChanges = {
  /** This process serves more servers, or their events arrive now. */
  onServing: (isNew: (guildId: string | null) => boolean) => void;
  /** Another process will serve these servers once this resolves. */
  beforeLeaving: (isLeft: (guildId: string | null) => boolean) => Promise<void>;
  /** Another process serves them already: nothing may be done for them any more. */
  onLost: () => void;
};

/** The shard that gets a server's events. @see https://discord.com/developers/docs/events/gateway#sharding */
const shardOf = (guildId: string | null, count: number): number =>
  guildId === null || guildId === '' ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(count));

/**
 * The bot's connection to Discord: its part of the shards, and login. Connects to nothing before `connect`.
 * @param onFatal called once when Discord refuses this bot for good
 */
export function createConnection(options: {
  config: Pick<BotConfig, 'token' | 'discordApi' | 'discordCdn' | 'readMessages' | 'shards'>;
  db: Database;
  leases: Leases;
  clock: Clock;
  log: Log;
  metrics?: Metrics;
  onFatal: (sentence: string) => void;
}): Connection {
  const { config, db, leases, clock, log, metrics = noMetrics, onFatal } = options;
  const { token, discordApi, discordCdn, readMessages } = config;
  const edge = createEdge({ clock, log, make: createMakeRequest(clock) });
  const reports = createGatewayReports({ make: edge.makeRequest, clock });
  const maker = createClientMaker({
    token,
    makeRequest: reports.makeRequest,
    readMessages,
    ...(discordApi && { api: discordApi }),
    ...(discordCdn && { cdn: discordCdn }),
    buildIdentifyThrottler: () =>
      createIdentifyThrottler({ db, clock, info: () => reports.read(maker.rest) }),
  });
  const fleet = createFleet({ maker, token, log });
  const shards = watchShards({ states: fleet.states, clock, log, onRefused: onFatal });
  fleet.each(shards.watch);
  shards.watchRest(maker.rest);
  measureGateway(fleet, metrics);
  measureRequests(maker.rest, metrics);
  tellWhenHomeless(fleet, log);
  const identity = createIdentity(maker.rest, fleet);
  const store = createShardStore({ db, clock });
  let membership: Membership | undefined;
  let keeper: ShardKeeper | undefined;
  let count = 1;

  const whileMember = (handle: () => void): void => {
    if (membership?.isSurelyHeld()) handle();
    else void membership?.isHeld().then((isHeld) => isHeld && handle());
  };
  const served = servedBy({ store, count: () => count, keeper: () => keeper, membership: () => membership });

  /** Joins the other processes and opens the first shards. */
  const open = async (changes: ServedChanges): Promise<void> => {
    const joined = startMembership({
      leases,
      clock,
      log,
      onLost() {
        keeper?.drop();
        changes.onLost();
      },
    });
    membership = joined;
    const asked = config.shards === 'auto' ? (await reports.read(maker.rest)).shards : config.shards;
    await joined.joined;
    count = await store.agreeOn(asked, joined.id() ?? '');
    if (count !== asked) log.warn({ asked, shards: count }, 'other processes serve another number of shards');
    keeper = createShardKeeper({
      store,
      membership: joined,
      fleet,
      count,
      clock,
      log,
      onTaken: (taken) => changes.onServing((guildId) => taken.includes(shardOf(guildId, count))),
      onReady: (shard) => changes.onServing((guildId) => shardOf(guildId, count) === shard),
      beforeLeaving: (shard) => changes.beforeLeaving((guildId) => shardOf(guildId, count) === shard),
    });
    await keeper.start();
    await identity.read();
  };

  return {
    discord: {
      rest: maker.rest,
      selfId: identity.selfId,
      applicationId: identity.applicationId,
      presence: createPresence(fleet.clients, maker.rest, identity.selfId),
    },
    served,
    eachClient: fleet.each,
    whileMember,
    clientOf: (guildId) => fleet.clientOf(shardOf(guildId, count)),
    subscribe: (handlers) =>
      fleet.each((client) => {
        for (const [event, handler] of Object.entries(handlers))
          client.on(event, (...values: unknown[]) =>
            whileMember(() => (handler as (...event: unknown[]) => void)(...values)),
          );
      }),
    problem: shards.problem,
    async connect(changes) {
      shards.start();
      await login({ open: () => open(changes), shards, edge, known: reports.known, clock, log });
    },
    async stop() {
      await shards.stop();
      await keeper?.stop();
      await membership?.stop();
      maker.rest.clearHashSweeper();
      maker.rest.clearHandlerSweeper();
    },
  };
}

function servedBy(of: {
  store: ReturnType<typeof createShardStore>;
  count: () => number;
  keeper: () => ShardKeeper | undefined;
  membership: () => Membership | undefined;
}): Served {
  const serves = (guildId: string | null): boolean =>
    of.keeper()?.mine().has(shardOf(guildId, of.count())) ?? false;
  const member = () => of.membership()?.id() ?? null;
  return {
    member,
    serves,
    async stillServes(guildId) {
      return serves(guildId) && ((await of.membership()?.isHeld()) ?? false) && serves(guildId);
    },
    async holds(q, guildId) {
      const me = member();
      return me !== null && (await of.store.holds(q, me, shardOf(guildId, of.count())));
    },
  };
}
