import { Events as DiscordEvents, RESTEvents } from 'discord.js';
import type { Clock } from '../base/clock.js';
import { type Random, systemRandom } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { openOwned } from '../base/owned.js';
import type { Readiness } from '../base/readiness.js';
import { createSeal } from '../base/seal.js';
import { type Database, write } from '../base/store.js';
import type { BuildPayment } from '../chain/pay-transaction.js';
import { createEvents, type Events, socketUrl } from '../client/events.js';
import { createHttp } from '../client/http.js';
import { createAdmission } from './admission.js';
import { createAnswering } from './answering.js';
import { backlogCheck } from './backlog.js';
import { purchaseCard } from './cards/purchase.js';
import { rigCard } from './cards/rig.js';
import { unshownCard } from './cards/talk.js';
import { noticeCard } from './cards/wallet.js';
import { createCaseDesk } from './cases/desk.js';
import { createCaseStore } from './cases/store.js';
import { watchComebacks } from './comeback.js';
import type { Command, Flows } from './command.js';
import { createCreditsFlow } from './credits/flow.js';
import { createSendDirect } from './direct.js';
import { createEdge } from './gateway/edge.js';
import { login } from './gateway/login.js';
import { watchShards } from './gateway/shards.js';
import { createGateway, isSaid } from './gateway.js';
import { createInteractionStore, sealedInteractions } from './interaction-store.js';
import { tellWhenHomeless } from './invite.js';
import { adoptKeys } from './key-ring.js';
import { createLinkFlow } from './link/flow.js';
import { createNoticeStore } from './link/notice.js';
import { createIdentity, type Identity } from './link/oauth.js';
import { linkPage } from './link/page.js';
import { sealedProofs } from './link/proven.js';
import { createLinkStore } from './link/store.js';
import { createTakeoverStore, sealedClaims } from './link/takeover.js';
import { createWalletFlow } from './link/wallets.js';
import { createMessenger } from './messenger.js';
import { createModerationFlow } from './moderation/flow.js';
import { createIsMember } from './moderation/membership.js';
import { createAuditStore } from './moderation/store.js';
import { createOutboxStore, type Deliver, type OutboxKind, startOutbox } from './outbox.js';
import { collectPayloads } from './payloads.js';
import { createPrivacyFlow } from './privacy/flow.js';
import { createBaselines } from './purchase/baseline.js';
import { createClaims } from './purchase/claims.js';
import { createPurchaseFlow } from './purchase/flow.js';
import { payPage } from './purchase/page.js';
import { createPremium } from './purchase/premium.js';
import { createPurchaseStore, sealedPages } from './purchase/store.js';
import { createTeller } from './purchase/tell.js';
import { createRefusedStore } from './refused.js';
import { createRefusedNews } from './refused-news.js';
import { createRegistration } from './register.js';
import { createMakeRequest } from './rest-request.js';
import { createRigFlow } from './rig/flow.js';
import { rigPage } from './rig/page.js';
import { createRigStore } from './rig/store.js';
import { createRigTeller } from './rig/tell.js';
import { createRouter } from './router.js';
import { createCatalogHttp } from './session/catalog.js';
import { createSessions, startRenewal } from './session/flow.js';
import { createSessionStore } from './session/store.js';
import { sealedJars } from './session/vault.js';
import { createPacer, type Slot } from './talk/pacer.js';
import type { ShowRig } from './talk/proposals.js';
import { createTalkRoom } from './talk/room.js';
import { createTroubleNotice } from './talk/trouble.js';
import { createUnanswered } from './unanswered.js';
import { createWeb, type PlaygroundWallet } from './web/server.js';

