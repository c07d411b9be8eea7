export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

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
