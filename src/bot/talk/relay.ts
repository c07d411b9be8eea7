import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Events } from '../../client/events.js';
import { listMessages, type Message, readConversation } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { CardFile } from '../cards/card.js';
import type { Sessions } from '../session/flow.js';
import { type Canvas, isRunning } from './canvas.js';
import type { Channel } from './channel.js';
import { isPast } from './frame.js';
import type { Pacer } from './pacer.js';
import { type Answer, createPainter } from './painter.js';
import { createPen } from './pen.js';
import type { Shut } from './refusals.js';
import type { Talk, TalkStore } from './store.js';

export type Relay = {
  /** Follows a talk in which something is about to be said. */
  follow(talk: Talk): void;
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

type Followed = {
  canvas: Canvas;
  leave: () => void;
  heardAt: number;
  readAt: number;
  /** Something was said, and nothing of its answer has been heard. */
  isAwaited: boolean;
  /** What is missing is being read; what comes meanwhile will come again. */
  isFilling: boolean;
};

/** Answers under way of which nothing is heard for so long are read over HTTP. */
const silenceMs = 60_000;
const deafMs = 10_000;
const lookEveryMs = 5_000;
const gapRetryMs = 3_000;

const answerOf = ({ run_id, content, attachments, finish_reason, seq }: Message): Answer => ({
  ...{ runId: run_id ?? '', text: content, attachments, reason: finish_reason ?? 'stop', seq },
});

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

  const end = async (threadId: string, why?: Shut): Promise<void> => {
    await store.end(threadId, why);
    followed.get(threadId)?.leave();
    followed.delete(threadId);
  };

  /**
   * Answers that are not shown yet, as the service keeps them.
   * @param isAll whatever there is, since no event will tell; else only the one that is waited for
   */
  const read = async (one: Followed, isAll: boolean): Promise<void> => {
    const { canvas } = one;
    const params = { conversation_id: canvas.talk.conversationId };
    const service = sessions.serviceOf(canvas.talk.memberId);
    const { body: before } = await service.call(readConversation, { params }); // first: what ends later is read below
    for (let isMore = true; isMore; ) {
      const query = { after_seq: canvas.newest.seq };
      const { body } = await service.call(listMessages, { params, query });
      const answers = body.data.filter(({ role, run_id }) => role === 'agent' && run_id !== null);
      const { runId } = canvas.newest.view;
      const isMine = ({ run_id }: Message) => !isRunning(canvas) || run_id === runId;
      const taken = isAll ? answers : answers.filter(isMine).slice(0, 1);
      for (const answer of taken) painter.replace(canvas, answerOf(answer));
      if (taken.length > 0) one.isAwaited = false;
      isMore = isAll && body.has_more && answers.length > 0;
    }
    if (!isAll || before.status === 'running') return;
    one.isAwaited = false;
    painter.fail(canvas, 'The answer did not arrive. Please ask again.');
  };

  /**
   * Events up to `fromSeq` are gone: their answers are read first, however long that takes, and what follows is asked
   * for again behind them. A service that stands before what was heard has gone back in time.
   */
  const fillGap = async (one: Followed, fromSeq: number): Promise<void> => {
    if (fromSeq < one.canvas.newest.seq) return painter.moveTo(one.canvas, fromSeq);
    if (one.isFilling) return;
    one.isFilling = true;
    while (followed.get(one.canvas.talk.threadId) === one) {
      const isRead = await read(one, true).then(
        () => true,
        (error) => log.info({ err: error }, 'a gap could not be filled; it is read again'),
      );
      if (isRead) break;
      await clock.sleep(gapRetryMs);
    }
    one.isFilling = false;
    if (one.canvas.newest.seq < fromSeq) painter.moveTo(one.canvas, fromSeq);
    if (followed.get(one.canvas.talk.threadId) === one) listen(one);
  };

  /** Whoever waits for an answer and hears nothing. */
  const isDeaf = ({ canvas, heardAt, readAt, isAwaited }: Followed): boolean => {
    const patience = events.isLive(canvas.talk.conversationId) ? silenceMs : deafMs;
    return (isAwaited || isRunning(canvas)) && clock.now() - Math.max(heardAt, readAt) >= patience;
  };

  const look = async (): Promise<undefined> => {
    for (const one of followed.values()) {
      if (!isDeaf(one)) continue;
      one.readAt = clock.now();
      const isAll = clock.now() - one.heardAt >= silenceMs;
      await read(one, isAll).catch((error) => log.debug({ err: error }, 'an answer could not be read'));
    }
    return undefined;
  };
  let net: Loop | undefined;

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
        painter.fold(canvas, event);
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
    const isAwaited = talk.runId !== null && !isPast(canvas.newest, talk.runId);
    const one: Followed = {
      canvas,
      leave: () => undefined,
      ...{ heardAt: clock.now(), readAt: 0 },
      isAwaited,
      isFilling: false,
    };
    followed.set(threadId, one);
    listen(one);
    return one;
  };

  return {
    follow(talk) {
      const one = attach(talk);
      one.canvas.talk = talk; // its owner may have decided something since
      if (!isRunning(one.canvas)) one.heardAt = clock.now();
      one.isAwaited = true;
      if (one.canvas.trouble) painter.retry(one.canvas); // whoever speaks there may have mended it
    },
    watch: (talk) => void attach(talk),
    async finish(threadId) {
      const one = followed.get(threadId);
      if (one) painter.finish(one.canvas);
      await end(threadId);
    },
    isAnswering(threadId) {
      const one = followed.get(threadId);
      return one !== undefined && (one.isAwaited || isRunning(one.canvas));
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
