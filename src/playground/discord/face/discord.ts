import type { Change, Problem } from './change.js';
import type { Faults } from './faults.js';
import type { Clock } from './options.js';
import type { Person } from './person.js';
import type { GuildView, Member } from './views.js';

export type LocalDiscord = {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** For `new Client({ rest: { api } })`. */
  api: string;
  /** For `new Client({ rest: { cdn } })`; attachment addresses begin with it. */
  cdn: string;
  clock: Clock;
  /** Id of the first server. */
  guildId: string;
  /** Adds a bot to its servers. Calling it again with a known token returns the same bot. */
  createBot(input: BotInput): Bot;
  bots(): Bot[];
  /** Adds a consumable SKU to a bot, as if its owner had added it in the portal. */
  sell(botUserId: string, skuId: string): void;
  /** Roles are those in the first server. */
  people: readonly Member[];
  /** A server by id or name, by default the first one; throws `PersonError` for an unknown one. */
  guild(nameOrId?: string): GuildView;
  guilds(): GuildView[];
  /** Sets a server's language; throws `PersonError` for one that Discord does not have. */
  useGuildLocale(locale: string, guild?: string): void;
  /** The languages of Discord. */
  locales: readonly string[];
  /** Takes an id or a user name (`mia`, `max`, `olga`, `sam`, `noor`); throws `PersonError` for an unknown one. */
  as(memberIdOrName: string): Person;
  /** Bot requests that Discord would reject as invalid (such as 50035), oldest first. */
  problems(): Problem[];
  subscribe(listener: (change: Change) => void): () => void;
  faults: Faults;
  close(): Promise<void>;
};

export type BotInput = {
  name: string;
  /** Generated when absent. */
  token?: string;
  /** The position of the bot's role: it gives lower ones. Default: 1, as for a bot that was just invited. */
  rolePosition?: number;
  /** The bot role's permission bits. Default: the usual invite permissions, without Administrator. */
  permissions?: bigint;
  /** Names or ids of the servers it joins. Default: the first one. */
  guilds?: readonly string[];
  /** Names of closed text channels that the bot may access. */
  channels?: readonly string[];
  /** Ids of the consumables it sells inside Discord; premium buttons may name only these. */
  skus?: readonly string[];
  /** Redirects registered for OAuth2. Default: any. */
  redirectUris?: readonly string[];
  /** The Linked Roles Verification URL of the portal. Default: none. */
  verificationUrl?: string;
  /** Whether the portal's MESSAGE CONTENT, SERVER MEMBERS and PRESENCE switches are on (else 4014). Default true. */
  privilegedIntents?: boolean;
};

export type Bot = {
  name: string;
  token: string;
  applicationId: string;
  userId: string;
  /** For `POST /oauth2/token`. */
  clientSecret: string;
};
