import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type ServerFrame, socketPath } from '../contract/events.js';
import type { Intent } from '../contract/payments.js';
import type { Generation } from '../contract/rig.js';
import { createInbox } from './events/inbox.js';
import {
  createParty,
  type EventUser,
  type Held,
  isWanted,
  type Party,
  type Subscription,
} from './events/party.js';
import { createTrunk, type Trunk } from './events/trunk.js';

export type { EventUser, Subscription } from './events/party.js';

/** Where the socket of a service is: `SERVICE_WS_URL`, or beside its HTTP. */
export const socketUrl = (serviceUrl: string, wsUrl?: string): string =>
  wsUrl ?? new URL(socketPath, serviceUrl.replace(/^http/, 'ws')).href;

/** What the service tells of a user's own rows. Nothing is replayed: whoever must not miss it asks as well. */
export type Updates = {
  onGeneration: (generation: Generation) => void;
  onIntent: (intent: Intent) => void;
};

export type Events = {
  subscribe(subscription: Subscription): () => void;
  /**
   * Hears updates of this user's rows from now on for some minutes; say it again while they matter.
   * @returns whether they arrive just now
   */
  watch(user: EventUser): boolean;
  /** Whether events of the conversation arrive just now. */
  isLive(conversationId: string): boolean;
  /** Ends everything of a user. */
  leave(key: string): void;
  close(): void;
};

const watchMs = 10 * 60_000;
const sweepMs = 60_000;

/**
 * What the service tells a process, over one socket for all its users; over more only when it is full, or where a
 * service takes but one user a socket. There is a socket while there is something to hear.
 */
export function createEvents(
  options: { url: string; clock: Clock; log: Log; jitter: () => number } & Updates,
): Events {
  const { clock, log, onGeneration, onIntent } = options;
  const parties = new Map<string, Party>();
  const conversations = new Map<string, Held>();
  const trunks = new Map<Party, Trunk>();
  const shared = new Set<Trunk>();
  const closing = new AbortController();
  let isAlone = false;
  let named = 0;
  let sweptAt = clock.now();

  const seat = (party: Party): Trunk => {
    const roomy = isAlone ? undefined : [...shared].find((trunk) => trunk.hasRoom());
    const trunk = roomy ?? createTrunk({ ...options, closing: closing.signal, isAlone, onFrame, onMoved });
    if (!isAlone) shared.add(trunk);
    trunk.add(party);
    trunks.set(party, trunk);
    return trunk;
  };

  const onMoved = (moved: readonly Party[], why: 'full' | 'alone') => {
    if (why === 'alone' && !isAlone) log.warn({ url: options.url }, 'the service takes one user a socket');
    isAlone ||= why === 'alone';
    for (const party of moved) trunks.delete(party);
    for (const party of moved) seat(party).attend(party);
  };

  const onFrame = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'generation_progress':
        return onGeneration(frame.generation);
      case 'intent_updated':
        return onIntent(frame.intent);
      case 'authenticated':
      case 'session_ended':
        return;
    }
    const held = conversations.get(frame.conversation_id ?? '');
    if (!held) return;
    if (frame.type === 'refused') {
      log.warn({ conversation: frame.conversation_id, problem: frame.problem.code }, 'not subscribed');
      held.isLive = false;
      if (frame.problem.code === 'not_found') drop(held);
    } else if (frame.type === 'subscribed') {
      held.isLive = true;
      if (frame.gap) held.subscription.onGap(frame.from_seq);
      held.inbox.replay(frame.replayed);
    } else held.inbox.take(frame);
  };

  const partyOf = (user: EventUser): Party => {
    const known = parties.get(user.key);
    if (known) return known;
    named += 1;
    const party = createParty(user, `u${named}`);
    parties.set(user.key, party);
    seat(party);
    return party;
  };

  const drop = ({ subscription, inbox }: Held) => {
    inbox.clear();
    conversations.delete(subscription.conversationId);
    parties.get(subscription.user.key)?.held.delete(subscription.conversationId);
  };

  const leave = (key: string) => {
    const party = parties.get(key);
    if (!party) return;
    parties.delete(key);
    for (const held of [...party.held.values()]) drop(held);
    const trunk = trunks.get(party);
    trunks.delete(party);
    trunk?.remove(party);
    if (trunk?.parties.size === 0) shared.delete(trunk);
  };

  /** Users of whom nothing is heard any more leave their socket. */
  const sweep = () => {
    if (clock.now() - sweptAt < sweepMs) return;
    sweptAt = clock.now();
    for (const [key, party] of parties) if (!isWanted(party, clock.now())) leave(key);
  };

  return {
    subscribe(subscription) {
      sweep();
      const { user, conversationId, afterSeq, onEvent } = subscription;
      const party = partyOf(user);
      const askAgain = () => trunks.get(party)?.ask(party, held);
      const inbox = createInbox({ afterSeq, deliver: onEvent, askAgain, clock });
      const held: Held = { subscription, inbox, isLive: false };
      conversations.get(conversationId)?.inbox.clear();
      conversations.set(conversationId, held);
      party.held.set(conversationId, held);
      if (party.state === 'in') askAgain();
      else trunks.get(party)?.attend(party);
      return () => {
        if (conversations.get(conversationId) !== held) return;
        trunks.get(party)?.forget(conversationId);
        drop(held);
        if (!isWanted(party, clock.now())) leave(user.key);
      };
    },
    watch(user) {
      sweep();
      const party = partyOf(user);
      party.watchedUntil = clock.now() + watchMs;
      if (party.state === 'out' && party.restsUntil <= clock.now()) trunks.get(party)?.attend(party);
      return party.state === 'in';
    },
    isLive: (conversationId) => conversations.get(conversationId)?.isLive ?? false,
    leave,
    close() {
      closing.abort();
      for (const { inbox } of conversations.values()) inbox.clear();
      conversations.clear();
      parties.clear();
    },
  };
}
