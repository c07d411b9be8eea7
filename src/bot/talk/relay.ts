import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Events } from '../../client/events.js';
import { listMessages } from '../../contract/agents.js';
import type { Messenger } from '../messenger.js';
import type { Sessions } from '../session/flow.js';
import { createPainter, type Painter } from './painter.js';
import type { Talk, TalkStore } from './store.js';

/** Follows the conversations of open threads: their events go to a painter each, gaps are filled over HTTP. */
export function createRelay(options: {
  store: TalkStore;
  sessions: Sessions;
  eventsOf: (memberId: string) => Events;
  messenger: Messenger;
  clock: Clock;
  log: Log;
}) {
  const { store, sessions, eventsOf, messenger, clock, log } = options;
  const followed = new Map<string, { leave: () => void; painter: Painter }>();

  const end = async (threadId: string): Promise<void> => {
    followed.get(threadId)?.leave();
    followed.delete(threadId);
    await store.end(threadId);
  };

  const fillGap = async (talk: Talk, painter: Painter, fromSeq: number): Promise<void> => {
    painter.rewind(fromSeq);
    const params = { conversation_id: talk.conversationId };
    const query = { after_seq: painter.lastSeq() };
    const { body } = await sessions.serviceOf(talk.memberId).call(listMessages, { params, query });
    const answer = body.data.filter(({ role }) => role === 'agent').at(-1);
    if (answer?.run_id) painter.replace({ runId: answer.run_id, text: answer.content, seq: answer.seq });
  };

  function follow(talk: Talk): void {
    const { threadId, memberId, conversationId } = talk;
    if (followed.has(threadId)) return;
    const painter = createPainter({ talk, store, messenger, clock, log, onGone: () => end(threadId) });
    const leave = eventsOf(memberId).subscribe({
      conversationId,
      afterSeq: painter.lastSeq,
      onEvent: painter.fold,
      onGap: (fromSeq) =>
        void fillGap(talk, painter, fromSeq).catch((error) =>
          log.warn({ err: error }, 'a gap could not be filled'),
        ),
    });
    followed.set(threadId, { leave, painter });
  }

  return {
    follow,
    /** The talk is over but its thread is still there: what was half said loses its Stop button. */
    async finish(threadId: string): Promise<void> {
      followed.get(threadId)?.painter.finish();
      await end(threadId);
    },
    /** After a start: every open thread, from where it was. */
    async resume(): Promise<void> {
      for (const talk of await store.open()) follow(talk);
    },
    stop(): void {
      for (const { leave } of followed.values()) leave();
      followed.clear();
    },
  };
}
