import type { Clock } from '../base/clock.js';
import type { Database } from '../base/db/database.js';
import { type Random, systemRandom } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { type Metrics, noMetrics } from '../base/metrics.js';
import { openOwned } from '../base/owned.js';
import type { Readiness } from '../base/readiness.js';
import { assemble, type CreateFeature } from './assembly.js';
import type { Command } from './command.js';
import type { BotConfig } from './config.js';
import { backlogCheck, waitedMs } from './delivery/backlog.js';
import { createDeliveries } from './delivery/deliveries.js';
import { features as allFeatures } from './features.js';
import { createConnection } from './gateway/connection.js';
import { createInteractionHandling } from './interaction/interactions.js';
import { createRounds } from './rounds.js';
import { createWeb } from './web/server.js';

export type Bot = { stop(): Promise<void> };

export type BotDeps = {
  commands: readonly Command[];
  /** All by default. */
  features?: readonly CreateFeature[];
  clock: Clock;
  log: Log;
  metrics?: Metrics;
  random?: Random;
  readiness: Readiness;
  /** Called once with a sentence for the operator when the bot cannot continue; the listener stops the bot. */
  onFatal: (sentence: string) => void;
};

/** Starts the Discord bot: database, features, pages, gateway, background work. Resolves once it runs. */
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
  const { features: creators = allFeatures, clock, log, random = systemRandom, readiness, onFatal } = deps;
  const { metrics = noMetrics } = deps;
  const connection = createConnection({ config, clock, log, metrics, onFatal });
  const { client, discord } = connection;
  const rounds = createRounds({ clock, log });
  const environment = { config, db, clock, log, metrics, random, discord, wakeRound: rounds.wake };
  const { context, features, flows, commands } = await assemble(environment, creators, deps.commands);
  for (const check of [connection.problem, backlogCheck(context.outbox, clock)]) readiness.add(check);
  metrics.gauge('rigsmith_outbox_oldest_seconds', async () => [
    { value: (await waitedMs(context.outbox, clock)) / 1_000 },
  ]);
  const web = createWeb({
    origin: new URL(config.publicUrl).origin,
    wallet: config.playgroundWallet,
    copy: context.copy,
    pages: features.flatMap(({ pages }) => pages ?? []),
    clock,
    log,
    readiness,
  });
  await web.listen(config.port, config.host);

  const deliveries = createDeliveries({ client, features, context });
  const interactions = createInteractionHandling({
    client,
    commands,
    flows,
    context,
    pendingNotices: deliveries.pendingNotices,
  });
  for (const { gateway } of features) connection.subscribe(gateway ?? {});
  const stop = async () => {
    await interactions.stop(5_000);
    await Promise.all([rounds.stop(), deliveries.stop()]);
    for (const feature of features) await feature.stop?.();
    context.events.close();
    await connection.stop();
    await web.close();
  };

  try {
    await connection.connect();
    await interactions.register();
  } catch (error) {
    await stop();
    throw error;
  }
  deliveries.start();
  for (const { rounds: own = [] } of [...features, deliveries, interactions]) own.forEach(rounds.start);
  await Promise.all(features.map((feature) => feature.resume?.()));
  interactions.resume();
  log.info({ user: client.user?.tag }, 'bot ready');
  return { stop };
}
