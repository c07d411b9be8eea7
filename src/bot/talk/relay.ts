import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Events } from '../../client/events.js';
import { listMessages, type Message, readConversation } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { CardFile } from '../cards/card.js';
import type { Sessions } from '../session/flow.js';
import type { Channel } from './channel.js';
import type { Pacer } from './pacer.js';
import { type Answer, createPainter, type Painter } from './painter.js';
import type { Talk, TalkStore } from './store.js';

export type Relay = {
  follow(talk: Talk): void;
  /** The talk is over but its thread is still there: what was half said loses its Stop button. */
  finish(threadId: string): Promise<void>;
  /** Tries again at once what a thread refused. */
  retry(threadId: string): void;
  /** After a start: every open thread, from where it was. */
  resume(): Promise<void>;
  stop(): Promise<void>;
};

type Followed = { talk: Talk; painter: Painter; leave: () => void; heardAt: number };

/** Answers under way of which nothing is heard for so long are read over HTTP. */
const silenceMs = 60_000;
const deafMs = 10_000;
const lookEveryMs = 5_000;

const answerOf = ({ run_id, content, attachments, seq }: Message): Answer => ({
  ...{ runId: run_id ?? '', text: content, attachments, seq },
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

  const end = async (threadId: string): Promise<void> => {
    followed.get(threadId)?.leave();
    followed.delete(threadId);
    await store.end(threadId);
  };

  /** Every answer that is not shown yet, as the service keeps it. */
  const read = async ({ talk, painter }: Followed): Promise<void> => {
    const params = { conversation_id: talk.conversationId };
    const service = sessions.serviceOf(talk.memberId);
    for (let isMore = true; isMore; ) {
      const query = { after_seq: painter.lastSeq() };
      const { body } = await service.call(listMessages, { params, query });
      const answers = body.data.filter(({ role, run_id }) => role === 'agent' && run_id !== null);
      for (const answer of answers) painter.replace(answerOf(answer));
      isMore = body.has_more && answers.length > 0;
    }
    if (!painter.isRunning()) return;
    const { body } = await service.call(readConversation, { params });
    if (body.status !== 'running') painter.fail('The answer did not arrive. Please ask again.');
  };

  const fillGap = (one: Followed, fromSeq: number): void => {
    one.painter.rewind(fromSeq);
    read(one).catch((error) => log.warn({ err: error }, 'a gap could not be filled'));
  };

  /** Whoever waits for an answer and hears nothing. */
  const isDeaf = ({ talk, painter, heardAt }: Followed): boolean => {
    const patience = events.isLive(talk.conversationId) ? silenceMs : deafMs;
    return painter.isRunning() && clock.now() - heardAt >= patience;
  };

  const look = async (): Promise<undefined> => {
    for (const one of followed.values()) {
      if (!isDeaf(one)) continue;
      one.heardAt = clock.now();
      await read(one).catch((error) => log.debug({ err: error }, 'an answer could not be read'));
    }
    return undefined;
  };
  let net: Loop | undefined;

  const follow = (talk: Talk): void => {
    const { threadId, memberId, conversationId } = talk;
    if (followed.has(threadId)) return;
    net ??= startLoop({ name: 'answers', everyMs: lookEveryMs, round: look, clock, log });
    const onGone = () => end(threadId);
    const painter = createPainter({ talk, store, channel, pacer, clock, log, filesOf, onGone });
    const one: Followed = { talk, painter, leave: () => undefined, heardAt: clock.now() };
    followed.set(threadId, one);
    one.leave = events.subscribe({
      user: { key: memberId, service: sessions.serviceOf(memberId) },
      conversationId,
      afterSeq: painter.lastSeq,
      onEvent(event) {
        one.heardAt = clock.now();
        onEvent?.(talk, event);
        painter.fold(event);
      },
      onGap: (fromSeq) => fillGap(one, fromSeq),
    });
  };

  return {
    follow,
    async finish(threadId) {
      followed.get(threadId)?.painter.finish();
      await end(threadId);
    },
    retry: (threadId) => followed.get(threadId)?.painter.retry(),
    async resume() {
      for (const talk of await store.open()) follow(talk);
    },
    async stop() {
      for (const { leave, painter } of followed.values()) {
        leave();
        painter.stop();
      }
      followed.clear();
      await net?.stop();
    },
  };
}
