import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Events } from '../../client/events.js';
import type { Message } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { CardFile } from '../cards/card.js';
import type { Sessions } from '../session/flow.js';
import { isRunning } from './canvas.js';
import { createCatchUp } from './catch-up.js';
import type { Channel } from './channel.js';
import { type Followed, followedOf, isWaiting } from './followed.js';
import type { Pacer } from './pacer.js';
import { createPainter } from './painter.js';
import { createPen } from './pen.js';
import type { Shut } from './refusals.js';
import type { Talk, TalkStore } from './store.js';

export type Relay = {
  /** Follows a talk in which something is about to be said: its answer is waited for from now on. */
  follow(talk: Talk): void;
  /** Resolves once events of the talk arrive, or won't: what is posted before that may be answered unheard. */
  ready(threadId: string): Promise<void>;
  /** What was said has reached the agent, which answers it in this run. */
  expect(threadId: string, runId: string): void;
  /** What was said couldn't be handed over: it is kept and sent later (`unsent`), or refused and told (`refused`). */
  fail(threadId: string, why: 'unsent' | 'refused'): void;
  /** What couldn't be handed over yet isn't sent any more. */
  drop(threadId: string): void;
  /** Follows a talk again that goes on where it was. */
  watch(talk: Talk): void;
  /** The talk is over but its thread is still there: what was half said loses its Stop button. */
  finish(threadId: string): Promise<void>;
  /** Something was said there whose answer has not come to its end, as far as was heard. */
  isAnswering(threadId: string): boolean;
  /** Tries again at once what a thread refused. */
  retry(threadId: string): void;
  /** A permission, thread or server may have come back: tries every thread that refused again at once. */
  retryRefused(): void;
  /** From now on answers are shown when they are whole, or while they grow. */
  setQuiet(threadId: string, isQuiet: boolean): void;
  /** After a start: every open thread, from where it was. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 5_000;
/**
 * Follows the conversations of open threads: their events go to a painter each. What is not heard, because events are
 * gone or the socket is, is read over HTTP: features work without it, only later.
 */
export function createRelay(options: {
  store: TalkStore;
  sessions: Sessions;
  events: Events;
  channel: Channel;
  pacer: Pacer;
  clock: Clock;
  log: Log;
  filesOf: (attachments: Message['attachments']) => Promise<CardFile[]>;
  /** Hears every event before it is shown and before its place is kept, so that whatever it stores is not lost. */
  onEvent?: (talk: Talk, event: AgentEvent) => void;
}): Relay {
  const { store, sessions, events, channel, pacer, clock, log, filesOf, onEvent } = options;
  const followed = new Map<string, Followed>();
  const pen = createPen({ store, channel, clock, filesOf });
  const painter = createPainter({
    store,
    channel,
    pen,
    pacer,
    clock,
    log,
    onShut: (threadId, why) => end(threadId, why),
  });
  const catchUp = createCatchUp({ sessions, events, painter, clock, log });

  const end = async (threadId: string, why?: Shut): Promise<void> => {
    await store.end(threadId, why);
    followed.get(threadId)?.leave();
    followed.delete(threadId);
  };

  const look = async (): Promise<undefined> => {
    for (const one of followed.values()) catchUp.look(one);
    return undefined;
  };

  /** What follows a gap is asked for again behind it. A service that stands before what was heard has gone back in time. */
  const fillGap = async (one: Followed, fromSeq: number): Promise<void> => {
    if (fromSeq < one.canvas.newest.seq) return painter.moveTo(one.canvas, fromSeq);
    if (one.isFilling) return;
    const isFollowed = () => followed.get(one.canvas.talk.threadId) === one;
    await catchUp.fillGap(one, fromSeq, isFollowed);
    if (isFollowed()) listen(one);
  };
  let net: Loop | undefined;

  /** A service may tell of a run by another id than it gave for the message. */
  const keepRun = ({ canvas }: Followed): void => {
    const { threadId, runId: known } = canvas.talk;
    const { runId } = canvas.newest.view;
    if (runId === null || runId === known) return;
    canvas.talk = { ...canvas.talk, runId };
    store
      .running(threadId, runId)
      .catch((error) => log.warn({ thread: threadId, err: error }, 'the id of a run was not kept'));
  };

  const listen = (one: Followed): void => {
    const { canvas } = one;
    const { memberId, conversationId } = canvas.talk;
    one.leave = events.subscribe({
      user: { key: memberId, service: sessions.serviceOf(memberId) },
      conversationId,
      afterSeq: () => canvas.newest.seq,
      onEvent(event) {
        if (one.isFilling) return;
        one.heardAt = clock.now();
        one.isAwaited = false;
        onEvent?.(canvas.talk, event);
        const { runId: before } = canvas.newest.view;
        painter.fold(canvas, event);
        if (canvas.newest.view.runId !== before) keepRun(one);
      },
      onGap: (fromSeq) => void fillGap(one, fromSeq),
    });
  };

  const attach = (talk: Talk): Followed => {
    const { threadId } = talk;
    const known = followed.get(threadId);
    if (known) return known;
    net ??= startLoop({ name: 'answers', everyMs: lookEveryMs, round: look, clock, log });
    const canvas = painter.open(talk);
    const one = followedOf(canvas, clock.now());
    followed.set(threadId, one);
    listen(one);
    return one;
  };

  return {
    follow(talk) {
      const one = attach(talk);
      one.canvas.talk = talk; // its owner may have decided something since
      if (!isRunning(one.canvas) && !one.isUnsent) one.heardAt = clock.now();
      one.isAwaited = true;
      one.isUnsent = false;
      if (one.canvas.trouble) painter.retry(one.canvas); // whoever speaks there may have mended it
    },
    async ready(threadId) {
      const one = followed.get(threadId);
      if (one) await events.ready(one.canvas.talk.conversationId);
    },
    expect(threadId, runId) {
      const one = followed.get(threadId);
      if (!one) return;
      one.canvas.talk = { ...one.canvas.talk, runId };
      one.heardAt = clock.now();
    },
    fail(threadId, why) {
      const one = followed.get(threadId);
      if (!one) return;
      one.isUnsent = why === 'unsent';
      one.isAwaited = one.isUnsent;
    },
    drop(threadId) {
      const one = followed.get(threadId);
      if (!one?.isUnsent) return;
      one.isUnsent = false;
      one.isAwaited = false;
      painter.fail(one.canvas, 'Stopped before your message was sent.', false);
    },
    watch: (talk) => void attach(talk),
    async finish(threadId) {
      const one = followed.get(threadId);
      if (one) painter.finish(one.canvas);
      await end(threadId);
    },
    isAnswering(threadId) {
      const one = followed.get(threadId);
      return one !== undefined && !one.isUnsent && isWaiting(one);
    },
    retry(threadId) {
      const one = followed.get(threadId);
      if (one) painter.retry(one.canvas);
    },
    retryRefused() {
      for (const { canvas } of followed.values()) if (canvas.trouble) painter.retry(canvas);
    },
    setQuiet(threadId, isQuiet) {
      const one = followed.get(threadId);
      if (one) one.canvas.talk = { ...one.canvas.talk, isQuiet };
    },
    async resume() {
      for (const talk of await store.open()) attach(talk);
    },
    async stop() {
      for (const { leave, canvas } of followed.values()) {
        leave();
        painter.stop(canvas);
      }
      followed.clear();
      await net?.stop();
    },
  };
}
