import { canView } from '../state/access.js';
import {
  type Attachment,
  ChannelType,
  type InteractionOrigin,
  InteractionType,
  type Message,
  MessageFlag,
  MessageType,
  type Poll,
} from '../state/model.js';
import { guildOfChannel, type State } from '../state/state.js';
import type { Json, JsonObject } from '../types.js';
import { Component } from '../validation/component.js';
import { shownEmbeds } from './embeds.js';
import { type CdnLinks, isoTime, toAttachment, toChannel, toGatewayUser, toMember, toUser } from './parts.js';

/** Whether a bot without the MESSAGE CONTENT intent may read a message: its own, in DMs, or mentioning it. */
export function readsContent(state: State, message: Message, botId: string): boolean {
  return (
    message.authorId === botId ||
    state.channels.get(message.channelId)?.type === ChannelType.Dm ||
    message.mentionIds.includes(botId)
  );
}

/** The attachment that an embed or component references as `attachment://name`. */
const named = (attachments: readonly Attachment[], url: Json | undefined): Attachment | undefined =>
  typeof url === 'string' && url.startsWith('attachment://')
    ? attachments.find((attachment) => attachment.filename === url.slice('attachment://'.length))
    : undefined;

/** Attachments shown inside an embed or component are not listed a second time. */
export function referencedAttachments(message: Message): Set<string> {
  const found = new Set<string>();
  const walk = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const item of node) walk(item);
    else if (node && typeof node === 'object') {
      const attachment = named(message.attachments, node.url);
      if (attachment) found.add(attachment.id);
      for (const value of Object.values(node)) walk(value);
    }
  };
  walk(message.embeds);
  walk(message.components);
  return found;
}

const isObject = (node: Json | undefined): node is JsonObject =>
  typeof node === 'object' && node !== null && !Array.isArray(node);

/** Replaces `attachment://name` with the CDN address and adds Discord's metadata of the file. */
export function resolveMedia<T extends Json>(
  node: T,
  attachments: readonly Attachment[],
  links: CdnLinks,
): T {
  if (attachments.length === 0 || node === null || typeof node !== 'object') return node;
  if (Array.isArray(node)) return node.map((item) => resolveMedia(item, attachments, links)) as T;
  const resolved: JsonObject = {};
  for (const [key, value] of Object.entries(node))
    resolved[key] = resolveMedia(value as Json, attachments, links);
  const file = node.file as Json | undefined;
  if (node.type === Component.File && isObject(file)) {
    const { filename = null, size = null } = named(attachments, file.url) ?? {};
    Object.assign(resolved, { name: filename, size });
  }
  const attachment = named(attachments, node.url as Json);
  if (!attachment) return resolved as T;
  const { url, proxy_url, width, height, content_type } = toAttachment(attachment, links);
  const size = width === undefined ? {} : { width, height };
  return { ...resolved, url, proxy_url, content_type, attachment_id: attachment.id, ...size } as Json as T;
}

const guildField = (guildId: string | null): JsonObject => (guildId === null ? {} : { guild_id: guildId });

export type MessageWire = {
  /** REST form; `withheld` blanks the fields that require the content intent. */
  toMessage(message: Message, withheld?: boolean, readerId?: string): JsonObject;
  /** Form inside an interaction. */
  toInteractionMessage(message: Message): JsonObject;
  /** Gateway form, with guild, member and the members of mentions. */
  toGatewayMessage(message: Message, withheld?: boolean): JsonObject;
};

/** Serialization options: reader, shape of users, and nesting depth. */
type Manner = { withheld?: boolean; user?: typeof toUser; depth?: number; readerId?: string | null };

export const toEmoji = (name: string): JsonObject => ({ id: null, name });

/** `me` refers to the reader, by default the author. The gateway (`null`) omits reactions. */
function reactionFields({ reactions, authorId }: Message, readerId: string | null = authorId): JsonObject {
  if (!reactions?.size || readerId === null) return {};
  const listed = [...reactions].map(([emoji, who]) => ({
    emoji: toEmoji(emoji),
    count: who.size,
    count_details: { burst: 0, normal: who.size },
    burst_colors: [],
    me_burst: false,
    me: who.has(readerId),
  }));
  return { reactions: listed };
}

const toPoll = (poll: Poll, readerId: string): JsonObject => ({
  question: poll.question,
  answers: poll.answers.map((poll_media, index) => ({ answer_id: index + 1, poll_media })),
  expiry: isoTime(poll.expiresAt),
  allow_multiselect: poll.multiselect,
  layout_type: 1,
  results: {
    is_finalized: poll.isFinal,
    answer_counts: [...poll.votes]
      .filter(([, voters]) => voters.size > 0)
      .map(([id, voters]) => ({ id, count: voters.size, me_voted: voters.has(readerId) })),
  },
});

