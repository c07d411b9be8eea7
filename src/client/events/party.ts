import type { AgentEvent } from '../../contract/events.js';
import type { Service } from '../session.js';
import type { Inbox } from './inbox.js';

/** Whose events: the same key is the same user. */
export type EventUser = { key: string; service: Pick<Service, 'cookie'> };

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
export type Held = { subscription: Subscription; inbox: Inbox; isLive: boolean };

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
  ...{ user, name, held: new Map(), watchedUntil: 0, state: 'out', isStale: false, restsUntil: 0 },
});

/** Whether there is something to hear for them. */
export const isWanted = ({ held, watchedUntil }: Party, now: number): boolean =>
  held.size > 0 || watchedUntil > now;
