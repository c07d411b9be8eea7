import type { Saying } from '../saying.js';
import type { JsonObject } from './json.js';

export type Member = {
  id: string;
  username: string;
  displayName: string;
  /** Role names in one server, without @everyone, highest first. */
  roles: string[];
  avatarColor: string;
  bot: boolean;
  /** The language of this person's client, as Discord names it (`en-US`, `de`). */
  locale: string;
};

export type RoleView = { id: string; name: string; color: string; position: number; permissions: string };

export type GuildView = {
  id: string;
  name: string;
  ownerId: string;
  /** The server's language, as Discord names it (`en-US`, `de`). */
  locale: string;
  channels: ChannelView[];
  roles: RoleView[];
  members: Member[];
};

export type ChannelView = {
  id: string;
  /** Null for direct messages. */
  guildId: string | null;
  name: string;
  kind: 'text' | 'forum' | 'thread' | 'private-thread' | 'dm';
  topic: string | null;
  /** The channel a thread belongs to. */
  parentId: string | null;
  /** The other user of a DM. */
  recipient: Member | null;
  archived: boolean;
  locked: boolean;
  /** Slow mode in seconds; 0 when off. */
  slowmodeSeconds: number;
  canSend: boolean;
  messageCount: number;
  lastMessageId: string | null;
};

export type CommandKind = 'slash' | 'user' | 'message';

export type CommandView = {
  id: string;
  applicationId: string;
  applicationName: string;
  kind: CommandKind;
  /** The full path of a leaf: `rig text`. */
  name: string;
  /** The path in the viewer's language, as the picker shows it; `run` accepts both. */
  displayName: string;
  /** In the viewer's language. */
  description: string;
  options: OptionView[];
};

export type OptionKind =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'user'
  | 'channel'
  | 'role'
  | 'mentionable'
  | 'attachment';

export type Choice = { name: string; value: string | number };

export type OptionView = {
  name: string;
  /** In the viewer's language, as are the description and the names of the choices. */
  displayName: string;
  description: string;
  kind: OptionKind;
  required: boolean;
  autocomplete: boolean;
  choices: Choice[];
  /** Channel types (Discord's numbers) that a channel option accepts; empty accepts any. */
  channelTypes: number[];
  min: number | null;
  max: number | null;
  minLength: number | null;
  maxLength: number | null;
};

export type AuthorView = {
  id: string;
  name: string;
  bot: boolean;
  avatarColor: string;
  roleColor: string | null;
};

export type AttachmentView = {
  id: string;
  name: string;
  /** Signed and expiring, on the local CDN. */
  url: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  description: string | null;
  spoiler: boolean;
};

export type MessageView = {
  id: string;
  channelId: string;
  kind: 'message' | 'reply' | 'command' | 'thread-starter' | 'thread-created' | 'system';
  /** The sentence of a message that Discord itself writes, with the author's name. */
  notice: Saying | null;
  author: AuthorView;
  content: string;
  createdAt: number;
  editedAt: number | null;
  /** Discord's raw embed objects. */
  embeds: JsonObject[];
  /** Discord's raw component tree. */
  components: JsonObject[];
  /** Flag 1 << 15: the message consists only of components. */
  componentsV2: boolean;
  attachments: AttachmentView[];
  poll?: {
    question: string;
    /** Numbered from 1, in this order. */
    answers: { text: string; memberIds: string[] }[];
    expiresAt: number;
    ended: boolean;
  };
  /** The forwarded message. */
  forwarded?: { channelId: string; messageId: string; content: string };
  /** "Only you can see this". */
  ephemeral: boolean;
  /** Deferred: "the bot is thinking". */
  pending: boolean;
  /** "mia used /rig text", above the answer of a command. */
  interaction: {
    kind: 'command' | 'component' | 'modal';
    command: string | null;
    memberId: string;
    memberName: string;
  } | null;
  replyTo: { messageId: string; authorName: string; content: string } | null;
  /** The thread that was started from this message. */
  thread: { id: string; name: string; archived: boolean; locked: boolean; messageCount: number } | null;
  /** Names behind `<@id>`, `<@&id>` and `<#id>` in the content. */
  mentions: { id: string; name: string; kind: 'member' | 'role' | 'channel' }[];
  pinned: boolean;
  /** In order of their first use; member ids are unique per emoji. */
  reactions: { emoji: string; memberIds: string[] }[];
};

export type ModalFieldView = {
  customId: string;
  label: string;
  description: string | null;
  kind:
    | 'short'
    | 'paragraph'
    | 'select'
    | 'user-select'
    | 'role-select'
    | 'mentionable-select'
    | 'channel-select'
    | 'file'
    | 'radio'
    | 'checkbox'
    | 'checkboxes';
  required: boolean;
  /** The prefilled value. */
  value: string | string[];
  placeholder: string | null;
  /** Minimum length of a text, or minimum number of values or files. */
  min: number | null;
  max: number | null;
  options: { label: string; value: string; description: string | null }[];
};

export type ModalView = {
  id: string;
  channelId: string;
  applicationId: string;
  customId: string;
  title: string;
  fields: ModalFieldView[];
  /** Text displays and everything else, as Discord's raw JSON. */
  components: JsonObject[];
  openedAt: number;
};

/** What an application says about a person, for linked roles. */
export type RoleConnectionView = {
  platformName: string | null;
  platformUsername: string | null;
  metadata: Readonly<Record<string, string>>;
};

/** One condition of a linked role: how its value is compared is in the application's metadata. */
export type RoleCondition = { key: string; value: number };