export function createMessageWire(state: State, links: CdnLinks): MessageWire {
  const toMessage = (
    message: Message,
    { withheld = false, user = toUser, depth = 0, readerId }: Manner = {},
  ): JsonObject => ({
    id: message.id,
    channel_id: message.channelId,
    type: message.type,
    author: authorOf(message, user),
    content: withheld ? '' : message.content,
    timestamp: isoTime(message.createdAt),
    edited_timestamp: message.editedAt === null ? null : isoTime(message.editedAt),
    tts: false,
    mention_everyone: message.mentionEveryone,
    mentions: message.mentionIds.map((id) => user(state.users.get(id)!)),
    mention_roles: [...message.mentionRoleIds],
    attachments: withheld ? [] : listedAttachments(message),
    embeds: withheld ? [] : resolveMedia(shownEmbeds(message), message.attachments, links),
    components: withheld ? [] : resolveMedia(message.components, message.attachments, links),
    pinned: message.pinnedAt !== null,
    flags: message.flags,
    ...(message.webhook ? { webhook_id: message.webhook.id } : {}),
    ...(message.applicationId ? { application_id: message.applicationId } : {}),
    ...originJson(message, user),
    ...referenceFields(message, { withheld, user, depth }),
    ...(message.poll && !withheld ? { poll: toPoll(message.poll, readerId ?? message.authorId) } : {}),
    ...threadFields(message),
    ...reactionFields(message, readerId),
  });

  const authorOf = ({ authorId, webhook }: Message, user: typeof toUser): JsonObject => {
    const author = user(state.users.get(authorId)!);
    return webhook ? { ...author, username: webhook.username, discriminator: '0000' } : author;
  };

  const listedAttachments = (message: Message): JsonObject[] => {
    const inEmbeds = message.flags & MessageFlag.ComponentsV2 ? new Set() : referencedAttachments(message);
    return message.attachments
      .filter((attachment) => !inEmbeds.has(attachment.id))
      .map((attachment) => toAttachment(attachment, links));
  };

  const originJson = ({ origin, applicationId, channelId }: Message, user: typeof toUser): JsonObject => {
    if (!origin) return {};
    const { interactionId: id, type, command: name } = origin;
    return {
      webhook_id: applicationId,
      interaction_metadata: toMetadata(origin, channelId, user),
      ...(name ? { interaction: { id, type, name, user: user(state.users.get(origin.userId)!) } } : {}),
    };
  };

  const toMetadata = (origin: InteractionOrigin, channelId: string, user: typeof toUser): JsonObject => ({
    id: origin.interactionId,
    type: origin.type,
    user: user(state.users.get(origin.userId)!),
    authorizing_integration_owners: { '0': guildIdOf(channelId) ?? '0' },
    ...(origin.command ? { name: origin.command, command_type: origin.commandType } : {}),
    ...(origin.targetId && origin.commandType === 2
      ? { target_user: user(state.users.get(origin.targetId)!) }
      : {}),
    ...(origin.targetId && origin.commandType === 3 ? { target_message_id: origin.targetId } : {}),
    ...(origin.type === InteractionType.Component ? { interacted_message_id: origin.messageId } : {}),
    ...(origin.triggeredBy
      ? { triggering_interaction_metadata: toMetadata(origin.triggeredBy, channelId, user) }
      : {}),
    ...(origin.originalMessageId ? { original_response_message_id: origin.originalMessageId } : {}),
  });

  const guildIdOf = (channelId: string): string | null => state.channels.get(channelId)?.guildId ?? null;

  const referenceFields = (message: Message, manner: Manner): JsonObject => {
    const about = guildField(guildIdOf(message.channelId));
    if (message.forwards) {
      const { channelId: channel_id, messageId: message_id, guildId } = message.forwards.from;
      return {
        message_reference: { type: 1, channel_id, message_id, ...guildField(guildId) },
        message_snapshots: manner.withheld ? [] : [message.forwards.snapshot],
      };
    }
    if (message.aboutChannelId)
      return { message_reference: { type: 0, channel_id: message.aboutChannelId, ...about } };
    if (message.replyToId === null) return {};
    const isStarter = message.type === MessageType.ThreadStarter;
    const home = (isStarter && state.channels.get(message.channelId)?.parentId) || message.channelId;
    const target = state.messages.get(home)?.get(message.replyToId);
    const carries = manner.depth === 0 && (isStarter || message.type === MessageType.Reply);
    return {
      message_reference: { type: 0, channel_id: home, message_id: message.replyToId, ...about },
      ...(carries ? { referenced_message: target ? toMessage(target, { ...manner, depth: 1 }) : null } : {}),
    };
  };

  const threadFields = (message: Message): JsonObject => {
    const thread = message.id === message.channelId ? undefined : state.channels.get(message.id);
    return thread?.thread ? { thread: toChannel(state, thread) } : {};
  };

  return {
    toMessage: (message, withheld = false, readerId) =>
      toMessage(message, { withheld, ...(readerId ? { readerId } : {}) }),
    toInteractionMessage: (message) => toMessage(message, { user: toGatewayUser }),
    toGatewayMessage(message, withheld) {
      const channel = state.channels.get(message.channelId);
      const guild = channel && guildOfChannel(state, channel);
      const channel_type = channel?.type ?? ChannelType.Text;
      const body = toMessage(message, { withheld: withheld ?? false, user: toGatewayUser, readerId: null });
      if (!guild) return { ...body, channel_type };
      const member = guild.members.get(message.authorId);
      return {
        ...body,
        channel_type,
        guild_id: guild.id,
        ...(member ? { member: toMember(member) } : {}),
        mentions: message.mentionIds.map((id) => {
          const mentioned = guild.members.get(id);
          const user = toGatewayUser(state.users.get(id)!);
          return mentioned ? { ...user, member: toMember(mentioned) } : user;
        }),
      };
    },
  };
}

/** Whether a member can see a message. */
export function canSee(state: State, message: Message, userId: string): boolean {
  const channel = state.channels.get(message.channelId);
  if (!channel || !canView(state, channel, userId)) return false;
  return message.ephemeralFor === null || message.ephemeralFor === userId;
}
