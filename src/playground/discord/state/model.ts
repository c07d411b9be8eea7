import type { Json, JsonObject, ModalView } from '../types.js';

export type * from './application.js';

export type User = {
  id: string;
  username: string;
  displayName: string;
  bot: boolean;
  avatarColor: string;
  locale: string;
};
export type Role = {
  id: string;
  name: string;
  permissions: bigint;
  position: number;
  color: number;
  botId: string | null;
};
export type GuildMember = { userId: string; roleIds: string[]; joinedAt: number; nick: string | null };
export type Overwrite = { id: string; type: 0 | 1; allow: bigint; deny: bigint };
export type Guild = {
  id: string;
  name: string;
  ownerId: string;
  /** Discord's `preferred_locale`. */
  locale: string;
  members: Map<string, GuildMember>;
  roles: Map<string, Role>;
  auditLog: Map<string, AuditEntry>;
  /** Ids of banned users. */
  banned: Set<string>;
};

export const ChannelType = {
  Text: 0,
  Dm: 1,
  PublicThread: 11,
  PrivateThread: 12,
  Forum: 15,
} as const;
type ChannelKind = (typeof ChannelType)[keyof typeof ChannelType];

type ThreadState = {
  ownerId: string;
  archived: boolean;
  locked: boolean;
  invitable: boolean;
  archivedAt: number;
  createdAt: number;
  /** Minutes of inactivity: 60, 1440, 4320 or 10080. */
  autoArchiveMinutes: number;
  /** Join time by user id. */
  memberIds: Map<string, number>;
  messageCount: number;
};

export type ForumTag = {
  id: string;
  name: string;
  moderated: boolean;
  emojiId: string | null;
  emojiName: string | null;
};

export type Channel = {
  id: string;
  type: ChannelKind;
  /** Null for direct messages. */
  guildId: string | null;
  name: string;
  topic: string | null;
  position: number;
  parentId: string | null;
  overwrites: Overwrite[];
  slowmodeSeconds: number;
  nsfw: boolean;
  lastMessageId: string | null;
  /** User ids at both ends of a DM. */
  recipientIds: string[];
  thread: ThreadState | null;
  /** Tags available in a forum. */
  tags?: ForumTag[];
  /** The tags of a post. */
  appliedTags?: string[];
};

export type Attachment = {
  id: string;
  channelId: string;
  filename: string;
  contentType: string;
  /** In bytes. The content is in `State.files` until it is dropped. */
  size: number;
  width: number | null;
  height: number | null;
  description: string | null;
  ephemeral: boolean;
};

export const MessageFlag = {
  SuppressEmbeds: 1 << 2,
  HasThread: 1 << 5,
  Ephemeral: 1 << 6,
  Loading: 1 << 7,
  SuppressNotifications: 1 << 12,
  HasSnapshot: 1 << 14,
  ComponentsV2: 1 << 15,
} as const;

export const MessageType = {
  Default: 0,
  RecipientAdd: 1,
  RecipientRemove: 2,
  ChannelNameChange: 4,
  PinnedMessage: 6,
  ThreadCreated: 18,
  Reply: 19,
  ChatInputCommand: 20,
  ThreadStarter: 21,
  ContextMenu: 23,
  PollResult: 46,
} as const;

/** Answers are numbered from 1. */
export type Poll = {
  question: JsonObject;
  answers: JsonObject[];
  expiresAt: number;
  multiselect: boolean;
  isFinal: boolean;
  /** User ids by answer. */
  votes: Map<number, Set<string>>;
};

/** `action` is Discord's audit log event type. */
export type AuditEntry = {
  id: string;
  action: number;
  userId: string;
  targetId: string | null;
  changes?: JsonObject[];
  options?: JsonObject;
  reason?: string;
};

/** The interaction that created a message, and its user. */
export type InteractionOrigin = {
  interactionId: string;
  type: number;
  userId: string;
  command: string | null;
  commandType: 1 | 2 | 3 | null;
  /** The member or message a context menu was used on. */
  targetId: string | null;
  /** The message whose component was used. */
  messageId: string | null;
  originalMessageId: string | null;
  /** The interaction that opened the submitted modal. */
  triggeredBy: InteractionOrigin | null;
};

export type Message = {
  id: string;
  channelId: string;
  authorId: string;
  applicationId: string | null;
  type: number;
  content: string;
  createdAt: number;
  editedAt: number | null;
  flags: number;
  /** Those its author sent. */
  embeds: JsonObject[];
  /** Previews of the links in its content, below its own embeds. */
  previews?: JsonObject[];
  components: JsonObject[];
  attachments: Attachment[];
  mentionIds: string[];
  mentionRoleIds: string[];
  mentionEveryone: boolean;
  replyToId: string | null;
  /** The thread that a `ThreadCreated` notice announces. */
  aboutChannelId: string | null;
  origin: InteractionOrigin | null;
  /** The only member who sees it. */
  ephemeralFor: string | null;
  nonce: string | number | null;
  pinnedAt: number | null;
  /** The webhook that sent it, and the name it used. */
  webhook?: { id: string; username: string };
  poll?: Poll;
  /** A copy of the message that this one forwards; `from` is its origin. */
  forwards?: { from: { channelId: string; messageId: string; guildId: string | null }; snapshot: JsonObject };
  /** User ids by emoji; absent until the first reaction. */
  reactions?: Map<string, Set<string>>;
};

export const InteractionType = { Command: 2, Component: 3, Autocomplete: 4, Modal: 5 } as const;

export type Interaction = {
  id: string;
  token: string;
  type: 2 | 3 | 4 | 5;
  applicationId: string;
  userId: string;
  channelId: string;
  createdAt: number;
  command: string | null;
  commandType: 1 | 2 | 3 | null;
  targetId: string | null;
  /** The message whose component (or whose component's modal) is used. */
  messageId: string | null;
  /** The callback type it was answered with. */
  answeredWith: number | null;
  failed: boolean;
  /** The type of the option an autocomplete is for. */
  focusedType: number | null;
  /** The interaction that opened the modal being submitted. */
  triggeredBy: InteractionOrigin | null;
  /** The message `@original` refers to. */
  originalMessageId: string | null;
};

export type Modal = {
  view: ModalView;
  userId: string;
  messageId: string | null;
  components: Json[];
  openedBy: InteractionOrigin;
};
