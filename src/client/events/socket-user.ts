import type { AgentEvent } from '../../contract/events.js';
import type { Service } from '../session.js';
import type { Inbox } from './inbox.js';
import type { Translator } from './translator.js';

/** A user whose events are received. Without `call`, conversations are not polled over HTTP. */
export type EventUser = {
  /** Identifies the user. */
  key: string;
  /** Users of one person with the same cookie share a session on a socket. Defaults to `key`. */
  person?: string;
  service: Pick<Service, 'cookie'> & Partial<Pick<Service, 'call'>>;
};

export type Subscription = {
  user: EventUser;
  conversationId: string;
  /** Sequence number of the last handled event; read again at every connect, so no event is lost. */
  afterSeq: () => number;
  /** Each event once, in order. */
  onEvent: (event: AgentEvent) => void;
  /** The service no longer has events before `fromSeq`; read the messages over HTTP instead. */
  onGap: (fromSeq: number) => void;
};

/** A subscribed conversation. */
export type Held = {
  subscription: Subscription;
  owner: SocketUser;
  inbox: Inbox;
  translator: Translator;
  /** Its events arrive now. */
  isLive: boolean;
  /** The service has read our subscription frame. */
  isAsked: boolean;
  /** The service confirmed this subscription. */
  isAcked: boolean;
  /** Time of its last event or request, ms. */
  heardAt: number;
  /** Time of our last frame about it, ms; a refusal soon after concerns that frame. */
  askedAt: number;
  /** Timer that ends an answer when the service sends no end event. */
  ending: AbortController | null;
};

/** A user on a socket. */
export type SocketUser = {
  user: EventUser;
  /** Session name this user authenticates under. */
  name: string;
  /** The session used for this user, possibly another user's; null for the one the socket was opened with. */
  session: string | null;
  /** Last known cookie of that session. */
  cookie: string | null;
  held: Map<string, Held>;
  /** Row updates are received until this time, ms. */
  watchedUntil: number;
  /** `opening`: loading the cookie. `asked`: `authenticate` was sent. */
  state: 'out' | 'opening' | 'asked' | 'in';
  /** The next cookie must be refreshed first. */
  isStale: boolean;
  /** The session is not retried before this time, ms. */
  restsUntil: number;
  /** Needs a socket of their own: the service accepts one session per socket and the person's other session differs. */
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

/** Whether the user has subscriptions or watches row updates. */
export const isWanted = ({ held, watchedUntil }: SocketUser, now: number): boolean =>
  held.size > 0 || watchedUntil > now;
