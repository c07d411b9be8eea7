import { createHmac } from 'node:crypto';
import type { Attachment, Channel, GuildMember, Role, User } from '../state/model.js';
import { ChannelType } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';

/** Formats a time as Discord does. */
export const isoTime = (ms: number): string => new Date(ms).toISOString().replace('Z', '000+00:00');

/** Gateway form of a user: banner, accent colour and `flags` are omitted, not null. */
export const toGatewayUser = (user: User): JsonObject => ({
  id: user.id,
  username: user.username,
  discriminator: user.bot ? '0001' : '0',
  global_name: user.bot ? null : user.displayName,
  avatar: null,
  avatar_decoration_data: null,
  collectibles: null,
  display_name_styles: null,
  primary_guild: null,
  clan: null,
  public_flags: 0,
  ...(user.bot ? { bot: true } : {}),
});

/** REST form of a user. */
export const toUser = (user: User): JsonObject => ({
  ...toGatewayUser(user),
  flags: 0,
  banner: null,
  accent_color: null,
});

export const toMember = (member: GuildMember): JsonObject => ({
  roles: [...member.roleIds],
  nick: member.nick,
  avatar: null,
  banner: null,
  premium_since: null,
  joined_at: isoTime(member.joinedAt),
  pending: false,
  deaf: false,
  mute: false,
  flags: 0,
  communication_disabled_until: null,
});

export const toMemberWithUser = (state: State, member: GuildMember): JsonObject => ({
  ...toMember(member),
  user: toUser(state.users.get(member.userId)!),
});

export const toGatewayMember = (state: State, member: GuildMember): JsonObject => ({
  ...toMember(member),
  user: toGatewayUser(state.users.get(member.userId)!),
});

export const toRole = (role: Role): JsonObject => ({
  id: role.id,
  name: role.name,
  description: null,
  permissions: role.permissions.toString(),
  position: role.position,
  color: role.color,
  colors: { primary_color: role.color, secondary_color: null, tertiary_color: null },
  hoist: role.color !== 0,
  icon: null,
  unicode_emoji: null,
  managed: role.botId !== null,
  mentionable: false,
  flags: 0,
  ...(role.botId ? { tags: { bot_id: role.botId } } : {}),
});

/** A channel, thread or DM for the bot `readerId`, which affects `member` of threads and `recipients`. */
export function toChannel(
  state: State,
  channel: Channel,
  readerId?: string,
  writeUser: typeof toUser = toUser,
): JsonObject {
  const base = { id: channel.id, type: channel.type, last_message_id: channel.lastMessageId, flags: 0 };
  if (channel.type === ChannelType.Dm) {
    const others = channel.recipientIds.filter((id) => id !== readerId);
    return { ...base, recipients: others.map((id) => writeUser(state.users.get(id)!)) };
  }
  const shared = {
    ...base,
    guild_id: channel.guildId,
    name: channel.name,
    parent_id: channel.parentId,
    rate_limit_per_user: channel.slowmodeSeconds,
  };
  if (channel.thread) return { ...shared, ...toThreadFields(channel, readerId) };
  return {
    ...shared,
    ...(channel.type === ChannelType.Forum ? toForumFields(channel) : {}),
    last_pin_timestamp: null,
    topic: channel.topic,
    position: channel.position,
    nsfw: channel.nsfw,
    permission_overwrites: channel.overwrites.map((overwrite) => ({
      id: overwrite.id,
      type: overwrite.type,
      allow: overwrite.allow.toString(),
      deny: overwrite.deny.toString(),
    })),
  };
}

const toForumFields = ({ tags = [] }: Channel): JsonObject => ({
  available_tags: tags.map(({ id, name, moderated, emojiId, emojiName }) => ({
    id,
    name,
    moderated,
    emoji_id: emojiId,
    emoji_name: emojiName,
  })),
  default_reaction_emoji: null,
  default_sort_order: null,
  default_forum_layout: 0,
});

function toThreadFields(channel: Channel, readerId?: string): JsonObject {
  const thread = channel.thread!;
  const joinedAt = readerId ? thread.memberIds.get(readerId) : undefined;
  return {
    owner_id: thread.ownerId,
    message_count: thread.messageCount,
    total_message_sent: thread.messageCount,
    member_count: Math.min(thread.memberIds.size, 50),
    thread_metadata: {
      archived: thread.archived,
      archive_timestamp: isoTime(thread.archivedAt),
      auto_archive_duration: thread.autoArchiveMinutes,
      locked: thread.locked,
      create_timestamp: isoTime(thread.createdAt),
      ...(channel.type === ChannelType.PrivateThread ? { invitable: thread.invitable } : {}),
    },
    ...(channel.appliedTags ? { applied_tags: [...channel.appliedTags] } : {}),
    ...(joinedAt === undefined ? {} : { member: toThreadMember(channel.id, readerId!, joinedAt) }),
  };
}

export const toThreadMember = (threadId: string, userId: string, joinedAt: number): JsonObject => ({
  id: threadId,
  user_id: userId,
  join_timestamp: isoTime(joinedAt),
  flags: 1,
});

/** Creates and verifies the signed, expiring CDN addresses. */
export type CdnLinks = {
  toUrl(attachment: Attachment): string;
  /** Whether the signature (`ex`, `is`, `hm`) is valid and not expired. */
  accepts(path: string, query: { ex?: string; is?: string; hm?: string }): boolean;
};

export function createCdnLinks(state: State, origin: () => string, lifeMs: number): CdnLinks {
  const sign = (path: string, expires: string, issued: string) =>
    createHmac('sha256', state.secretOf('cdn', 'addresses'))
      .update(`${path}:${expires}:${issued}`)
      .digest('hex');
  const hexSeconds = (ms: number) => Math.floor(ms / 1000).toString(16);
  return {
    toUrl(attachment) {
      const folder = attachment.ephemeral ? 'ephemeral-attachments' : 'attachments';
      const path = `/${folder}/${attachment.channelId}/${attachment.id}/${encodeURIComponent(attachment.filename)}`;
      const issued = hexSeconds(state.clock.now());
      const expires = hexSeconds(state.clock.now() + lifeMs);
      return `${origin()}${path}?ex=${expires}&is=${issued}&hm=${sign(path, expires, issued)}&`;
    },
    accepts(path, { ex = '', is = '', hm }) {
      return hm === sign(path, ex, is) && Number.parseInt(ex, 16) * 1000 > state.clock.now();
    },
  };
}

const IS_SPOILER = 1 << 3;
export const isSpoiler = ({ filename }: Pick<Attachment, 'filename'>): boolean =>
  filename.startsWith('SPOILER_');

export const toAttachment = (attachment: Attachment, links: CdnLinks): JsonObject => {
  const url = links.toUrl(attachment);
  return {
    id: attachment.id,
    filename: attachment.filename,
    size: attachment.size,
    url,
    proxy_url: url,
    content_type: attachment.contentType,
    content_scan_version: 0,
    ...(attachment.width === null ? {} : { width: attachment.width, height: attachment.height }),
    ...(attachment.description === null ? {} : { description: attachment.description }),
    ...(attachment.ephemeral ? { ephemeral: true } : {}),
    ...(isSpoiler(attachment) ? { flags: IS_SPOILER } : {}),
  };
};
