import type { Saying } from '../saying.js';

/**
 * Faults that can be injected. Each takes effect at once. Faults with `times` end after that many hits, the others on
 * `clear`. Without `botUserId` a fault affects every bot; without `guild` (a name or an id) the first server.
 */
export type Faults = {
  /** Cuts the sockets without a close frame; the client resumes. */
  dropGateway(botUserId?: string): void;
  /** Op 7. */
  reconnect(botUserId?: string): void;
  /** Op 9; `resumable: false` also forgets the session. */
  invalidSession(resumable: boolean, botUserId?: string): void;
  /** Leaves heartbeats unanswered, as on a dead connection. */
  withholdHeartbeatAcks(withheld: boolean, botUserId?: string): void;
  /** Delivers the next interactions twice, or late without extending their three seconds. */
  interactions(fault: InteractionFault): void;
  /** Sets the answer to the next matching requests. */
  rest(fault: RestFault): void;
  /** Deletes a message as a moderator would. */
  deleteMessage(channelId: string, messageId: string): void;
  /** Deletes a channel or thread. */
  deleteChannel(channelId: string): void;
  /** Deletes a role, given by name. */
  deleteRole(role: string, guild?: string): void;
  /** Moves a role to a position; bots give only roles below their own. */
  moveRole(role: string, position: number, guild?: string): void;
  /** Denies a bot a permission (`SendMessages`) in one channel or the whole server, or restores it. */
  setPermission(input: {
    permission: string;
    allowed: boolean;
    channelId?: string;
    botUserId?: string;
    guild?: string;
  }): void;
  /**
   * Makes a server unavailable to bots and people, or available again (GUILD_DELETE with `unavailable`,
   * GUILD_CREATE).
   */
  outage(unavailable: boolean, guild?: string): void;
  /** Removes a bot or a person from a server, and with a bot its role and commands. */
  kick(userId: string, guild?: string): void;
  ban(userId: string, guild?: string): void;
  unban(userId: string, guild?: string): void;
  /** Adds a bot or a person, for the first time or again; `commandsOnly` installs a bot's commands without the bot. */
  invite(userId: string, options?: { commandsOnly?: boolean; guild?: string }): void;
  /** Archives, reopens, locks or unlocks a thread as a moderator would. */
  setThread(input: { threadId: string; archived?: boolean; locked?: boolean }): void;
  /**
   * Closes the sockets with a Discord close code (4000 to 4999). With `lasting`, later identifies and resumes are closed
   * with the same code until `clear`.
   */
  closeGateway(input: { code: number; lasting?: boolean; botUserId?: string }): void;
  /** Withholds READY from identifying bots until reverted. */
  withholdReady(withheld: boolean, botUserId?: string): void;
  /** Resets the bot's token (4004 and 401) until it is restored. */
  revokeToken(revoked: boolean, botUserId?: string): void;
  /** One line for each fault in force. */
  active(): string[];
  /** The same lines as codes and values, for a page in another language. */
  sayings(): Saying[];
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
  /** Refuses with a Discord error code: 50001, 50013, 50083, 10003, 10008 ... */
  | { kind: 'refusal'; code: number }
  /** Answers with the HTML page for a banned address (429), as Discord's proxy does. */
  | { kind: 'ban' }
  | { kind: 'slow'; ms: number }
  /** Ends the connection without an answer, with `after: true` once the request has taken effect. */
  | { kind: 'hang-up'; after: boolean }
  | { kind: 'rate-limit'; scope: 'user' | 'global' | 'shared'; retryAfterMs: number }
);