export type BotConfig = {
  token: string;
  /** A local Discord: URLs of its REST API and files. */
  discordApi?: string;
  discordCdn?: string;
  /** OAuth2 secret; enables the Discord check on the link page. */
  clientSecret?: string;
  readMessages: boolean;
  serviceUrl: string;
  serviceWsUrl?: string;
  /** The Solana network of payments. */
  network: string;
  /** Credits by Discord SKU, and the secret shared with the service; null disables Premium Apps. */
  premium: { skus: ReadonlyMap<string, number>; secret: string } | null;
  /** The channel for payment cases, and the secret shared with the service. */
  cases: { channelId: string; secret: string } | null;
  /** RPC endpoints of that network; without one, the pay page offers no browser wallets. */
  rpcUrls: readonly string[];
  /** `:memory:` or a file path. */
  database: string;
  migrations: string;
  masterKeys: readonly string[];
  /** Public origin of the pages, and where the server listens. */
  publicUrl: string;
  host: string;
  port: number;
  /** Folders with the bundled pages. */
  pages: { link: string; pay: string; rig: string };
  /** How long a member can object to a takeover of their wallet. */
  takeoverDelayMs: number;
  playgroundWallet: PlaygroundWallet | null;
};

const casesEveryMs = { localnet: 2_000, elsewhere: 30_000 };

export type Bot = { stop(): Promise<void> };

const cardSlot = (channelId: string): Slot => ({
  method: 'PATCH',
  route: '/channels/:id/messages/:id',
  channelId,
});

const discordFiles = ['https://cdn.discordapp.com', 'https://media.discordapp.net'];

/** The OAuth2 check of the link page; null without a client secret. */
function identityOf(config: BotConfig, clientId: () => string, random: Random): Identity | null {
  const { clientSecret, discordApi, publicUrl } = config;
  if (clientSecret === undefined) return null;
  return createIdentity({
    clientId,
    clientSecret,
    random,
    authorizeUrl: new URL('/oauth2/authorize', discordApi ?? 'https://discord.com').href,
    apiUrl: `${discordApi ?? 'https://discord.com/api'}/v10`,
    redirectUrl: new URL('/link/discord', publicUrl).href,
  });
}

export type BotDeps = {
  commands: readonly Command[];
  clock: Clock;
  log: Log;
  random?: Random;
  readiness: Readiness;
  /** Called once with a sentence for the operator when the bot cannot continue; the listener stops the bot. */
  onFatal: (sentence: string) => void;
};

