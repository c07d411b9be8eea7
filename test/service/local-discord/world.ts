import {
  type ApplicationCommandDataResolvable,
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits as Intents,
  type Interaction,
  Partials,
  type RESTOptions,
} from 'discord.js';
import { onTestFinished } from 'vitest';
import { createRestAgent } from '../../../src/bot/gateway/rest-agent.js';
import type { Clock } from '../../../src/playground/discord/index.js';
import {
  type Bot,
  createLocalDiscord,
  type LocalDiscord,
  type LocalDiscordOptions,
} from '../../../src/playground/discord/index.js';
import { BOT_PERMISSIONS, Permission } from '../../../src/playground/discord/permission.js';

export const ALL_INTENTS = [
  Intents.Guilds,
  Intents.GuildMembers,
  Intents.GuildMessages,
  Intents.GuildMessageTyping,
  Intents.DirectMessages,
  Intents.MessageContent,
];

/** The permissions of a moderating bot. */
export const STAFF =
  BOT_PERMISSIONS |
  Permission.ManageMessages |
  Permission.PinMessages |
  Permission.ManageThreads |
  Permission.MentionEveryone;

/** A local Discord that closes with its test. */
export async function startDiscord(options: LocalDiscordOptions = {}): Promise<LocalDiscord> {
  const discord = await createLocalDiscord(options);
  onTestFinished(() => discord.close());
  return discord;
}

/** An unmodified discord.js client, logged in and ready. */
export async function login(
  discord: LocalDiscord,
  options: { intents?: ClientOptions['intents']; rest?: Partial<RESTOptions>; bot?: Bot } = {},
): Promise<Client<true>> {
  const bot = options.bot ?? discord.createBot({ name: 'Greeter', permissions: STAFF });
  const client = new Client({
    intents: options.intents ?? ALL_INTENTS,
    partials: [Partials.Channel],
    rest: { agent: createRestAgent(), api: discord.api, cdn: discord.cdn, ...options.rest },
  });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(bot.token);
  return ready;
}

/** A client with commands and one answer for every interaction; errors of the answer fail the test. */
export async function startBot(
  discord: LocalDiscord,
  commands: ApplicationCommandDataResolvable[],
  answer: (interaction: Interaction) => unknown,
  options: Parameters<typeof login>[1] = {},
): Promise<{ client: Client<true>; errors: unknown[] }> {
  const client = await login(discord, options);
  const errors: unknown[] = [];
  await client.application.commands.set(commands);
  client.on(Events.InteractionCreate, (interaction) => {
    Promise.resolve(answer(interaction)).catch((error) => errors.push(error));
  });
  return { client, errors };
}

export const channelId = (discord: LocalDiscord, name: string): string =>
  discord.guild().channels.find((channel) => channel.name === name)!.id;

export type ManualClock = Clock & { advance(ms: number): void };

/** A manual clock. */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const abort = () => sleepers.delete(sleeper) && reject(signal?.reason);
        const wake = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        const sleeper = { at: now + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
      }),
    advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) {
        if (sleeper.at > now) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}

/** Resolves with the arguments of the next matching event. */
export const next = <T>(
  subscribe: (listener: (value: T) => void) => void,
  passes: (value: T) => boolean = () => true,
) => new Promise<T>((resolve) => subscribe((value) => passes(value) && resolve(value)));
