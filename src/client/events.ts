import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type AgentEvent, type ServerFrame, socketPath } from '../contract/events.js';
import type { Intent } from '../contract/payments.js';
import type { Generation } from '../contract/rig.js';
import { createInbox } from './events/inbox.js';
import { createLoose } from './events/loose.js';
import {
  createParty,
  type EventUser,
  type Held,
  isWanted,
  type Party,
  type Subscription,
} from './events/party.js';
import { createPoller } from './events/poller.js';
import { createTranslator } from './events/translator.js';
import { createTrunk, type SocketHabits, type Trunk } from './events/trunk.js';
import { createMisfits, type Misfits } from './misfits.js';
import { createRuns, type Runs } from './runs.js';

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
/** A service that took one user a socket is tried again with a shared one after this time. */
const aloneMs = 30 * 60_000;

/**
 * What the service tells a process, over one socket for all its users; over more only when it is full, or where a
 * service takes but one user a socket. There is a socket while there is something to hear.
 */
export function createEvents(
  options: {
    url: string;
    clock: Clock;
    log: Log;
    jitter: () => number;
    /** Those of the HTTP client, so that both speak of the same runs and count together. */
    runs?: Runs;
    misfits?: Misfits;
  } & Updates,
): Events {
  const { clock, log, onGeneration, onIntent } = options;
  const { runs = createRuns(), misfits = createMisfits({ clock, log }) } = options;
  const habits: SocketHabits = { hasAuthenticated: false, hasAcked: false };
  const poller = createPoller({ clock, log });
  let isAbsent = false;
  const parties = new Map<string, Party>();
  const conversations = new Map<string, Held>();
  const trunks = new Map<Party, Trunk>();
  const shared = new Set<Trunk>();
  const closing = new AbortController();
  let aloneUntil = 0;
  const isAlone = () => aloneUntil > clock.now();
  let named = 0;
  let sweptAt = clock.now();

  const seat = (party: Party): Trunk => {
    const roomy = isAlone() ? undefined : [...shared].find((trunk) => trunk.hasRoom());
    const trunk =
      roomy ??
      createTrunk({
        ...options,
        closing: closing.signal,
        isAlone: isAlone(),
        habits,
        onFrame,
        onOther: loose.hear,
        onFound,
        onMoved,
      });
    if (!isAlone()) shared.add(trunk);
    trunk.add(party);
    trunks.set(party, trunk);
    return trunk;
  };

  const onMoved = (moved: readonly Party[], why: 'full' | 'alone') => {
    if (why === 'alone' && !isAlone()) log.warn({ url: options.url }, 'the service takes one user a socket');
    if (why === 'alone') aloneUntil = clock.now() + aloneMs;
    for (const party of moved) trunks.delete(party);
    for (const party of moved) seat(party).attend(party);
  };

  const onFound = (isThere: boolean) => {
    if (!isThere && !isAbsent)
      log.warn(
        { url: options.url },
        'no WebSocket at the service: conversations are polled; set SERVICE_WS_URL if it is elsewhere',
      );
    isAbsent = !isThere;
  };

  /** Reads a conversation over HTTP while its answer is waited for and no socket is sure to bring it. */
  const poll = (held: Held) => {
    const { user, conversationId, afterSeq } = held.subscription;
    const { call } = user.service;
    if (!call) return;
    held.heardAt = clock.now();
    const { translator } = held;
    poller.start({
      conversationId,
      service: { call },
      afterSeq,
      runId: () => (conversations.get(conversationId) === held ? runs.current(conversationId) : null),
      silentMs: () => clock.now() - held.heardAt,
      hearing: () => {
        if (parties.get(user.key)?.state !== 'in') return 'nothing';
        return held.isAcked ? 'surely' : 'maybe';
      },
      onGrowth: (runId, text) => loose.deliver(held, translator.whole(runId, text)),
      onAnswer: (runId, { content, attachments }) =>
        loose.deliver(held, translator.complete(runId, content, attachments)),
      onLost: (detail) => loose.deliver(held, translator.fail(detail)),
    });
  };

  runs.listen({
    onExpected(conversationId) {
      const held = conversations.get(conversationId);
      if (held) poll(held);
    },
    onAnswer(conversationId, runId, { text, attachments }) {
      const held = conversations.get(conversationId);
      if (held) loose.deliver(held, held.translator.complete(runId, text, attachments));
    },
  });

  const loose = createLoose({ conversations, runs, misfits, clock });

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
      held.isAcked = true;
      habits.hasAcked = true;
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
    poller.stop(subscription.conversationId);
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
      const { user, conversationId, afterSeq } = subscription;
      const party = partyOf(user);
      const askAgain = () => trunks.get(party)?.ask(party, held);
      const deliver = (event: AgentEvent) => {
        held.heardAt = clock.now();
        translator.pass(event);
        subscription.onEvent(event);
      };
      const inbox = createInbox({ afterSeq, deliver, askAgain, canReplay: () => habits.hasAcked, clock });
      const translator = createTranslator({ conversationId, afterSeq, runs, clock });
      const held: Held = {
        subscription,
        inbox,
        translator,
        isLive: false,
        isAcked: false,
        heardAt: clock.now(),
        askedAt: 0,
        ending: null,
      };
      conversations.get(conversationId)?.inbox.clear();
      conversations.set(conversationId, held);
      party.held.set(conversationId, held);
      if (party.state === 'in') askAgain();
      else trunks.get(party)?.attend(party);
      if (runs.current(conversationId) !== null) poll(held);
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
      poller.close();
      for (const { inbox } of conversations.values()) inbox.clear();
      conversations.clear();
      parties.clear();
    },
  };
}
