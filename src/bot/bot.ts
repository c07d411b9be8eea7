import type { Clock } from '../base/clock.js';
import { type Random, systemRandom } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { type Metrics, noMetrics } from '../base/metrics.js';
import { type OwnedDatabase, openOwned } from '../base/owned.js';
import { measureJobs } from '../base/queue/figures.js';
import type { Readiness } from '../base/readiness.js';
import { createStopSteps, type StopSteps } from '../base/stop-steps.js';
import { assemble, type CreateFeature } from './assembly.js';
import type { Command } from './command.js';
import type { BotConfig } from './config.js';
import type { BotContext } from './context.js';
import { backlogCheck, waitedMs } from './delivery/backlog.js';
import { createDeliveries } from './delivery/deliveries.js';
import { createRequestShare, requestsPerSecond } from './delivery/request-share.js';
import type { Round } from './feature.js';
import { features as allFeatures } from './features.js';
import { mostRequestsPerSecond } from './gateway/client.js';
import { createConnection } from './gateway/connection.js';
import { createInteractionHandling } from './interaction/interactions.js';
import { createResumption } from './resumption.js';
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
  steps?: StopSteps;
  /** Called once with a sentence for the operator when the bot cannot continue; the listener stops the bot. */
  onFatal: (sentence: string) => void;
};

/** Starts the Discord bot: database, features, pages, gateway, background work. Resolves once it runs. */
export async function startBot(config: BotConfig, deps: BotDeps): Promise<Bot> {
  const { clock, log, onFatal, steps = createStopSteps() } = deps;
  const opened = await openOwned(config.database, config.migrations, {
    clock,
    log,
    onLost: onFatal,
  });
  try {
    await opened.leases.voidFormer();
    const bot = await runOn(opened, config, { ...deps, clock: opened.clock });
    const close = () => steps.run('bot: database', opened.close);
    return { stop: () => bot.stop().finally(close) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function runOn({ db, leases, hints }: OwnedDatabase, config: BotConfig, deps: BotDeps): Promise<Bot> {
  const { features: creators = allFeatures, clock, log, random = systemRandom, readiness, onFatal } = deps;
  const { metrics = noMetrics, steps = createStopSteps() } = deps;
  const connection = createConnection({ config, db, leases, clock, log, metrics, onFatal });
  const { discord, served } = connection;
  const rounds = createRounds({ hints, clock, log });
  const environment = { config, db, clock, log, metrics, random, discord, served, wakeRound: rounds.wake };
  const { context, features, flows, commands } = await assemble(environment, creators, deps.commands);
  for (const check of [connection.problem, backlogCheck(context.outbox, clock)]) readiness.add(check);
  measureJobs({ db, metrics }, 'outbox', 'outbox');
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

  const deliveries = createDeliveries({ eachClient: connection.eachClient, features, context });
  const { pendingNotices } = deliveries;
  const interactions = createInteractionHandling({ connection, commands, flows, context, pendingNotices });
  for (const { gateway } of features) connection.subscribe(gateway ?? {});
  const resumed = createResumption({ features, clock, log });
  const share = createRequestShare({ db, clock, served, apply: limitRequests(context) });
  const stop = async () => {
    const failures: unknown[] = [];
    /** A step that fails keeps nothing else open. */
    const step = (name: string, end: () => Promise<unknown>) =>
      steps.run(`bot: ${name}`, end).catch((error) => failures.push(error));
    await step('interactions', () => interactions.stop(5_000));
    await Promise.all([step('rounds', rounds.stop), step('deliveries', deliveries.stop)]);
    await step('takeover', resumed.stop);
    for (const [at, { stop: end }] of features.entries())
      await step(`feature ${at + 1}`, async () => end?.());
    context.events.close();
    await step('gateway', connection.stop);
    await step('pages', web.close);
    if (failures.length > 0) throw failures[0];
  };

  try {
    await connection.connect({
      onServing: resumed.add,
      beforeLeaving: async (isLeft) =>
        void (await Promise.all(features.map((feature) => feature.leave?.(isLeft)))),
      onLost() {
        for (const feature of features) feature.drop?.();
      },
    });
    await share.divide();
    await interactions.register();
    deliveries.start();
    await resumed.start();
  } catch (error) {
    await stop().catch((err) => log.warn({ err }, 'stop failed'));
    throw error;
  }
  const all = [...features, deliveries, interactions];
  const divide: Round = { name: 'request share', everyMs: 2_000, isEverywhere: true, round: share.divide };
  rounds.start([...all.flatMap(({ rounds: own = [] }): readonly Round[] => own), divide], leases);
  log.info({ user: discord.selfId() }, 'bot ready');
  return { stop };
}

/**
 * Limits what this process sends. discord.js counts more than Discord does, such as edits of private answers, so it
 * gets the limit only where other processes use the rest.
 */
const limitRequests =
  ({ pacer, discord }: Pick<BotContext, 'pacer' | 'discord'>) =>
  (perSecond: number): void => {
    pacer.setRate(perSecond);
    if (perSecond < requestsPerSecond) discord.rest.options.globalRequestsPerSecond = Math.ceil(perSecond);
    else discord.rest.options.globalRequestsPerSecond = mostRequestsPerSecond;
  };
