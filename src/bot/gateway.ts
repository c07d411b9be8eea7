import { Client, Events, GatewayIntentBits, type Message, MessageType, Options, Partials } from 'discord.js';
import { SetupError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { createRestAgent } from './rest-agent.js';
import { createMakeRequest } from './rest-request.js';

/** discord.js answers interactions through the same limiter as everything else; Discord does not count them. */
const requestsPerSecond = 200;

/** The connection to Discord: a real discord.js client with small caches and no pings by default. */
export function createClient(options: { api?: string; cdn?: string; readMessages: boolean }): Client {
  const { api, cdn, readMessages } = options;
  return new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      ...(readMessages ? [GatewayIntentBits.MessageContent] : []),
    ],
    partials: [Partials.Channel],
    allowedMentions: { parse: [], repliedUser: false },
    rest: {
      agent: createRestAgent(),
      makeRequest: createMakeRequest(),
      globalRequestsPerSecond: requestsPerSecond,
      ...(api && { api }),
      ...(cdn && { cdn }),
    },
    makeCache: Options.cacheWithLimits({
      ...Options.DefaultMakeCacheSettings,
      MessageManager: 0,
      ReactionManager: 0,
    }),
  });
}

/** What a person wrote in a thread; system messages and bots are left out. */
export const isSaid = (message: Message): boolean =>
  !message.author.bot &&
  message.channel.isThread() &&
  (message.type === MessageType.Default || message.type === MessageType.Reply);

/** Logs in and resolves when Discord says READY. @throws SetupError with one sentence when the token is refused */
export async function login(client: Client, token: string, log: Log): Promise<void> {
  client.on(Events.Error, (error) => log.error({ err: error }, 'the Discord client failed'));
  client.on(Events.Warn, (warning) => log.warn({ warning }, 'the Discord client warns'));
  const ready = new Promise<void>((resolve) => client.once(Events.ClientReady, () => resolve()));
  try {
    await client.login(token);
  } catch (error) {
    const { message } = error as Error;
    if (/token/i.test(message))
      throw new SetupError('Discord refused DISCORD_TOKEN: copy it again from the developer portal.');
    if (/intent/i.test(message)) {
      throw new SetupError(
        'Discord refused the message content intent: switch it on in the developer portal, or set MESSAGE_CONTENT=off.',
      );
    }
    throw new SetupError(`Discord could not be reached (${message}).`);
  }
  await ready;
}
