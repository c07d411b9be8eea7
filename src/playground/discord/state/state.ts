import { hash } from 'node:crypto';
import { PersonError, Refusal } from '../failure.js';
import { createSnowflakes } from '../snowflake.js';
import type { Clock } from '../types.js';
import type {
  Application,
  Attachment,
  AuthorizationCode,
  Bearer,
  Channel,
  Entitlement,
  Guild,
  Interaction,
  Message,
  Modal,
  Presence,
  RoleConnection,
  Sku,
  User,
  Webhook,
} from './model.js';

/** Channels by id, which also knows those of each guild: a bot may be in 100,000 guilds. */
class Channels extends Map<string, Channel> {
  private readonly byGuild = new Map<string, Map<string, Channel>>();

  override set(id: string, channel: Channel): this {
    const { guildId } = channel;
    if (guildId !== null) {
      const siblings = this.byGuild.get(guildId) ?? new Map<string, Channel>();
      this.byGuild.set(guildId, siblings.set(id, channel));
    }
    return super.set(id, channel);
  }

  override delete(id: string): boolean {
    const guildId = this.get(id)?.guildId ?? null;
    if (guildId !== null) this.byGuild.get(guildId)?.delete(id);
    return super.delete(id);
  }

  override clear(): void {
    this.byGuild.clear();
    super.clear();
  }

  ofGuild(guildId: string): Channel[] {
    return [...(this.byGuild.get(guildId)?.values() ?? [])];
  }
}

/** The complete state of the local Discord. Maps keep insertion order, which is the order of age. */
export type State = {
  clock: Clock;
  /** The first one is the default of everything that does not name a guild. */
  guilds: Map<string, Guild>;
  users: Map<string, User>;
  /** Of all guilds, and direct messages. */
  channels: Channels;
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
  /** Members who do not accept direct messages from bots. */
  closedDms: Set<string>;
  /** OAuth2 access tokens. */
  bearers: Map<string, Bearer>;
  authorizationCodes: Map<string, AuthorizationCode>;
  /** By application and user: `APPLICATION/USER`. */
  roleConnections: Map<string, RoleConnection>;
  nextId(): string;
  /** A deterministic secret derived from a purpose and an id. */
  secretOf(purpose: string, id: string): string;
};

/** @param lastId the last id of an earlier run */
export function createState(clock: Clock, lastId?: string): State {
  return {
    clock,
    guilds: new Map(),
    users: new Map(),
    channels: new Channels(),
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
    closedDms: new Set(),
    bearers: new Map(),
    authorizationCodes: new Map(),
    roleConnections: new Map(),
    nextId: createSnowflakes(() => clock.now(), lastId),
    secretOf: (purpose, id) => hash('sha256', `${purpose}:${id}`, 'base64url'),
  };
}

export function firstGuild(state: State): Guild {
  const [guild] = state.guilds.values();
  if (!guild) throw new Refusal('unknownGuild');
  return guild;
}

/**
 * A guild by id or name, ignoring letter case; without either the first one.
 * @throws PersonError for an unknown one
 */
export function findGuild(state: State, nameOrId: string | undefined): Guild {
  if (nameOrId === undefined) return firstGuild(state);
  const known = state.guilds.get(nameOrId);
  if (known) return known;
  const plain = nameOrId.toLowerCase();
  const all = [...state.guilds.values()];
  const found = all.find(({ name }) => name.toLowerCase() === plain);
  if (found) return found;
  const names = all.map(({ name }) => name).join(', ');
  throw new PersonError(`Unknown server "${nameOrId}". Servers: ${names}.`);
}

/** The guild of a channel or thread; undefined for direct messages. */
export const guildOfChannel = (state: State, channel: Pick<Channel, 'guildId'>): Guild | undefined =>
  channel.guildId === null ? undefined : state.guilds.get(channel.guildId);

/** Channels and threads of one guild. */
export const channelsIn = (state: State, { id }: Pick<Guild, 'id'>): Channel[] => state.channels.ofGuild(id);

/** The guilds that a user is a member of. */
export const guildsOfMember = (state: State, userId: string): Guild[] =>
  [...state.guilds.values()].filter(({ members }) => members.has(userId));

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
