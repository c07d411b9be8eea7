import type { AgentEvent } from '../../contract/events.js';
import type { Service } from '../session.js';
import type { Inbox } from './inbox.js';
import type { Translator } from './translator.js';

/** Whose events: the same key is the same user. Without `call` nothing is read over HTTP for them. */
export type EventUser = { key: string; service: Pick<Service, 'cookie'> & Partial<Pick<Service, 'call'>> };

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

/** A conversation that is followed. `isLive`: its events arrive just now. */
export type Held = {
  subscription: Subscription;
  inbox: Inbox;
  translator: Translator;
  isLive: boolean;
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
export type Party = {
  user: EventUser;
  /** What the socket calls them. */
  name: string;
  held: Map<string, Held>;
  /** Updates of their rows are heard until then, ms. */
  watchedUntil: number;
  state: 'out' | 'asked' | 'in';
  /** The next cookie must be a fresh one. */
  isStale: boolean;
  /** Their session is over: not asked again before this time, ms. */
  restsUntil: number;
};

export const createParty = (user: EventUser, name: string): Party => ({
  user,
  name,
  held: new Map(),
  watchedUntil: 0,
  state: 'out',
  isStale: false,
  restsUntil: 0,
});

/** Whether there is something to hear for them. */
export const isWanted = ({ held, watchedUntil }: Party, now: number): boolean =>
  held.size > 0 || watchedUntil > now;
