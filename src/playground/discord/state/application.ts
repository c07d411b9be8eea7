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

/**
 * Type 1 is a role, 2 a user, 3 a channel. The guild's id means @everyone; the guild's id minus 1 means all
 * channels.
 */
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
  /** Command permissions by guild, then by command id; the application's id applies to all commands. */
  commandPermissions: Map<string, Map<string, CommandPermission[]>>;
  emojis: Map<string, CustomEmoji>;
  /** How it is installed, by guild: with its bot, or only its commands. */
  installations: Map<string, 'bot' | 'commands'>;
  /** Permissions its bot is invited with; absent means the default. */
  permissions?: bigint;
  rolePosition?: number;
  /** Redirects of the portal's OAuth2 page; absent means any. */
  redirectUris?: readonly string[];
  /** The portal's Linked Roles Verification URL. */
  verificationUrl?: string;
  /** What servers can ask of linked roles, in Discord's JSON. */
  roleConnectionMetadata?: JsonObject[];
};

/** A user's authorization of an application, until its code is exchanged. */
export type AuthorizationCode = {
  applicationId: string;
  userId: string;
  scopes: string[];
  redirectUri: string;
  /** PKCE (S256). */
  challenge: string | null;
  expiresAt: number;
};

/** An OAuth2 access token. */
export type Bearer = {
  applicationId: string;
  /** Absent: the application's owner. */
  userId?: string;
  /** Absent for client credentials. */
  refreshToken?: string;
  scopes: string[];
  expiresAt: number;
};

/** What an application says about a user, for linked roles. */
export type RoleConnection = {
  platformName: string | null;
  platformUsername: string | null;
  metadata: Record<string, string>;
};

/** An incoming webhook of a channel. */
export type Webhook = {
  id: string;
  token: string;
  channelId: string;
  name: string;
  applicationId: string;
  creatorId: string;
};

/** A consumable that an application sells inside Discord. */
export type Sku = { id: string; applicationId: string; name: string };

/** A purchase from an application inside Discord, consumed once. */
export type Entitlement = {
  id: string;
  skuId: string;
  userId: string;
  applicationId: string;
  consumed: boolean;
  /** Created by the application itself for tests. */
  isTest?: boolean;
  /** The guild that owns it instead of a user. */
  guildId?: string;
  /** Discord refunded it. */
  deleted?: boolean;
};
