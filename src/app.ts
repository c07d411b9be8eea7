import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { App, AppDeps, Parts } from './app-types.js';
import { systemClock } from './base/clock.js';
import { makeWritable } from './base/db/folder.js';
import { systemRandom } from './base/ids.js';
import { createReadiness } from './base/readiness.js';
import { createStopSteps } from './base/stop-steps.js';
import type { Bot } from './bot/bot.js';
import { claimPorts, portsFrom } from './cli/ports.js';
import { findRoot, findVersion } from './cli/root.js';
import type { Config } from './config.js';
import { openMonitoring } from './metrics/monitoring.js';
import type { ServiceApp } from './service/app.js';
import {
  agentOf,
  caseSettingsOf,
  catalogIn,
  dataOf,
  homeLinksOf,
  mcpServersOf,
  moderationOf,
  pagesIn,
  playgroundWalletOf,
  providersOf,
  skusOf,
  storageOf,
  webDirIn,
  worldSettingsOf,
} from './settings.js';

/** Welcome credits of the playground: a newcomer makes two characters before paying. */
const playgroundCredits = 20;
const discordFileHosts = ['cdn.discordapp.com', 'media.discordapp.net'];

/**
 * The composition root: the only module that imports every part. It checks the ports first, so that a start that
 * fails on a taken port writes nothing. Parts that do not run here are not loaded.
 * @throws SetupError with one sentence when the operator can fix the cause
 */
