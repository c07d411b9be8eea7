/**
 * The public face of the local Discord: what a world starts, what a person does, what a person sees.
 * Every view is plain JSON in camelCase; `components` and `embeds` inside keep Discord's own raw JSON.
 * Times are milliseconds since the epoch, ids are snowflakes as strings, colours are `#rrggbb`.
 */

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** `shared`: one count for all bots, as for emoji; its 429s are not the bot's fault. */
export type RouteLimit = { size: number; windowMs: number; shared?: boolean };

/** What may be tuned; each has Discord's own figure or a generous one as its default. */
export type Limits = {
  /** Requests one bot may send in a second over all routes; the 429 says `global: true`. Default 5,000. */
  globalPerSecond: number;
  /** Requests of one bucket (route + channel/guild/webhook) in one window. Default 1,000. */
  bucketSize: number;
  /** Default 1,000. */
  bucketWindowMs: number;
  /** Buckets of their own, by method and route: `{ 'POST /channels/:channelId/messages': { size: 5, windowMs: 5_000 } }`. */
  routes: Readonly<Record<string, RouteLimit>>;
  /** Answers of 401, 403 and 429 a token may get in 10 minutes before it is shut out. Default 10,000. */
  invalidRequests: number;
  /** How long it is shut out. Default 1 hour. */
  banMs: number;
  /** Commands an application may create in 24 hours, in the guild and globally each (30034). Default 200. */
  commandCreatesPerDay: number;
  /** Edits of messages older than an hour that a channel takes in an hour (30046). Default 1,000. */
  oldMessageEditsPerHour: number;
  /** Time to acknowledge an interaction. Default 3,000. */
  acknowledgeMs: number;
  /** Life of an interaction token. Default 15 minutes. */
  interactionTokenMs: number;
  /** Largest uploaded file. Default 10 MiB; it is also the `attachment_size_limit` of interactions. */
  uploadBytes: number;
  /** Life of a CDN address. Default 24 hours. */
  attachmentUrlMs: number;
  /** Heartbeat a client is asked to keep. Default 41,250. */
  heartbeatMs: number;
  /** Events a client may send through one socket in a minute, heartbeats aside (4008). Default 120. */
  gatewayEventsPerMinute: number;
  /** Sessions a bot may start in 24 hours; then 4004, as when Discord resets the token. Default 1,000. */
  sessionStarts: number;
  /** Shards that may identify at once: Discord's `max_concurrency`. Default 1. */
  identifyConcurrency: number;
  /** Pause between two identifies of one place in that row (op 9 false). Discord asks 5,000; default 0. */
  identifyIntervalMs: number;
  /** How long a session without a socket can still be resumed. Default 2 minutes. */
  resumeMs: number;
  /** Events a session keeps for a resume, at most 16 MiB of them. Default 5,000. */
  eventsKept: number;
  /** Messages a channel keeps; the oldest are forgotten with their files. Default 5,000. */
  messagesKept: number;
  /** Bytes of all attachments together; the oldest are forgotten. Default 512 MiB. */
  attachmentBytesKept: number;
  /** Interactions whose tokens are known; the oldest are forgotten. Default 50,000. */
  interactionsKept: number;
  /** Threads of the guild that may be open at a time; one more is refused with 160006. Default 1,000. */
  activeThreads: number;
};

export type LocalDiscordOptions = {
  /** 0 (default) lets the system choose. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  clock?: Clock;
  limits?: Partial<Limits>;
  /** State is read from this file when it exists, and kept in it: soon after a change and on `close`. */
  snapshotFile?: string;
};

export type LocalDiscord = {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** For `new Client({ rest: { api } })`. */
  api: string;
  /** For `new Client({ rest: { cdn } })`; attachment addresses begin with it. */
  cdn: string;
  clock: Clock;
  guildId: string;
  /** Joins a bot to the guild. Calling it again with a known token returns the same bot. */
  createBot(input: BotInput): Bot;
  bots(): Bot[];
  people: readonly Member[];
  guild(): GuildView;
  /** Takes an id or a user name (`mia`, `max`, `olga`, `sam`); throws `PersonError` for a stranger. */
  as(memberIdOrName: string): Person;
  /** Requests of bots that Discord would refuse as wrong (50035 and kin), oldest first. */
  problems(): Problem[];
  subscribe(listener: (change: Change) => void): () => void;
  faults: Faults;
  close(): Promise<void>;
};

export type BotInput = {
  name: string;
  /** Chosen by the local Discord when absent. */
  token?: string;
  /** The bot role's permission bits. Default: what a usual bot is invited with, not Administrator. */
  permissions?: bigint;
  /** Whether the portal's MESSAGE CONTENT, SERVER MEMBERS and PRESENCE switches are on (else 4014). Default true. */
  privilegedIntents?: boolean;
};

export type Bot = { name: string; token: string; applicationId: string; userId: string };

/**
 * What can be made to go wrong. Each takes effect at once; those with `times` end after as many hits, the others with
 * `clear`. `botUserId` left out means every bot.
 */
