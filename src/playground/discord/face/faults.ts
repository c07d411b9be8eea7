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
