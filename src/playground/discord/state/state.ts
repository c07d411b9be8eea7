import { hash } from 'node:crypto';
import { Refusal } from '../failure.js';
import { createSnowflakes } from '../snowflake.js';
import type { Clock } from '../types.js';
import type {
  Application,
  Attachment,
  AuditEntry,
  Channel,
  Entitlement,
  Guild,
  GuildMember,
  Interaction,
  Message,
  Modal,
  Presence,
  Role,
  Sku,
  User,
  Webhook,
} from './model.js';

/** The complete state of the local Discord. Maps keep insertion order, which is the order of age. */
export type State = {
  clock: Clock;
  guild: Guild;
  users: Map<string, User>;
  members: Map<string, GuildMember>;
  roles: Map<string, Role>;
  channels: Map<string, Channel>;
  /** By channel, then by message id. */
  messages: Map<string, Map<string, Message>>;
  attachments: Map<string, Attachment>;
  /** Contents of attachments by their id. */
  files: Map<string, Uint8Array>;
  applications: Map<string, Application>;
  interactions: Map<string, Interaction>;
  modals: Map<string, Modal>;
  entitlements: Map<string, Entitlement>;
  webhooks: Map<string, Webhook>;
  skus: Map<string, Sku>;
  presences: Map<string, Presence>;
  auditLog: Map<string, AuditEntry>;
  /** Members who do not accept direct messages from bots. */
  closedDms: Set<string>;
  /** User ids that are banned from the guild. */
  banned: Set<string>;
  /** OAuth2 access tokens. */
  bearers: Map<string, { applicationId: string; scopes: string[]; expiresAt: number }>;
  nextId(): string;
  /** A deterministic secret derived from a purpose and an id. */
  secretOf(purpose: string, id: string): string;
};

/** @param lastId the last id of an earlier run */
export function createState(clock: Clock, guild: Guild, lastId?: string): State {
  return {
    clock,
    guild,
    users: new Map(),
    members: new Map(),
    roles: new Map(),
    channels: new Map(),
    messages: new Map(),
    attachments: new Map(),
    files: new Map(),
    applications: new Map(),
    interactions: new Map(),
    modals: new Map(),
    entitlements: new Map(),
    webhooks: new Map(),
    skus: new Map(),
    presences: new Map(),
    auditLog: new Map(),
    closedDms: new Set(),
    banned: new Set(),
    bearers: new Map(),
    nextId: createSnowflakes(() => clock.now(), lastId),
    secretOf: (purpose, id) => hash('sha256', `${purpose}:${id}`, 'base64url'),
  };
}

export function userOf(state: State, id: string): User {
  const user = state.users.get(id);
  if (!user) throw new Refusal('unknownUser');
  return user;
}

export function channelOf(state: State, id: string): Channel {
  const channel = state.channels.get(id);
  if (!channel) throw new Refusal('unknownChannel');
  return channel;
}

export function messageOf(state: State, channelId: string, id: string): Message {
  const message = state.messages.get(channelId)?.get(id);
  if (!message) throw new Refusal('unknownMessage');
  return message;
}

export const messagesOf = (state: State, channelId: string): Message[] => [
  ...(state.messages.get(channelId)?.values() ?? []),
];

export function applicationOfBot(state: State, botId: string): Application | undefined {
  for (const application of state.applications.values()) if (application.botId === botId) return application;
  return undefined;
}

/** The application of a bot token, with or without the `Bot ` prefix. */
export function applicationOfToken(state: State, token: unknown): Application | undefined {
  if (typeof token !== 'string') return undefined;
  const plain = token.replace(/^Bot /, '');
  for (const application of state.applications.values()) if (application.token === plain) return application;
  return undefined;
}

export const clientSecretOf = (state: State, applicationId: string): string =>
  state.secretOf('client', applicationId).slice(0, 32);
