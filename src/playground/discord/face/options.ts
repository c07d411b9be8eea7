export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

/** `shared`: one count for all bots, as for emoji; its 429s do not count towards a bot's ban. */
export type RouteLimit = { size: number; windowMs: number; shared?: boolean };

/** Tunable limits. Defaults are Discord's own values or more generous ones. */
export type Limits = {
  /** Requests per second and bot over all routes; the 429 has `global: true`. Default 5,000. */
  globalPerSecond: number;
  /** Requests per bucket (route + channel/guild/webhook) and window. Default 1,000. */
  bucketSize: number;
  /** Default 1,000. */
  bucketWindowMs: number;
  /**
   * Limits of single routes, by method and route: `{ 'POST /channels/:channelId/messages': { size: 5, windowMs:
   * 5_000 } }`.
   */
  routes: Readonly<Record<string, RouteLimit>>;
  /** Answers with 401, 403 or 429 in 10 minutes after which a token is banned. Default 10,000. */
  invalidRequests: number;
  /** Duration of the ban. Default 1 hour. */
  banMs: number;
  /**
   * Commands an application may create in 24 hours, counted separately for the guild and globally (30034). Default
   * 200.
   */
  commandCreatesPerDay: number;
  /** Edits per hour and channel to messages older than an hour (30046). Default 1,000. */
  oldMessageEditsPerHour: number;
  /** Time to acknowledge an interaction. Default 3,000. */
  acknowledgeMs: number;
  /** Lifetime of an interaction token. Default 15 minutes. */
  interactionTokenMs: number;
  /** Largest uploaded file. Default 10 MiB; it is also the `attachment_size_limit` of interactions. */
  uploadBytes: number;
  /** Lifetime of a CDN address. Default 24 hours. */
  attachmentUrlMs: number;
  /** Heartbeat interval sent to clients. Default 41,250. */
  heartbeatMs: number;
  /** Events a client may send over one socket per minute, not counting heartbeats (4008). Default 120. */
  gatewayEventsPerMinute: number;
  /** Sessions a bot may start in 24 hours; then 4004, as when Discord resets the token. Default 1,000. */
  sessionStarts: number;
  /** Shards that `GET /gateway/bot` recommends. Default 1. */
  recommendedShards: number;
  /** Shards that may identify at once: Discord's `max_concurrency`. Default 1. */
  identifyConcurrency: number;
  /** Minimum time between two identifies of one concurrency slot (op 9 false). Discord requires 5,000; default 0. */
  identifyIntervalMs: number;
  /** How long a session without a socket can still be resumed. Default 2 minutes. */
  resumeMs: number;
  /** Events a session keeps for a resume, up to 16 MiB. Default 5,000. */
  eventsKept: number;
  /** Messages a channel keeps; the oldest are dropped with their files. Default 5,000. */
  messagesKept: number;
  /** Total bytes of attachments; the oldest are dropped. Default 512 MiB. */
  attachmentBytesKept: number;
  /** Interactions whose tokens are kept; the oldest are dropped. Default 50,000. */
  interactionsKept: number;
  /** Open threads per guild; more are refused with 160006. Default 1,000. */
  activeThreads: number;
};

/** A server besides the first one. People are given by user name, roles by name. */
export type GuildInput = {
  name: string;
  /** The server's language. Default `en-US`. */
  locale?: string;
  /** A member with every permission. */
  owner: string;
  /** Lowest first, from position 100 on. A bot may give those below its own, which are lower. */
  roles?: readonly { name: string; permissions: bigint; color?: number; position?: number }[];
  /** The roles of each member. */
  members: Readonly<Record<string, readonly string[]>>;
  /** Text channels; with `onlyFor` only these roles see it. */
  channels: readonly { name: string; topic?: string; onlyFor?: readonly string[] }[];
};

export type LocalDiscordOptions = {
  /** 0 (default) lets the system choose. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  clock?: Clock;
  limits?: Partial<Limits>;
  /** Servers besides "Rigsmith Playground". A saved state keeps its own. */
  guilds?: readonly GuildInput[];
  /** People besides the five, by username: members of "Rigsmith Playground" without roles. */
  people?: readonly string[];
  /** File to load the state from, if it exists, and to save it to soon after each change and on `close`. */
  snapshotFile?: string;
};
