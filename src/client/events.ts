import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type AgentEvent, type ServerFrame, socketPath } from '../contract/events.js';
import type { Intent } from '../contract/payments.js';
import type { Generation } from '../contract/rig.js';
import { createInbox } from './events/inbox.js';
import { createLoose } from './events/loose.js';
import { createPoller } from './events/poller.js';
import { createReady } from './events/ready.js';
import { createSocketPool } from './events/socket-pool.js';
import { createSocketHabits } from './events/socket-state.js';
import {
  createSocketUser,
  type EventUser,
  type Held,
  isWanted,
  type SocketUser,
  type Subscription,
} from './events/socket-user.js';
import { createTranslator } from './events/translator.js';
import { createMisfits, type Misfits } from './misfits.js';
import { createRuns, type Runs } from './runs.js';

export type { EventUser, Subscription } from './events/socket-user.js';

/** The WebSocket URL of a service: `SERVICE_WS_URL`, else derived from `SERVICE_URL`. */
export const socketUrl = (serviceUrl: string, wsUrl?: string): string =>
  wsUrl ?? new URL(socketPath, serviceUrl.replace(/^http/, 'ws')).href;

/** Updates of a user's own rows. They are not replayed, so callers that must not miss one read the row as well. */
export type Updates = {
  onGeneration: (generation: Generation) => void;
  onIntent: (intent: Intent) => void;
};

export type Events = {
  subscribe(subscription: Subscription): () => void;
  /**
   * Receives updates of this user's rows for 10 minutes; call it again to extend that.
   * @returns whether updates arrive now
   */
  watch(user: EventUser): boolean;
  /** Whether events of the conversation arrive now. */
  isLive(conversationId: string): boolean;
  /**
   * Resolves once the service has read the subscription, so that no event of an answer is lost. Resolves as well when no
   * socket will deliver events, and after 3 s at the latest.
   */
  ready(conversationId: string): Promise<void>;
  /** Ends all subscriptions of a user. */
  leave(key: string): void;
  close(): void;
};

const watchMs = 10 * 60_000;
const sweepMs = 60_000;

/**
 * Events and row updates over one socket shared by all users of the process. More sockets are opened when it is full or
 * the service accepts only one session per socket. A socket is open only while something is subscribed.
 */
export function createEvents(
  options: {
    url: string;
    clock: Clock;
    log: Log;
    jitter: () => number;
    /** Pass those of the HTTP client, so that run ids and counts are shared. */
    runs?: Runs;
    misfits?: Misfits;
  } & Updates,
): Events {
  const { clock, log, onGeneration, onIntent } = options;
  const { runs = createRuns(), misfits = createMisfits({ clock, log }) } = options;
  const habits = createSocketHabits();
  const poller = createPoller({ clock, log });
  const users = new Map<string, SocketUser>();
  const conversations = new Map<string, Held>();
  const closing = new AbortController();
  let named = 0;
  let sweptAt = clock.now();

  /** Polls a conversation over HTTP while an answer is pending and no socket is known to deliver it. */
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
        if (held.owner.state !== 'in') return 'nothing';
        if (held.isAcked) return 'surely';
        return habits.hasTold ? 'likely' : 'maybe';
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

  const loose = createLoose({ conversations, runs, misfits, habits, clock });

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

  const sockets = createSocketPool({
    ...options,
    closing: closing.signal,
    habits,
    onFrame,
    onOther: loose.hear,
  });

  const userOf = (user: EventUser): SocketUser => {
    const known = users.get(user.key);
    if (known) return known;
    named += 1;
    const added = createSocketUser(user, `u${named}`);
    users.set(user.key, added);
    sockets.seat(added);
    return added;
  };

  const drop = ({ subscription, owner, inbox }: Held) => {
    inbox.clear();
    poller.stop(subscription.conversationId);
    conversations.delete(subscription.conversationId);
    owner.held.delete(subscription.conversationId);
  };

  const leave = (key: string) => {
    const user = users.get(key);
    if (!user) return;
    users.delete(key);
    for (const held of [...user.held.values()]) drop(held);
    sockets.remove(user);
  };

  /** Removes users without subscriptions from their socket. */
  const sweep = () => {
    if (clock.now() - sweptAt < sweepMs) return;
    sweptAt = clock.now();
    for (const [key, user] of users) if (!isWanted(user, clock.now())) leave(key);
  };

  const ready = createReady({
    conversations,
    habits,
    isAbsent: sockets.isAbsent,
    clock,
    closing: closing.signal,
  });

  return {
    subscribe(subscription) {
      sweep();
      const { user, conversationId, afterSeq } = subscription;
      const owner = userOf(user);
      const askAgain = () => sockets.of(owner)?.ask(owner, held);
      const deliver = (event: AgentEvent) => {
        held.heardAt = clock.now();
        translator.pass(event);
        subscription.onEvent(event);
      };
      const inbox = createInbox({ afterSeq, deliver, askAgain, canReplay: () => habits.hasAcked, clock });
      const translator = createTranslator({ conversationId, afterSeq, runs, clock });
      const held: Held = {
        subscription,
        owner,
        inbox,
        translator,
        isLive: false,
        isAsked: false,
        isAcked: false,
        heardAt: clock.now(),
        askedAt: 0,
        ending: null,
      };
      conversations.get(conversationId)?.inbox.clear();
      conversations.set(conversationId, held);
      owner.held.set(conversationId, held);
      if (owner.state === 'in') askAgain();
      else sockets.of(owner)?.attend(owner);
      if (runs.current(conversationId) !== null) poll(held);
      return () => {
        if (conversations.get(conversationId) !== held) return;
        sockets.of(owner)?.forget(conversationId);
        drop(held);
        if (!isWanted(owner, clock.now())) leave(user.key);
      };
    },
    watch(user) {
      sweep();
      const owner = userOf(user);
      owner.watchedUntil = clock.now() + watchMs;
      if (owner.state === 'out' && owner.restsUntil <= clock.now()) sockets.of(owner)?.attend(owner);
      return owner.state === 'in';
    },
    isLive: (conversationId) => conversations.get(conversationId)?.isLive ?? false,
    ready,
    leave,
    close() {
      closing.abort();
      poller.close();
      for (const { inbox } of conversations.values()) inbox.clear();
      conversations.clear();
      users.clear();
    },
  };
}
