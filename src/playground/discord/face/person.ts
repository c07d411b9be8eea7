import type {
  ChannelView,
  Choice,
  CommandView,
  Member,
  MessageView,
  ModalView,
  RoleCondition,
  RoleConnectionView,
} from './views.js';

export type FileInput = { name: string; bytes: Uint8Array; contentType?: string };

export type Outcome = {
  interactionId: string;
  /** `failed` after 3 s without an acknowledgement; `reason` is the sentence Discord shows. */
  state: 'answered' | 'deferred' | 'updated' | 'modal' | 'failed';
  reason?: string;
  /** The modal that opened, when `state` is `modal`. */
  modalId?: string;
  /** The message that carries the answer, if it exists already. */
  messageId?: string;
};

export type RunInput = {
  channelId: string;
  /** The full path, such as `rig text`; for a context menu its name. */
  command: string;
  /** Values by option name; users, roles and channels by id. */
  options?: Record<string, string | number | boolean>;
  /** By option name. */
  attachments?: Record<string, FileInput>;
  /** The member or message a context-menu command is used on. */
  targetId?: string;
  applicationId?: string;
};

export type AutocompleteInput = {
  channelId: string;
  command: string;
  /** The option being typed and the text typed so far. */
  option: string;
  value: string;
  options?: Record<string, string | number | boolean>;
};

/** Exactly one of `customId` and `label` identifies the button. */
export type ClickInput = { channelId: string; messageId: string; customId?: string; label?: string };
export type SelectInput = { channelId: string; messageId: string; customId: string; values: string[] };
export type SubmitInput = {
  modalId: string;
  /** By custom id; a checkbox takes `'true'` or `'false'`. */
  values: Record<string, string | string[]>;
  /** By custom id of a file upload. */
  files?: Record<string, FileInput[]>;
};
export type StartThreadInput = {
  channelId: string;
  name: string;
  /** The message it is started from; it takes that message's id. */
  messageId?: string;
  private?: boolean;
  /** The first message, for a post in a forum. */
  content?: string;
};
export type PostInput = { channelId: string; content: string; attachments?: FileInput[]; replyTo?: string };

/**
 * A member using Discord. Methods throw `PersonError` for actions that Discord's client would not allow this member.
 */
export type Person = {
  member: Member;
  /** Channels, threads and direct messages this member sees. */
  channels(): ChannelView[];
  /** Commands in the slash picker and context menus of a channel (default: the first visible one). */
  commands(channelId?: string): CommandView[];
  run(input: RunInput): Promise<Outcome>;
  autocomplete(input: AutocompleteInput): Promise<Choice[]>;
  click(input: ClickInput): Promise<Outcome>;
  select(input: SelectInput): Promise<Outcome>;
  submit(input: SubmitInput): Promise<Outcome>;
  /** Closes a modal without sending it. */
  dismiss(modalId: string): void;
  /**
   * Buys a consumable of an application inside Discord (default: the first one here); returns the entitlement's id.
   */
  buy(input: { skuId: string; applicationId?: string }): string;
  /** Refunds one of this person's entitlements, as Discord would, and removes it. */
  getRefund(entitlementId: string): void;
  /**
   * Opens an application's `/oauth2/authorize` address and agrees, or cancels with `agrees: false`.
   * @returns the address that the browser is redirected to
   */
  authorize(url: string, agrees?: boolean): string;
  /** What an application (default: the first one here) says about this person for linked roles, or null. */
  roleConnection(applicationId?: string): RoleConnectionView | null;
  /** Whether this person gets a linked role with all these conditions. */
  meets(conditions: readonly RoleCondition[], applicationId?: string): boolean;
  modals(): ModalView[];
  post(input: PostInput): Promise<MessageView>;
  /** Changes the text of this person's own message. */
  edit(input: { channelId: string; messageId: string; content: string }): Promise<MessageView>;
  /** Deletes an own message, or any message with Manage Messages. Dismisses an ephemeral one. */
  remove(input: { channelId: string; messageId: string }): Promise<void>;
  /** Adds a Unicode emoji reaction, or removes it with `taken`. */
  react(input: { channelId: string; messageId: string; emoji: string; taken?: boolean }): MessageView;
  /** Votes in a poll by answer number; an empty list removes the votes. */
  vote(input: { channelId: string; messageId: string; answers: number[] }): MessageView;
  startThread(input: StartThreadInput): Promise<ChannelView>;
  joinThread(threadId: string): void;
  leaveThread(threadId: string): void;
  /** Adds another member to a thread. */
  addToThread(threadId: string, memberIdOrName: string): void;
  /** Archives or reopens a thread. Allowed for its owner and thread managers; a locked one only for managers. */
  archiveThread(threadId: string, archived: boolean): void;
  /** Sets the language of this person's client; rejects languages Discord does not support. */
  useLocale(locale: string): void;
  /** Returns the id of the direct-message channel with a bot or person, created on first use. */
  dm(userIdOrName: string): string;
  /** Sets whether bots may send this member direct messages; otherwise they get 50007. */
  allowDms(allowed: boolean): void;
  /** Oldest first, this person's own ephemerals included. */
  see(channelId: string): MessageView[];
  /** Who is typing in a channel now. */
  typing(channelId: string): Member[];
  /** Resolves with the first value that is not `undefined`; rejects with a sentence that lists the visible messages. */
  waitFor<T>(
    predicate: (messages: MessageView[]) => T | undefined,
    options?: { channelId?: string; timeoutMs?: number },
  ): Promise<T>;
};
