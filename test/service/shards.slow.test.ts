import { resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { commands } from '../../commands/index.js';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { connectPostgres } from '../../src/base/db/connect.js';
import { silentLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { startBot } from '../../src/bot/bot.js';
import type { BotConfig } from '../../src/bot/config.js';

import type { GuildInput, LocalDiscord } from '../../src/playground/discord/index.js';
import { fastClock, type MortalClock, mortalClock } from '../support/clock.js';
import { createTestDatabase } from '../support/engines.js';
import { patienceMs } from '../support/eventually.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { startDiscord } from './local-discord/world.js';

/** Several bots that share one PostgreSQL database and the shards of one application. */

const shards = 16;
const link = 'http://127.0.0.1:1';
const names = Array.from({ length: shards - 1 }, (_, at) => `Server ${at + 1}`);
const guilds: GuildInput[] = names.map((name) => ({
  name,
  owner: 'max',
  members: { mia: [], max: [] },
  channels: [{ name: 'lobby' }],
}));

type Process = { stop(): Promise<void>; time: MortalClock };

async function openCluster(clock: Clock = fastClock(4)) {
  const limits = {
    recommendedShards: shards,
    identifyConcurrency: 16,
    globalPerSecond: 1e6,
    bucketSize: 1e6,
  };
  const discord = await startDiscord({ guilds, limits });
  const { token } = discord.createBot({
    name: 'Rigsmith',
    guilds: discord.guilds().map(({ name }) => name),
  });
  const url = await createTestDatabase();
  const operator = await connectPostgres(url, { options: '-c search_path=bot' });
  onTestFinished(() => operator.end());
  const config: BotConfig = {
    token,
    discordApi: discord.api,
    discordCdn: discord.cdn,
    readMessages: true,
    talkIdleMs: 3_600_000,
    shards: 'auto',
    serviceUrl: 'http://127.0.0.1:1',
    serviceSecret: null,
    network: 'localnet',
    premium: null,
    cases: null,
    rpcUrls: [],
    database: { path: '', url, schema: 'bot' },
    migrations: resolve('data/migrations/bot'),
    locales: resolve('data/locales'),
    masterKeys: ['11'.repeat(32)],
    publicUrl: link,
    host: '127.0.0.1',
    port: 0,
    pages: { home: '', link: '', linkedRole: '', pay: '', rig: '' },
    homeLinks: {},
    words: resolve('data/content/words.json'),
    takeoverDelayMs: 1_000,
    cardKeepDays: 90,
    asksBeforeRigs: false,
    playgroundWallet: null,
  };
  return {
    discord,
    /** One process. Its own time: `stop` is what SIGSTOP does to what it does in the background. */
    async start(): Promise<Process> {
      const time = mortalClock(clock);
      const readiness = createReadiness();
      const deps = { commands, clock: time, log: silentLog, readiness, onFatal: expect.unreachable };
      const bot = await startBot(config, deps);
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= bot.stop();
        return stopped;
      };
      onTestFinished(() => {
        time.resume();
        return stop();
      });
      return { stop, time };
    },
    /** How many shards each process serves, most first; null where a shard is served by none. */
    async divided(): Promise<(number | null)[]> {
      const { rows } = await operator.query(
        'SELECT owner, count(*)::int AS count FROM gateway_shard GROUP BY owner',
      );
      return rows.map(({ owner, count }) => (owner === null ? null : count)).sort((a, b) => b - a);
    },
  };
}

/**
 * Mia uses a command in every server, again where no process was connected yet, and gets one answer in each.
 * @param isSettled false while shards change hands
 */
async function everyServerAnswers(discord: LocalDiscord, isSettled = true): Promise<void> {
  const mia = discord.as('mia');
  const ask = async ({ name, channels }: ReturnType<LocalDiscord['guilds']>[number]) => {
    const channelId = channels.find((channel) => ['lobby', 'welcome'].includes(channel.name))!.id;
    const answers = () => mia.see(channelId).filter((message) => JSON.stringify(message).includes(link));
    const before = answers().length;
    for (let tried = 0; tried < (isSettled ? 1 : 15) && answers().length === before; tried += 1) {
      await mia.run({ channelId, command: 'verify-bot' }).catch(() => undefined);
      await expect
        .poll(() => answers().length, { timeout: isSettled ? patienceMs : 3_500 })
        .toBeGreaterThan(before)
        .catch(() => undefined);
    }
    expect(answers().length, `answers in ${name}`).toBe(before + 1);
  };
  if (!isSettled) return void (await Promise.all(discord.guilds().map(ask)));
  // In turn, because a busy machine may need more than Discord's 3 s for all at once.
  for (const guild of discord.guilds()) await ask(guild);
}

it.skipIf(postgresPrograms === null)(
  `16 shards are served by one process, then by three as 6, 5 and 5, then by the two that are left${needsPostgres}`,
  async () => {
    const { discord, start, divided } = await openCluster();
    await start();
    expect(await divided()).toEqual([16]);
    await everyServerAnswers(discord);

    const [two] = await Promise.all([start(), start()]);
    await expect.poll(divided).toEqual([6, 5, 5]);
    await everyServerAnswers(discord, false);
    await everyServerAnswers(discord);

    await two.stop();
    await expect.poll(divided).toEqual([8, 8]);
    await everyServerAnswers(discord, false);
    await everyServerAnswers(discord);
  },
);

it.skipIf(postgresPrograms === null)(
  `a paused process is replaced, and closes its connections before it acts again${needsPostgres}`,
  async () => {
    // In its own time, because a busy machine delays each round by as much as four rounds of a fast clock.
    const { discord, start, divided } = await openCluster(systemClock);
    const [one] = [await start(), await start()];
    await expect.poll(divided).toEqual([8, 8]);
    one.time.stop();
    await expect.poll(divided).toEqual([16]);
    await everyServerAnswers(discord, false); // the paused process gets these events as well
    await everyServerAnswers(discord);
    one.time.resume();
    await expect.poll(divided).toEqual([8, 8]);
    await everyServerAnswers(discord, false);
    await everyServerAnswers(discord);
  },
);
