import type { JsonObject } from '../types.js';

export type Command = {
  id: string;
  applicationId: string;
  guildId: string | null;
  type: 1 | 2 | 3;
  name: string;
  version: string;
  /** The command as registered, in Discord's JSON, with its defaults. */
  body: JsonObject;
};

/** 1 a role, 2 a user, 3 a channel; the guild's id is @everyone, the id before it every channel. */
export type CommandPermission = { id: string; type: 1 | 2 | 3; permission: boolean };

export type CustomEmoji = { id: string; name: string; contentType: string; bytes: Uint8Array };

export type Presence = { status: string; activities: JsonObject[] };

export type Application = {
  id: string;
  name: string;
  botId: string;
  token: string;
  privilegedIntents: boolean;
  commands: Map<string, Command>;
  /** Who may use its commands in the guild, by the id of a command or, for all of them, of the application. */
  commandPermissions: Map<string, CommandPermission[]>;
  emojis: Map<string, CustomEmoji>;
  /** How it is installed in the guild; absent: with its bot. */
  installed?: 'commands' | 'no';
  /** What its bot is invited with; absent: what a bot usually is. */
  permissions?: bigint;
};

/** A way for others to write into a channel. */
export type Webhook = {
  id: string;
  token: string;
  channelId: string;
  name: string;
  applicationId: string;
  creatorId: string;
};

/** Something an application sells inside Discord. */
export type Sku = { id: string; applicationId: string; name: string };

/** Something bought from an application inside Discord, to be used up once. */
export type Entitlement = {
  id: string;
  skuId: string;
  userId: string;
  applicationId: string;
  consumed: boolean;
  /** Given by the application itself, to try its shop. */
  isTest?: boolean;
  /** The guild that has it, in place of a user. */
  guildId?: string;
  /** Discord returned the money. */
  deleted?: boolean;
};
