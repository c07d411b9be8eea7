import { canView } from '../state/access.js';
import {
  type Channel,
  type Guild,
  type Message,
  MessageFlag,
  MessageType,
  type Role,
} from '../state/model.js';
import { channelsIn, firstGuild, guildOfChannel, messagesOf, type State } from '../state/state.js';
import type {
  AttachmentView,
  AuthorView,
  ChannelView,
  GuildView,
  Member,
  MessageView,
  RoleView,
} from '../types.js';
import { shownEmbeds } from '../wire/embeds.js';
import { canSee, referencedAttachments, resolveMedia } from '../wire/message.js';
import { type CdnLinks, isSpoiler } from '../wire/parts.js';
import { contentOf, NOTICES } from './notice.js';
import { maySend } from './rules.js';

/** The state as people and pages see it, in the playground's own shapes. */
export type Views = {
  /** Roles are those in `guild`, by default in the first one. */
  member(userId: string, guild?: Guild): Member;
  channel(channel: Channel, viewerId: string): ChannelView;
  channelsOf(viewerId: string): ChannelView[];
  message(message: Message): MessageView;
  messages(channelId: string, viewerId: string): MessageView[];
  guild(guild: Guild): GuildView;
};

const KINDS: Record<number, ChannelView['kind']> = {
  0: 'text',
  1: 'dm',
  11: 'thread',
  12: 'private-thread',
  15: 'forum',
};
const toHex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

export function createViews(state: State, links: CdnLinks): Views {
  const rolesOf = (userId: string, guild: Guild | undefined): Role[] =>
    (guild?.members.get(userId)?.roleIds ?? [])
      .map((id) => guild!.roles.get(id)!)
      .sort((a, b) => b.position - a.position);

  const member = (userId: string, guild = firstGuild(state)): Member => {
    const { id, username, displayName, avatarColor, bot, locale } = state.users.get(userId)!;
    const roles = rolesOf(userId, guild).map((role) => role.name);
    return { id, username, displayName, roles, avatarColor, bot, locale };
  };

  const author = (userId: string, guild: Guild | undefined): AuthorView => {
    const { id, displayName, bot, avatarColor } = state.users.get(userId)!;
    const color = rolesOf(userId, guild).find((role) => role.color !== 0)?.color;
    return { id, name: displayName, bot, avatarColor, roleColor: color === undefined ? null : toHex(color) };
  };

  const channel = (subject: Channel, viewerId: string): ChannelView => {
    const otherId = subject.recipientIds.find((id) => id !== viewerId);
    return {
      id: subject.id,
      guildId: subject.guildId,
      name: otherId ? state.users.get(otherId)!.displayName : subject.name,
      kind: KINDS[subject.type]!,
      topic: subject.topic,
      parentId: subject.parentId,
      recipient: otherId ? member(otherId) : null,
      archived: subject.thread?.archived ?? false,
      locked: subject.thread?.locked ?? false,
      slowmodeSeconds: subject.slowmodeSeconds,
      canSend: maySend(state, subject, viewerId),
      messageCount: subject.thread?.messageCount ?? state.messages.get(subject.id)?.size ?? 0,
      lastMessageId: subject.lastMessageId,
    };
  };

  const placeOf = ({ channelId }: Message): Guild | undefined =>
    guildOfChannel(state, state.channels.get(channelId) ?? { guildId: null });

  const nameOf = (subject: Message): string =>
    subject.webhook?.username ?? author(subject.authorId, placeOf(subject)).name;

  const message = (subject: Message): MessageView => ({
    id: subject.id,
    channelId: subject.channelId,
    kind: kindOf(subject),
    author: {
      ...author(subject.authorId, placeOf(subject)),
      ...(subject.webhook ? { name: subject.webhook.username } : {}),
    },
    ...contentOf(state, subject, nameOf(subject)),
    createdAt: subject.createdAt,
    editedAt: subject.editedAt,
    embeds: resolveMedia(shownEmbeds(subject), subject.attachments, links),
    components: resolveMedia(subject.components, subject.attachments, links),
    componentsV2: (subject.flags & MessageFlag.ComponentsV2) !== 0,
    attachments: attachmentsOf(subject, links),
    ...pollOf(subject),
    ...forwardOf(subject),
    ephemeral: subject.ephemeralFor !== null,
    pending: (subject.flags & MessageFlag.Loading) !== 0,
    interaction: originOf(state, subject),
    replyTo: replyOf(state, subject),
    thread: threadOf(state, subject),
    mentions: mentionsOf(state, placeOf(subject), subject.content),
    pinned: subject.pinnedAt !== null,
    reactions: [...(subject.reactions ?? [])].map(([emoji, who]) => ({ emoji, memberIds: [...who] })),
  });

  return {
    member,
    channel,
    channelsOf: (viewerId) =>
      [...state.channels.values()]
        .filter((candidate) => canView(state, candidate, viewerId))
        .map((candidate) => channel(candidate, viewerId)),
    message,
    messages: (channelId, viewerId) =>
      messagesOf(state, channelId)
        .filter((candidate) => canSee(state, candidate, viewerId))
        .map(message),
    guild: (guild) => ({
      id: guild.id,
      name: guild.name,
      ownerId: guild.ownerId,
      locale: guild.locale,
      channels: channelsIn(state, guild).map((candidate) => channel(candidate, guild.ownerId)),
      roles: [...guild.roles.values()].map(
        (role): RoleView => ({
          id: role.id,
          name: role.name,
          color: toHex(role.color),
          position: role.position,
          permissions: role.permissions.toString(),
        }),
      ),
      members: [...guild.members.keys()].map((id) => member(id, guild)),
    }),
  };
}