/** Starts the Discord bot: database, pages, flows, background loops, gateway. Resolves once it runs. */
export async function startBot(config: BotConfig, deps: BotDeps): Promise<Bot> {
  const { clock, log, onFatal } = deps;
  const { db, close } = await openOwned(config.database, config.migrations, { clock, log, onLost: onFatal });
  try {
    const bot = await runOn(db, config, deps);
    return { stop: () => bot.stop().finally(close) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function runOn(db: Database, config: BotConfig, deps: BotDeps): Promise<Bot> {
  const { commands, clock, log, random = systemRandom, readiness, onFatal } = deps;
  const seal = createSeal(config.masterKeys, random);
  adoptKeys(db, seal, [sealedJars, sealedProofs, sealedClaims, sealedPages, sealedInteractions]);

  const http = createHttp({ baseUrl: config.serviceUrl, clock, log });
  const sessionStore = createSessionStore({ db, seal, clock });
  const sessions = createSessions({ store: sessionStore, http, clock });
  const catalog = createCatalogHttp({ http, sessions, store: sessionStore, clock });
  const edge = createEdge({ clock, log, make: createMakeRequest(clock) });
  const { client, states, starts } = createGateway({
    makeRequest: edge.makeRequest,
    readMessages: config.readMessages,
    ...(config.discordApi && { api: config.discordApi }),
    ...(config.discordCdn && { cdn: config.discordCdn }),
  });
  const shards = watchShards({ client, states, clock, log, onRefused: onFatal });
  const interactions = createInteractionStore({ db, seal, clock });
  const messenger = createMessenger(client.rest, interactions.findWebhook);
  const sendDirect = createSendDirect(client.rest, messenger);
  const outbox = createOutboxStore(db, clock);
  const refused = createRefusedStore({ db, clock });
  readiness.add(shards.problem);
  readiness.add(backlogCheck(outbox, clock));

  const pacer = createPacer({ clock });
  client.rest.on(RESTEvents.Response, ({ method, route, path }, { status, headers }) =>
    pacer.observe({ method, route, channelId: path.split('/')[2] ?? '', status, headers }),
  );
  const passOn = (hear: Promise<void>) =>
    void hear.catch((error) =>
      log.warn({ err: error }, 'could not subscribe to service events; falling back to polling'),
    );
  const events: Events = createEvents({
    url: socketUrl(config.serviceUrl, config.serviceWsUrl),
    clock,
    log,
    jitter: Math.random,
    runs: http.runs,
    misfits: http.misfits,
    onGeneration: (generation) => passOn(rig.hear(generation)),
    onIntent: (intent) => passOn(purchase.hear(intent)),
  });
  const listen = (memberId: string, address: string | null = null) =>
    events.watch({
      key: address === null ? memberId : `${memberId}/${address}`,
      person: memberId,
      service: sessions.serviceOf(memberId, address ?? undefined),
    });

  const payUrl = new URL('/pay', config.publicUrl).href;
  const purchases = createPurchaseStore({ db, clock, outbox, seal, pageUrl: payUrl });
  const purchase = createPurchaseFlow({
    baselines: createBaselines(db),
    claims: createClaims(db),
    store: purchases,
    sessions,
    http: catalog,
    clock,
    random,
    listen,
    network: config.network,
    skus: [...(config.premium?.skus.keys() ?? [])],
  });
  const fileOrigins = config.discordCdn ? [new URL(config.discordCdn).origin] : discordFiles;
  const rigUrl = new URL('/rig', config.publicUrl).href;
  const rigs = createRigStore({ db, clock, outbox, random, pageUrl: rigUrl });
  const rig = createRigFlow({
    store: rigs,
    sessions,
    http: catalog,
    messenger,
    fileOrigins,
    clock,
    random,
    listen,
  });
  const audit = createAuditStore({ db, clock });

  const showRig: ShowRig = async (memberId, { threadId: channelId, uploadLimit }, generation) => {
    if (await rig.find(generation.id)) return;
    const job = { memberId, channelId, uploadLimit, generation, address: null };
    const unplaced = {
      ...job,
      id: generation.id,
      messageId: '',
      owesPing: false,
      createdAt: clock.now(),
      deletedAt: null,
      viewUrl: null,
    };
    const messageId = await messenger.send(channelId, rigCard(unplaced), generation.id);
    if (messageId) await rig.adopt({ ...job, messageId });
  };
  const { talk, talks, guests, waiting, proposed, proposals, relay } = createTalkRoom({
    db,
    outbox,
    http,
    sessions,
    events,
    messenger,
    pacer,
    showRig,
    fileOrigins,
    clock,
    log,
    rest: client.rest,
    serviceUrl: config.serviceUrl,
    selfId: () => client.user?.id ?? '',
    readMessages: config.readMessages,
  });
  const pageUrl = new URL('/link', config.publicUrl).href;
  const notices = createNoticeStore({ db, clock, outbox });
  const takeovers = createTakeoverStore({ db, seal, clock, sessions: sessionStore, notices });
  const linkStore = createLinkStore({ db, seal, clock, sessions: sessionStore, takeovers, notices });
  const unfinished = async (memberId: string) => {
    if (await purchase.isOpen(memberId))
      return 'You have an open purchase. Pay or cancel it first, then try again.';
    return (await rig.isOpen(memberId))
      ? 'You have a rig in progress. Wait for it or cancel it, then try again.'
      : null;
  };
  let shop: Loop | undefined;
  const applicationId = () => client.application?.id ?? '';
  const premium =
    config.premium &&
    createPremium({
      ...config.premium,
      applicationId,
      rest: client.rest,
      http,
      sessions,
      sendDirect,
      clock,
      log,
      tellReturned: notices.tell,
    });
  client.on(DiscordEvents.EntitlementDelete, ({ id, skuId, userId, consumed }) => {
    void premium?.leave({ id, sku_id: skuId, user_id: userId, consumed, deleted: true });
  });
  client.on(DiscordEvents.EntitlementCreate, ({ id, skuId, userId, consumed, deleted }) => {
    const bought = { id, sku_id: skuId, user_id: userId, consumed, deleted };
    premium
      ?.arrive(bought)
      .catch((error) => log.error({ err: error, entitlement: id }, 'buyer not notified'));
  });
  const wake = async (memberId: string) => {
    await Promise.all([purchase.wake(memberId), rig.wake(memberId)]);
    shop?.wake(); // credits bought in Discord may be waiting for a wallet
  };
  const letGo = async (memberId: string) => {
    await Promise.all([purchases.letGo(memberId), rigs.letGo(memberId)]);
  };
  const endTalks = async (memberId: string) => {
    await talk.endAll(memberId);
    events.leave(memberId);
  };
  const link = createLinkFlow({
    store: linkStore,
    sessions,
    sessionStore,
    http,
    pageUrl,
    clock,
    random,
    unfinished,
    identity: identityOf(config, applicationId, random),
    takeoverDelayMs: config.takeoverDelayMs,
    linked: wake,
  });
  const wallet = createWalletFlow({
    sessions,
    takeovers,
    notices,
    http,
    clock,
    unfinished,
    changed: endTalks,
    lost: letGo,
  });
  const privacy = createPrivacyFlow({
    sessions,
    clock,
    unfinished,
    atomically: (body: () => void) => write(db, body),
    keepers: {
      wallets: { exportOf: sessionStore.list, forget: sessionStore.forget },
      link_attempts: linkStore,
      takeovers,
      notices,
      purchases,
      rigs,
      talk_guests: guests,
      talk_waiting: waiting,
      talk_proposals: proposed,
      talks,
      moderation: audit,
      interactions,
    },
    async leave(memberId) {
      await link.cancel(memberId);
      await wallet.withdrawAll(memberId);
      await endTalks(memberId);
    },
  });

  const flows: Flows = {
    link,
    wallet,
    privacy,
    purchase,
    rig,
    talk,
    credits: createCreditsFlow({ sessions }),
    moderation: createModerationFlow({ sessions, audit, isMember: createIsMember(client.rest) }),
  };

  const buyerOf = async (intentId: string | null, payer: string | null) => {
    const purchase = intentId === null ? null : await purchases.find(intentId);
    return purchase?.memberId ?? (payer === null ? null : sessionStore.ownerOf(payer));
  };
  const desk =
    config.cases &&
    createCaseDesk({
      ...config.cases,
      network: config.network,
      store: createCaseStore({ db, outbox }),
      http,
      messenger,
      clock,
      log,
      buyerOf,
    });
  const teller = createTeller({ store: purchases, messenger, sendDirect });
  const rigTeller = createRigTeller({
    flow: rig,
    store: rigs,
    messenger,
    notices,
    pauseMs: (channelId) => pacer.waitMs(cardSlot(channelId), { urgency: 'growth' }),
  });
  const deliver: Record<OutboxKind, Deliver> = {
    ...teller.deliver,
    case: async (id) => desk?.deliver(id),
    rig: rigTeller.deliver,
    proposal: proposals.deliverProposal,
    talk_trouble: createTroubleNotice({ store: talks, sendDirect, clock }),
    async notice(id) {
      const found = await notices.find(id);
      if (found) await notices.done(id, await sendDirect(found.memberId, noticeCard(found), id));
    },
  };
  const refusedNews = createRefusedNews({
    store: refused,
    draw: { purchase: teller.instead, rig: rigTeller.instead },
    sendDirect,
    log,
  });

  /** Loaded lazily: Solana's libraries are a third of the code, and only the pay page needs them. */
  const build: BuildPayment = async (...payment) => {
    const { createPaymentBuilder } = await import('../chain/pay-transaction.js');
    return createPaymentBuilder(config.rpcUrls)(...payment);
  };
  const site = { origin: new URL(config.publicUrl).origin, wallet: config.playgroundWallet, clock };
  const web = createWeb({
    ...site,
    log,
    readiness,
    pages: [
      linkPage({ ...site, flow: link, folder: config.pages.link, random }),
      rigPage({ flow: rig, folder: config.pages.rig }),
      payPage({
        ...site,
        flow: purchase,
        build: config.rpcUrls.length > 0 ? build : null,
        folder: config.pages.pay,
      }),
    ],
  });
  await web.listen(config.port, config.host);

  const untold = async (memberId: string) => {
    const unshown = await talks.takeUntold(memberId);
    for (const { threadId } of unshown) relay.retry(threadId);
    const notes = (await wallet.untold(memberId))
      .map(noticeCard)
      .concat(await teller.untold(memberId), await refusedNews.owed(memberId));
    return unshown.length > 0 ? [...notes, unshownCard(unshown)] : notes;
  };
  watchComebacks({ client, refused, log });
  const admission = createAdmission(clock);
  const drawOf = async (messageId: string) => {
    const bought = await purchases.findByMessage(messageId);
    if (bought) return purchaseCard(bought);
    const made = await rigs.findByMessage(messageId);
    return made && rigCard(made, await rig.files(made));
  };
  const answering = createAnswering({ flows, untold, interactions, drawOf, admission, clock, log });
  const payloadOf = collectPayloads(client);
  const route = createRouter({ commands, flows, answering, payloadOf, log });
  client.on(DiscordEvents.InteractionCreate, (interaction) => void route(interaction));
  client.on(DiscordEvents.MessageCreate, (message) => {
    if (!isSaid(message)) return;
    const said = {
      threadId: message.channelId,
      messageId: message.id,
      authorId: message.author.id,
      text: message.content,
      files: message.attachments.map(({ url, name, size, contentType }) => ({
        url,
        name,
        size,
        contentType,
      })),
    };
    talk
      .hear(said)
      .catch((error) =>
        log.error({ err: error, thread: said.threadId }, 'message not forwarded to the agent'),
      );
  });
  for (const change of ['threadUpdate', 'channelUpdate', 'roleUpdate', 'guildCreate'] as const)
    client.on(change, () => relay.retryRefused());
  const registration = createRegistration({
    rest: client.rest,
    applicationId,
    commands,
    clock,
    log,
  });
  const loops: Loop[] = [];
  const stop = async () => {
    await answering.stop(5_000);
    await Promise.all([shards, ...loops].map((loop) => loop.stop()));
    await talk.close();
    await relay.stop();
    events.close();
    await client.destroy();
    await web.close();
  };

  try {
    shards.start();
    await login({ client, token: config.token, shards, edge, starts, clock, log });
    tellWhenHomeless(client, log);
    await registration.attempt();
  } catch (error) {
    await stop();
    throw error;
  }
  const every = (everyMs: number, name: string, sweep: () => Promise<unknown>): Loop =>
    startLoop({ name, everyMs, round: async () => void (await sweep()), clock, log });
  loops.push(
    startOutbox({ store: outbox, refused, deliver, clock, log }),
    every(1_000, 'refused messages', refusedNews.sweep),
    every(60_000, 'interactions', interactions.prune),
    startRenewal({ sessions, clock, log }),
    every(500, 'purchases', purchase.sweep),
    every(1_000, 'wallets', wallet.sweep),
    every(5_000, 'links', link.sweep),
    every(500, 'rigs', rig.sweep),
    every(30_000, 'command registration', registration.attempt),
  );
  const { localnet, elsewhere } = casesEveryMs;
  if (desk) loops.push(every(config.network === 'localnet' ? localnet : elsewhere, 'cases', desk.sweep));
  if (premium) {
    shop = every(60_000, 'premium', premium.sweep);
    loops.push(shop, every(6 * 3_600_000, 'returned purchases', premium.sweepReturned));
  }
  const unanswered = createUnanswered({ client, interactions, drawOf, route, clock, log });
  await Promise.all([talk.resume(), purchase.resume()]);
  unanswered
    .resume()
    .catch((error) => log.error({ err: error }, 'open interactions of the last run could not be answered'));
  log.info({ user: client.user?.tag }, 'bot ready');
  return { stop };
}