export async function startApp(config: Config, parts: Parts, deps: AppDeps): Promise<App> {
  const { log, clock = systemClock, locales, rigs, steps = createStopSteps() } = deps;
  const ports = portsFrom(config.PORT);
  const linkPort = parts.world ? ports.link : config.PORT;
  await claimPorts(
    [
      ...(parts.world ? [ports.web, ports.discord, ports.rpc, ports.rpcSocket] : []),
      ...(parts.bot ? [linkPort] : []),
    ],
    config.HOST,
  );
  await claimPorts(parts.service ? [ports.service] : [], config.SERVICE_HOST);

  const root = findRoot();
  const data = dataOf(config, parts.world);
  makeWritable(resolve(config.DATA_DIR));
  if (parts.world) await data.forget(); // its Discord and chain start empty too
  const masterKeys = config.MASTER_KEY ?? [randomBytes(32).toString('hex')];
  const botSecret =
    config.SERVICE_BOT_SECRET ?? (parts.service && parts.bot ? randomBytes(32).toString('hex') : undefined);
  const readiness = createReadiness();
  let onFatal: (sentence: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => {
    onFatal = resolve;
  });
  const started: { stop(): Promise<void>; reload?(): void }[] = [];
  const stop = async () => {
    for (const part of started.reverse()) await part.stop();
  };

  const watched = { version: findVersion(), root, clock, log, readiness, problems: deps.problems };
  const { metrics, stop: stopMonitoring } = await openMonitoring(config, watched);
  started.push({ stop: stopMonitoring });
  try {
    const world = parts.world ? await openWorld() : null;
    const service = parts.service ? await openService(world) : null;
    const serviceUrl = service ?? config.SERVICE_URL ?? null;
    if (parts.bot && serviceUrl) started.push(await openBot(world, serviceUrl));
    return {
      addresses: {
        web: world?.web ?? null,
        discord_api: world?.discord.api ?? null,
        discord_token: world?.discord.token ?? null,
        discord_cdn: world?.discord.cdn ?? null,
        service: serviceUrl,
        rpc: world?.rpcUrl ?? config.SOLANA_RPC_URL?.[0] ?? null,
        actor_api: world?.actorApi ?? null,
        link: parts.bot ? `${publicUrl()}/link` : null,
      },
      failed,
      stop,
      reload: () => started.forEach((part) => void part.reload?.()),
    };
  } catch (error) {
    await stop();
    throw error;
  }

  async function openWorld() {
    const { startWorld } = await import('./playground/world.js');
    const world = await startWorld({
      ports,
      webDir: webDirIn(root),
      clock,
      log,
      ...worldSettingsOf(config),
      ...(deps.onReset && { onReset: deps.onReset }),
    });
    started.push({ stop: () => steps.run('playground', world.close) });
    return world;
  }

  async function openService(world: Awaited<ReturnType<typeof openWorld>> | null): Promise<string> {
    const [{ createRpc }, { createServiceApp }, { createFeatures }] = await Promise.all([
      import('./chain/rpc.js'),
      import('./service/app.js'),
      import('./service/features.js'),
    ]);
    const endpoints = config.SOLANA_RPC_URL ?? (world ? [world.rpcUrl] : []);
    const wsEndpoint = config.SOLANA_WS_URL ?? world?.wsUrl;
    const isLocal = world !== null && !config.SOLANA_RPC_URL;
    const network = isLocal ? 'localnet' : config.SOLANA_NETWORK;
    const served = network === 'mainnet-beta' ? 'mainnet' : network;
    const rpc = createRpc({
      endpoints,
      clock,
      network: served,
      failed: (endpoint) => metrics.count('rigsmith_rpc_errors_total', { node: new URL(endpoint).host }),
      ...(wsEndpoint && { wsEndpoint }),
    });
    const imageHosts = world ? [new URL(world.discord.cdn).host] : discordFileHosts;
    const processUrl = pathToFileURL(join(root, 'dist', 'src', 'service', 'rig', 'worker-process.js'));
    const service: ServiceApp = await createServiceApp(
      {
        dbPath: data.databases.service.path,
        databaseUrl: data.databases.service.url,
        databaseSchema: data.databases.service.schema,
        ...storageOf(config),
        dataDir: join(data.folder, 'service'),
        migrationsDir: join(root, 'data', 'migrations', 'service'),
        catalogDir: catalogIn(root, config),
        host: config.SERVICE_HOST,
        baseUrl: config.SERVICE_PUBLIC_URL ?? `http://${config.SERVICE_HOST}:${ports.service}`,
        domain: new URL(publicUrl()).host,
        signInUri: new URL('/link', publicUrl()).href,
        network,
        merchantAddress: config.MERCHANT_ADDRESS ?? world?.merchantAddress ?? null,
        usdcMint: config.USDC_MINT,
        requiredCommitment: config.REQUIRED_COMMITMENT,
        secondNodeAbove: config.SECOND_NODE_ABOVE,
        masterKeys,
        welcomeCredits: config.WELCOME_CREDITS ?? (world ? playgroundCredits : 0),
        botSecret,
        operators: config.OPERATOR_IDS,
        visitors: { each: config.VISITOR_ANSWERS, all: config.VISITOR_ANSWERS_ALL },
        moderation: moderationOf(config, world?.discord.guildId),
        ...(config.WEBHOOK_SECRET && { webhookSecrets: { helius: config.WEBHOOK_SECRET } }),
      },
      {
        clock,
        random: systemRandom,
        log: log.child({ part: 'service' }),
        rpc,
        metrics,
        readiness,
        steps,
        onFatal,
      },
      (context) =>
        createFeatures(context, {
          imageHosts,
          processUrl,
          providers: providersOf(config),
          rigProcesses: config.RIG_PROCESSES,
          blender: config.BLENDER,
          rigs,
          ...agentOf(config),
          mcpServers: mcpServersOf(root, config),
        }),
    );
    // The RPC client closes last because work in progress in the service may still use it.
    started.push({ stop: () => service.close().finally(rpc.close), reload: service.reload });
    return service.listen(ports.service);
  }

  async function openBot(
    world: Awaited<ReturnType<typeof openWorld>> | null,
    serviceUrl: string,
  ): Promise<Bot> {
    const [{ startBot }, { commands }] = await Promise.all([
      import('./bot/bot.js'),
      import('../commands/index.js'),
    ]);
    const discordApi = world?.discord.api ?? config.DISCORD_API_URL;
    const discordCdn = world?.discord.cdn ?? config.DISCORD_CDN_URL;
    return startBot(
      {
        token: world?.discord.token ?? config.DISCORD_TOKEN ?? '',
        ...(discordApi && { discordApi }),
        ...(!world && config.DISCORD_CLIENT_SECRET && { clientSecret: config.DISCORD_CLIENT_SECRET }),
        ...(discordCdn && { discordCdn }),
        readMessages: config.MESSAGE_CONTENT === 'on',
        talkIdleMs: config.TALK_IDLE_HOURS * 3_600_000,
        shards: config.SHARDS,
        serviceUrl,
        ...(config.SERVICE_WS_URL && { serviceWsUrl: config.SERVICE_WS_URL }),
        network: world && !config.SOLANA_RPC_URL ? 'localnet' : config.SOLANA_NETWORK,
        premium:
          botSecret && config.DISCORD_SKUS ? { skus: skusOf(config.DISCORD_SKUS), secret: botSecret } : null,
        cases: caseSettingsOf(config, botSecret, world?.discord.modsChannelId),
        serviceSecret: botSecret ?? null,
        rpcUrls: config.SOLANA_RPC_URL ?? (world ? [world.rpcUrl] : []),
        database: data.databases.bot,
        migrations: join(root, 'data', 'migrations', 'bot'),
        locales: locales ?? join(root, 'data', 'locales'),
        words: join(root, 'data', 'content', 'words.json'),
        masterKeys,
        publicUrl: publicUrl(),
        host: config.HOST,
        port: linkPort,
        pages: pagesIn(root),
        homeLinks: homeLinksOf(config),
        auditKeepDays: config.AUDIT_KEEP_DAYS,
        cardKeepDays: config.CARD_KEEP_DAYS,
        takeoverDelayMs: config.TAKEOVER_DELAY_HOURS * 3_600_000,
        asksBeforeRigs: config.RIG_CONFIRM === 'on',
        playgroundWallet: playgroundWalletOf(world?.walletsUrl ?? config.PLAYGROUND_WALLET_URL),
      },
      { commands, clock, log: log.child({ part: 'bot' }), metrics, readiness, steps, onFatal },
    );
  }

  function publicUrl(): string {
    return config.PUBLIC_URL ?? `http://${config.HOST}:${linkPort}`;
  }
}
