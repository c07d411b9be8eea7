import type { AgentEvent } from '../../contract/events.js';
import type { Service } from '../session.js';
import type { Inbox } from './inbox.js';
import type { Translator } from './translator.js';

/** Whose events they are. Without `call` nothing is read over HTTP for them. */
export type EventUser = {
  /** The same key is the same user. */
  key: string;
  /** Users of one person share a session on a socket if they have the same cookie; the key where it is left out. */
  person?: string;
  service: Pick<Service, 'cookie'> & Partial<Pick<Service, 'call'>>;
};

export type Subscription = {
  user: EventUser;
  conversationId: string;
  /** The last event already handled; asked anew at every connect, so a lost socket loses nothing. */
  afterSeq: () => number;
  /** Each event once, in order. */
  onEvent: (event: AgentEvent) => void;
  /** Events before `fromSeq` are gone at the service: read the messages over HTTP instead. */
  onGap: (fromSeq: number) => void;
};

/** A conversation that is followed. */
export type Held = {
  subscription: Subscription;
  owner: SocketUser;
  inbox: Inbox;
  translator: Translator;
  /** Its events arrive just now. */
  isLive: boolean;
  /** The service has read our subscription: what happens from now on arrives if it takes subscriptions at all. */
  isAsked: boolean;
  /** The service confirmed this very subscription. */
  isAcked: boolean;
  /** When something of it was last heard or asked for, ms. */
  heardAt: number;
  /** When a frame of ours about it last went out, ms: a refusal just after it is about that frame. */
  askedAt: number;
  /** Waits for more of an answer whose end may not be told. */
  ending: AbortController | null;
};

/** A user on a socket. */
export type SocketUser = {
  user: EventUser;
  /** What the socket calls a session that this user authenticates. */
  name: string;
  /** The session that speaks for them, which may be another user's; null for the one the socket was opened with. */
  session: string | null;
  /** The cookie of that session, as it was read last. */
  cookie: string | null;
  held: Map<string, Held>;
  /** Updates of their rows are heard until then, ms. */
  watchedUntil: number;
  /** `opening`: their cookie is being read. `asked`: `authenticate` was sent. */
  state: 'out' | 'opening' | 'asked' | 'in';
  /** The next cookie must be a fresh one. */
  isStale: boolean;
  /** Their session is over: not asked again before this time, ms. */
  restsUntil: number;
  /** No session of the same person is theirs, and the service takes one session a socket: they need their own. */
  isApart: boolean;
};

export const createSocketUser = (user: EventUser, name: string): SocketUser => ({
  user,
  name,
  session: null,
  cookie: null,
  held: new Map(),
  watchedUntil: 0,
  state: 'out',
  isStale: false,
  restsUntil: 0,
  isApart: false,
});

export const personOf = ({ user }: SocketUser): string => user.person ?? user.key;

/** Whether there is something to hear for them. */
export const isWanted = ({ held, watchedUntil }: SocketUser, now: number): boolean =>
  held.size > 0 || watchedUntil > now;
