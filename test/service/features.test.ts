import { resolve } from 'node:path';
import { REST } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { commands } from '../../commands/index.js';
import { systemClock } from '../../src/base/clock.js';
import { systemRandom } from '../../src/base/ids.js';
import { silentLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { assemble, type CreateFeature } from '../../src/bot/assembly.js';
import { startBot } from '../../src/bot/bot.js';
import { createCasesFeature } from '../../src/bot/cases/feature.js';
import type { BotConfig } from '../../src/bot/config.js';
import { createCreditsFeature } from '../../src/bot/credits/feature.js';
import { features } from '../../src/bot/features.js';
import { createModerationFeature } from '../../src/bot/moderation/feature.js';
import { createPremiumFeature } from '../../src/bot/premium/feature.js';
import { createPrivacyFeature } from '../../src/bot/privacy/feature.js';
import { createPurchaseFeature } from '../../src/bot/purchase/feature.js';
import { createRigFeature } from '../../src/bot/rig/feature.js';
import { createTalkFeature } from '../../src/bot/talk/feature.js';
import { openBotDatabase } from '../support/bot-database.js';
import { servesAll } from '../support/served.js';
import { eachOf } from '../support/slice.js';
import { channelId, startDiscord } from './local-discord/world.js';

/** The list of features: what each brings, and a bot that lacks one of them. */

const config: BotConfig = {
  token: 'unused',
  readMessages: true,
  talkIdleMs: 3_600_000,
  shards: 'auto',
  serviceUrl: 'http://127.0.0.1:1',
  network: 'localnet',
  premium: { skus: new Map([['1', 100]]), secret: '33'.repeat(32) },
  cases: { channelId: '1', secret: '33'.repeat(32), operators: [] },
  serviceSecret: '33'.repeat(32),
  rpcUrls: [],
  database: { path: ':memory:', schema: 'bot' },
  migrations: resolve('data/migrations/bot'),
  locales: resolve('data/locales'),
  masterKeys: ['11'.repeat(32)],
  publicUrl: 'http://127.0.0.1:1',
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

async function assembled(creators: readonly CreateFeature[] = features) {
  const db = await openBotDatabase();
  onTestFinished(() => void db.close());
  const discord = { rest: new REST(), selfId: () => '', applicationId: () => '', presence: {} as never };
  const log = silentLog;
  const made = await assemble(
    {
      config,
      db,
      discord,
      clock: systemClock,
      log,
      random: systemRandom,
      served: servesAll,
      wakeRound: () => undefined,
    },
    creators,
    commands,
  );
  onTestFinished(() => made.context.events.close());
  return made;
}

it('gives every command to exactly one feature', async () => {
  const { features: all } = await assembled();
  const named = all.flatMap((feature) => feature.commands ?? []);
  expect(named.toSorted()).toEqual(commands.map(({ data }) => data.name).toSorted());
});

it('gives every outbox kind, round, privacy store and use-case one name', async () => {
  const { features: all } = await assembled();
  const names = [
    all.flatMap(({ outbox }) => Object.keys(outbox ?? {})),
    all.flatMap(({ rounds }) => (rounds ?? []).map(({ name }) => name)),
    all.flatMap(({ keepers }) => Object.keys(keepers ?? {})),
    all.flatMap(({ flows }) => Object.keys(flows)),
  ];
  for (const each of names) expect(each).toEqual([...new Set(each)]);
});

/** Features whose folder can be deleted; the others carry the session every command needs. */
const optional: Record<string, CreateFeature> = {
  purchase: createPurchaseFeature,
  premium: createPremiumFeature,
  rig: createRigFeature,
  talk: createTalkFeature,
  credits: createCreditsFeature,
  moderation: createModerationFeature,
  cases: createCasesFeature,
  privacy: createPrivacyFeature,
};

eachOf(2, Object.entries(optional))('starts without %s and answers the other commands', async (_, left) => {
  const discord = await startDiscord();
  const { token } = discord.createBot({ name: 'Rigsmith' });
  const others = features.filter((create) => create !== left);
  const bot = await startBot(
    {
      ...config,
      token,
      discordApi: discord.api,
      discordCdn: discord.cdn,
      cases: { ...config.cases!, channelId: channelId(discord, 'welcome') },
    },
    {
      commands,
      features: others,
      clock: systemClock,
      log: silentLog,
      readiness: createReadiness(),
      onFatal: expect.unreachable,
    },
  );
  onTestFinished(() => bot.stop());

  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');
  const answersOf = () => JSON.stringify(mia.see(welcome));
  await mia.run({ channelId: welcome, command: 'verify-bot' });
  await expect.poll(answersOf).toContain(config.publicUrl);

  const { commands: mine } = await assembled(others);
  const removed = commands.filter((command) => !mine.includes(command)).map(({ data }) => data.name);
  const { features: alone } = await assembled([left]);
  expect(removed.toSorted()).toEqual(alone.flatMap((feature) => feature.commands ?? []).toSorted());
  for (const command of removed.filter((name) => !name.includes(' ')))
    await expect(mia.run({ channelId: welcome, command })).rejects.toThrow(/command/i);
});