export type Faults = {
  /** Cuts the sockets without a close frame; the client resumes. */
  dropGateway(botUserId?: string): void;
  /** Op 7. */
  reconnect(botUserId?: string): void;
  /** Op 9; `resumable: false` also forgets the session. */
  invalidSession(resumable: boolean, botUserId?: string): void;
  /** Heartbeats stay unanswered, as on a dead line. */
  withholdHeartbeatAcks(withheld: boolean, botUserId?: string): void;
  /** How the next interactions reach their bot: twice, or late though their three seconds run. */
  interactions(fault: InteractionFault): void;
  /** How the next matching requests are answered. */
  rest(fault: RestFault): void;
  /** Removed by somebody with the right to. */
  deleteMessage(channelId: string, messageId: string): void;
  /** A channel or a thread. */
  deleteChannel(channelId: string): void;
  /** Denies a bot a permission (`SendMessages`), in one channel or in the whole guild, or gives it back. */
  setPermission(input: {
    permission: string;
    allowed: boolean;
    channelId?: string;
    botUserId?: string;
  }): void;
  /** One line for each that is in force. */
  active(): string[];
  clear(): void;
};

export type InteractionFault = { duplicated?: boolean; delayMs?: number; times?: number; botUserId?: string };

export type RestFault = {
  /** `method` and the path below `/api/v10`, `*` for one segment (`/channels/*\/messages`); absent: all. */
  method?: string;
  path?: string;
  /** Default 1; `Infinity` until `clear`. */
  times?: number;
  botUserId?: string;
} & (
  | { kind: 'error'; status: 500 | 502 | 503 | 504 }
  | { kind: 'slow'; ms: number }
  /** The connection ends without an answer; `after: true`: when the request has already taken effect. */
  | { kind: 'hang-up'; after: boolean }
  | { kind: 'rate-limit'; scope: 'user' | 'global' | 'shared'; retryAfterMs: number }
);

export type Member = {
  id: string;
  username: string;
  displayName: string;
  /** Role names without @everyone, highest first. */
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
  channels: ChannelView[];
  roles: RoleView[];
  members: Member[];
};

export type ChannelView = {
  id: string;
  name: string;
  kind: 'text' | 'thread' | 'private-thread' | 'dm';
  topic: string | null;
  /** The channel a thread belongs to. */
  parentId: string | null;
  /** The bot (or person) at the other end of a DM. */
  recipient: Member | null;
  archived: boolean;
  locked: boolean;
  /** Seconds a member waits between two messages; 0 is none. */
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
  /** The whole path of a leaf: `rig text`. */
  name: string;
  /** The same in the viewer's language, as the picker shows it; `run` takes either. */
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
  /** Discord's numbers of the channel types a channel option takes; empty takes any. */
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
  author: AuthorView;
  content: string;
  createdAt: number;
  editedAt: number | null;
  /** Discord's raw embed objects. */
  embeds: JsonObject[];
  /** Discord's raw component tree. */
  components: JsonObject[];
  /** Flag 1 << 15: the message is laid out by its components alone. */
  componentsV2: boolean;
  attachments: AttachmentView[];
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
  /** In the order they came; nobody stands twice behind one emoji. */
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
  /** What the bot filled in beforehand. */
  value: string | string[];
  placeholder: string | null;
  /** Length of a text, or count of values or files. */
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
  modals(): ModalView[];
  post(input: PostInput): Promise<MessageView>;
  /** Changes the text of this person's own message. */
  edit(input: { channelId: string; messageId: string; content: string }): Promise<MessageView>;
  /** Deletes a message: an own one, or with Manage Messages anybody's; an ephemeral is dismissed. */
  remove(input: { channelId: string; messageId: string }): Promise<void>;
  /** Reacts to a message with a character, or takes it back. */
  react(input: { channelId: string; messageId: string; emoji: string; taken?: boolean }): MessageView;
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

/** What a page needs to refresh. `memberId` is set when only that member sees it. */
export type Change =
  | {
      type: 'message';
      action: 'created' | 'edited' | 'deleted';
      channelId: string;
      messageId: string;
      memberId?: string;
    }
  | { type: 'channel'; action: 'created' | 'edited' | 'deleted'; channelId: string; memberId?: string }
  | { type: 'typing'; channelId: string; memberId: string }
  | { type: 'modal'; action: 'opened' | 'closed'; channelId: string; modalId: string; memberId: string }
  | {
      type: 'interaction';
      channelId: string;
      interactionId: string;
      memberId: string;
      state: Outcome['state'];
    }
  | { type: 'commands'; applicationId: string }
  | { type: 'member'; memberId: string }
  | { type: 'problem'; problem: Problem };

export type Problem = {
  at: number;
  bot: string | null;
  method: string;
  path: string;
  status: number;
  /** Discord's own error code, e.g. 50035. */
  code: number;
  message: string;
  /** One line a fault: `content: Must be 2000 or fewer in length.` */
  faults: string[];
};
