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
  /** The server is unavailable to bots and people, or back (GUILD_DELETE with `unavailable`, GUILD_CREATE). */
  outage(unavailable: boolean): void;
  /** Puts a bot or a person out of the server; a bot's role and commands go with it. */
  kick(userId: string): void;
  ban(userId: string): void;
  unban(userId: string): void;
  /** Brings a bot or a person back; `commandsOnly` installs a bot's commands without the bot. */
  invite(userId: string, options?: { commandsOnly?: boolean }): void;
  /** A moderator archives, opens, locks or unlocks a thread. */
  setThread(input: { threadId: string; archived?: boolean; locked?: boolean }): void;
  /**
   * Closes the sockets with a code of Discord's (4000 to 4999). `lasting` also closes every later identify and resume
   * with it until `clear`.
   */
  closeGateway(input: { code: number; lasting?: boolean; botUserId?: string }): void;
  /** An identify stays without its READY until this is taken back. */
  withholdReady(withheld: boolean, botUserId?: string): void;
  /** The bot's token is reset: 4004 and 401, until given back. */
  revokeToken(revoked: boolean, botUserId?: string): void;
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
  /** Refused with one of Discord's own codes: 50001, 50013, 50083, 10003, 10008 ... */
  | { kind: 'refusal'; code: number }
  /** The page of the proxy before Discord, for an address that is banned (429). */
  | { kind: 'ban' }
  | { kind: 'slow'; ms: number }
  /** The connection ends without an answer; `after: true`: when the request has already taken effect. */
  | { kind: 'hang-up'; after: boolean }
  | { kind: 'rate-limit'; scope: 'user' | 'global' | 'shared'; retryAfterMs: number }
);
