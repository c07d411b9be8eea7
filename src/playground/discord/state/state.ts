import { createHash } from 'node:crypto';
import { Refusal } from '../failure.js';
import { createSnowflakes } from '../snowflake.js';
import type { Clock } from '../types.js';
import type {
  Application,
  Attachment,
  Channel,
  Guild,
  GuildMember,
  Interaction,
  Message,
  Modal,
  Role,
  User,
} from './model.js';

/** Everything the local Discord knows. Maps keep their order of insertion, which is the order of age. */
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
  applications: Map<string, Application>;
  interactions: Map<string, Interaction>;
  modals: Map<string, Modal>;
  /** Members who take no direct messages from bots. */
  closedDms: Set<string>;
  nextId(): string;
  /** An unguessable-looking but repeatable word derived from a purpose and an id. */
  secretOf(purpose: string, id: string): string;
};

export function createState(clock: Clock, guild: Guild): State {
  return {
    clock,
    guild,
    users: new Map(),
    members: new Map(),
    roles: new Map(),
    channels: new Map(),
    messages: new Map(),
    attachments: new Map(),
    applications: new Map(),
    interactions: new Map(),
    modals: new Map(),
    closedDms: new Set(),
    nextId: createSnowflakes(() => clock.now()),
    secretOf: (purpose, id) => createHash('sha256').update(`${purpose}:${id}`).digest('base64url'),
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

export const applicationOfBot = (state: State, botId: string): Application | undefined =>
  [...state.applications.values()].find((application) => application.botId === botId);