const kindOf = ({ type, origin }: Message): MessageView['kind'] => {
  if (type === MessageType.Reply) return 'reply';
  if (type === MessageType.ThreadStarter) return 'thread-starter';
  if (type === MessageType.ThreadCreated) return 'thread-created';
  if (NOTICES.has(type)) return 'system';
  return origin && (type === MessageType.ChatInputCommand || type === MessageType.ContextMenu)
    ? 'command'
    : 'message';
};

function pollOf({ poll }: Message): Pick<MessageView, 'poll'> {
  if (!poll) return {};
  const answers = poll.answers.map(({ text }, index) => ({
    text: String(text ?? ''),
    memberIds: [...(poll.votes.get(index + 1) ?? [])],
  }));
  const { expiresAt, isFinal } = poll;
  return { poll: { question: String(poll.question.text ?? ''), answers, expiresAt, ended: isFinal } };
}

function forwardOf({ forwards }: Message): Pick<MessageView, 'forwarded'> {
  if (!forwards) return {};
  const { content } = forwards.snapshot.message as { content: string };
  const { channelId, messageId } = forwards.from;
  return { forwarded: { channelId, messageId, content } };
}

function attachmentsOf(message: Message, links: CdnLinks): AttachmentView[] {
  const shownElsewhere = referencedAttachments(message);
  return message.attachments
    .filter((attachment) => !shownElsewhere.has(attachment.id))
    .map((attachment) => ({
      id: attachment.id,
      name: attachment.filename,
      url: links.toUrl(attachment),
      contentType: attachment.contentType,
      bytes: attachment.size,
      width: attachment.width,
      height: attachment.height,
      description: attachment.description,
      spoiler: isSpoiler(attachment),
    }));
}

function originOf(state: State, { origin }: Message): MessageView['interaction'] {
  if (!origin) return null;
  const kind = origin.type === 2 ? 'command' : origin.type === 5 ? 'modal' : 'component';
  const memberName = state.users.get(origin.userId)!.displayName;
  return { kind, command: origin.command, memberId: origin.userId, memberName };
}

function replyOf(state: State, message: Message): MessageView['replyTo'] {
  if (message.replyToId === null || NOTICES.has(message.type)) return null;
  const isStarter = message.type === MessageType.ThreadStarter;
  const home = (isStarter && state.channels.get(message.channelId)?.parentId) || message.channelId;
  const target = state.messages.get(home)?.get(message.replyToId);
  return {
    messageId: message.replyToId,
    authorName: target ? state.users.get(target.authorId)!.displayName : '',
    content: target?.content ?? '',
  };
}

function threadOf(state: State, message: Message): MessageView['thread'] {
  if (message.id === message.channelId) return null;
  const started = state.channels.get(message.aboutChannelId ?? message.id);
  if (!started?.thread) return null;
  const { archived, locked, messageCount } = started.thread;
  return { id: started.id, name: started.name, archived, locked, messageCount };
}

function mentionsOf(state: State, guild: Guild | undefined, content: string): MessageView['mentions'] {
  const kinds = [
    { kind: 'member', pattern: /<@!?(\d+)>/g, nameOf: (id: string) => state.users.get(id)?.displayName },
    { kind: 'role', pattern: /<@&(\d+)>/g, nameOf: (id: string) => guild?.roles.get(id)?.name },
    { kind: 'channel', pattern: /<#(\d+)>/g, nameOf: (id: string) => state.channels.get(id)?.name },
  ] as const;
  return kinds.flatMap(({ kind, pattern, nameOf }) =>
    [...content.matchAll(pattern)].flatMap((match) => {
      const name = nameOf(match[1]!);
      return name === undefined ? [] : [{ id: match[1]!, name, kind }];
    }),
  );
}
