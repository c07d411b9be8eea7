import type { ChannelView, Choice, CommandView, Member, MessageView, ModalView } from './views.js';

export type FileInput = { name: string; bytes: Uint8Array; contentType?: string };

export type Outcome = {
  interactionId: string;
  /** `failed` after 3 s without an acknowledgement, with the sentence Discord shows as `reason`. */
  state: 'answered' | 'deferred' | 'updated' | 'modal' | 'failed';
  reason?: string;
  /** The modal that opened, when `state` is `modal`. */
  modalId?: string;
  /** The message the answer stands in, when there is one already. */
  messageId?: string;
};

export type RunInput = {
  channelId: string;
  /** The whole path: `rig text`; for a context menu its name. */
  command: string;
  /** Users, roles and channels are given by id. */
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
  /** The option being typed in and what stands there so far. */
  option: string;
  value: string;
  options?: Record<string, string | number | boolean>;
};

/** Exactly one of `customId` and `label` says which button. */
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

/** A member at the keyboard. Every method refuses what Discord's own client would not let this member do (`PersonError`). */
export type Person = {
  member: Member;
  /** Channels, threads and direct messages this member sees. */
  channels(): ChannelView[];
  /** What the slash picker and the context menus show this member in a channel (default: the first one seen). */
  commands(channelId?: string): CommandView[];
  run(input: RunInput): Promise<Outcome>;
  autocomplete(input: AutocompleteInput): Promise<Choice[]>;
  click(input: ClickInput): Promise<Outcome>;
  select(input: SelectInput): Promise<Outcome>;
  submit(input: SubmitInput): Promise<Outcome>;
  /** Closes a modal without sending it. */
  dismiss(modalId: string): void;
  /** Buys a consumable of an application inside Discord (default: the first one here); returns the entitlement's id. */
  buy(input: { skuId: string; applicationId?: string }): string;
  /** Discord returns the money for an entitlement of this person, and takes it away. */
  getRefund(entitlementId: string): void;
  modals(): ModalView[];
  post(input: PostInput): Promise<MessageView>;
  /** Changes the text of this person's own message. */
  edit(input: { channelId: string; messageId: string; content: string }): Promise<MessageView>;
  /** Deletes a message: an own one, or with Manage Messages anybody's; an ephemeral is dismissed. */
  remove(input: { channelId: string; messageId: string }): Promise<void>;
  /** Reacts to a message with a character, or takes it back. */
  react(input: { channelId: string; messageId: string; emoji: string; taken?: boolean }): MessageView;
  /** Votes in a poll with answers by number; none takes the votes back. */
  vote(input: { channelId: string; messageId: string; answers: number[] }): MessageView;
  startThread(input: StartThreadInput): Promise<ChannelView>;
  joinThread(threadId: string): void;
  leaveThread(threadId: string): void;
  /** Brings another member into a thread. */
  addToThread(threadId: string, memberIdOrName: string): void;
  /** Archives a thread or opens it again: its owner may, and who manages threads; only those touch a locked one. */
  archiveThread(threadId: string, archived: boolean): void;
  /** The language of this person's client; refuses one that Discord does not have. */
  useLocale(locale: string): void;
  /** The direct-message channel with a bot or person, opened when needed; returns its id. */
  dm(userIdOrName: string): string;
  /** Whether bots may send this member direct messages; when not they get 50007. */
  allowDms(allowed: boolean): void;
  /** Oldest first, this person's own ephemerals included. */
  see(channelId: string): MessageView[];
  /** Who is typing in a channel now. */
  typing(channelId: string): Member[];
  /** Resolves with the first value that is not `undefined`; rejects with a sentence that lists what was seen. */
  waitFor<T>(
    predicate: (messages: MessageView[]) => T | undefined,
    options?: { channelId?: string; timeoutMs?: number },
  ): Promise<T>;
};
