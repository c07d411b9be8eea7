import { type REST, RESTEvents } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { readWordLists } from '../base/content.js';
import type { Database } from '../base/db/database.js';
import type { Random } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { type Metrics, noMetrics } from '../base/metrics.js';
import { createSeal, type Seal } from '../base/seal.js';
import { createEvents, type Events, socketUrl } from '../client/events.js';
import { createHttp, type Http } from '../client/http.js';
import { type Copy, createCopy } from '../copy/copy.js';
import { readLocales } from '../copy/locales.js';
import type { BotConfig } from './config.js';
import { createSendDirect, type SendDirect } from './delivery/direct.js';
import { createMessenger, type Messenger } from './delivery/messenger.js';
import { createOutboxStore, type OutboxStore } from './delivery/outbox.js';
import { createPacer, type Pacer } from './delivery/pacer.js';
import type { FeatureHooks, Keeper } from './feature.js';
import type { DiscordAccess, Served } from './gateway/connection.js';
import { createInteractionStore, type InteractionStore } from './interaction/store.js';
import { createLanguageFlow, type LanguageFlow } from './language/flow.js';
import { createLanguageStore, type LanguageStore } from './language/store.js';
import { createNoticeStore, type NoticeStore } from './notices/store.js';
import { createCatalogHttp } from './session/catalog.js';
import { createSessions, type Sessions } from './session/flow.js';
import { createSessionStores, type SessionStores } from './session/stores.js';
import { createVisitors } from './session/visitors.js';
import { createVouch } from './session/vouch.js';
import { createContentRules } from './settings/content.js';
import { createPoolRule } from './settings/pool.js';
import { createServerRules, type ServerRules } from './settings/rules.js';
import { createSettingsStore, type SettingsStore } from './settings/store.js';

/** What the bot is built from; `hooks` and `keepers` are those of all features together. */
export type BotEnvironment = {
  config: BotConfig;
  db: Database;
  clock: Clock;
  log: Log;
  metrics?: Metrics;
  random: Random;
  discord: DiscordAccess;
  /** The part of the servers that this process serves. */
  served: Served;
  hooks: FeatureHooks;
  keepers: () => Readonly<Record<string, Keeper>>;
  /** Starts the next round of this name now. */
  wakeRound: (name: string) => void;
};

/** Dependencies shared by every feature. */
export type BotContext = BotEnvironment & {
  seal: Seal;
  /** The texts for people, in all languages. */
  copy: Copy;
  languages: LanguageFlow;
  languageStore: LanguageStore;
  messenger: Messenger;
  sendDirect: SendDirect;
  outbox: OutboxStore;
  /** Schedules requests within Discord's rate limits. */
  pacer: Pacer;
  interactions: InteractionStore;
  /** The service, without a session. */
  http: Http;
  /** Shared data of the service, with a session where it asks for one. */
  catalog: Pick<Http, 'call' | 'download'>;
  sessionStores: SessionStores;
  sessions: Sessions;
  /** Events of conversations, pushed by the service. */
  events: Events;
  /** Subscribes to updates of a wallet (null: the primary) for some minutes. @returns whether they arrive now */
  listen: (memberId: string, address?: string | null) => boolean;
  notices: NoticeStore;
  /** What the managers of servers set, and what it allows. */
  settings: SettingsStore;
  rules: ServerRules;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
};

const discordFiles = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];

/** Creates the shared parts. Nothing runs yet. */
export function createContext(environment: BotEnvironment): BotContext {
  const { config, db, clock, random, discord, served } = environment;
  const seal = createSeal(config.masterKeys, random);
  const copy = createCopy(readLocales(config.locales));
  const languageStore = createLanguageStore({ db });
  const settings = createSettingsStore({ db });
  const service = createServiceAccess(environment, seal, settings);
  const interactions = createInteractionStore({ db, seal, clock, served });
  const messenger = createMessenger(discord.rest, interactions.findWebhook);
  const outbox = createOutboxStore(db, clock);
  return {
    ...environment,
    ...service,
    seal,
    copy,
    languageStore,
    languages: createLanguageFlow({
      store: languageStore,
      copy,
      localeOf: async (guildId) => (await settings.of(guildId)).locale,
      isKnown: async (memberId) => (await service.sessions.walletOf(memberId)) !== null,
    }),
    settings,
    rules: createServerRules({
      settings,
      presence: discord.presence,
      content: createContentRules({
        settings,
        words: readWordLists(config.words),
        metrics: environment.metrics ?? noMetrics,
      }),
    }),
    interactions,
    messenger,
    outbox,
    sendDirect: createSendDirect(discord.rest, messenger),
    pacer: watchRateLimits(discord.rest, clock, environment.metrics ?? noMetrics),
    notices: createNoticeStore({ db, clock, outbox }),
    fileOrigins: config.discordCdn ? [new URL(config.discordCdn).origin] : discordFiles,
  };
}

/** Everything that reaches the service: sessions of members, the catalog, and pushed events. */
function createServiceAccess(environment: BotEnvironment, seal: Seal, settings: SettingsStore) {
  const { config, db, clock, log, hooks, discord } = environment;
  const http = createHttp({ baseUrl: config.serviceUrl, clock, log });
  const sessionStores = createSessionStores({ db, seal, clock, onFigures: hooks.onFigures });
  const { wallets, vaults } = sessionStores;
  const { serviceSecret: secret } = config;
  const vouch =
    secret === null
      ? undefined
      : createVouch({ secret, presence: discord.presence, clock, poolFor: createPoolRule(settings) });
  const visitors = secret === null || !vouch ? undefined : createVisitors({ db, http, vouch, secret, clock });
  const sessions = createSessions({ wallets, vaults, http, clock, vouch, visitors });
  const passOn = (handled: Promise<void>) =>
    void handled.catch((error) =>
      log.warn({ err: error }, 'pushed update not handled; polling will read it'),
    );
  const events = createEvents({
    url: socketUrl(config.serviceUrl, config.serviceWsUrl),
    clock,
    log,
    jitter: Math.random,
    runs: http.runs,
    misfits: http.misfits,
    onGeneration: (generation) => passOn(hooks.onGeneration(generation)),
    onIntent: (intent) => passOn(hooks.onIntent(intent)),
  });
  return {
    http,
    sessionStores,
    sessions,
    events,
    catalog: createCatalogHttp({ http, sessions, vaults, clock }),
    listen: (memberId: string, address: string | null = null) =>
      events.watch({
        key: address === null ? memberId : `${memberId}/${address}`,
        person: memberId,
        service: sessions.serviceOf(memberId, address ?? undefined),
      }),
  };
}

/** The pacer learns its limits from the headers of every reply. */
function watchRateLimits(rest: REST, clock: Clock, metrics: Metrics): Pacer {
  const pacer = createPacer({
    clock,
    waited: (ms) => metrics.took('rigsmith_discord_rate_limit_wait_seconds', ms / 1_000),
  });
  rest.on(RESTEvents.Response, ({ method, route, path }, { status, headers }) =>
    pacer.observe({ method, route, channelId: path.split('/')[2] ?? '', status, headers }),
  );
  return pacer;
}
