import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Events } from '../../client/events.js';
import { listMessages } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { answerWords } from '../cards/talk.js';
import type { Messenger } from '../messenger.js';
import type { Sessions } from '../session/flow.js';
import type { Talk, TalkStore } from './store.js';
import { drawView, endView, foldEvent, isOver, type TalkView } from './view.js';

/** A thread is edited at most this often while an answer grows; its end is shown at once. */
const editEveryMs = 1_000;
const retryMs = 3_000;

/**
 * Brings a conversation's events into its thread. Events only change the view; one drawing at a time brings
 * the view to Discord. A message is sent with a nonce made of run and position, and its id is kept with the
 * last folded `seq`, so that neither a repeat nor a restart doubles it.
 */
export function createRelay(options: {
  store: TalkStore;
  sessions: Sessions;
  eventsOf: (memberId: string) => Events;
  messenger: Messenger;
  clock: Clock;
  log: Log;
}) {
  const { store, sessions, eventsOf, messenger, clock, log } = options;
  const followed = new Map<string, { leave: () => void; finish: () => void }>();

  const end = async (threadId: string): Promise<void> => {
    followed.get(threadId)?.leave();
    followed.delete(threadId);
    await store.end(threadId);
  };

  /** As `end`, for a thread that is still there: what was half said loses its Stop button. */
  const finish = async (threadId: string): Promise<void> => {
    followed.get(threadId)?.finish();
    await end(threadId);
  };

  function follow(talk: Talk): void {
    if (followed.has(talk.threadId)) return;
    let { view, lastSeq } = talk;
    let shown: string[] = [];
    let drawing = false;
    let changed = false;
    let left = false;

    const onEvent = (event: AgentEvent) => {
      if (event.run_id !== view.runId) shown = [];
      view = foldEvent(view, event);
      lastSeq = event.seq;
      void draw();
    };

    const onGap = async (fromSeq: number) => {
      lastSeq = Math.min(lastSeq, fromSeq);
      const params = { conversation_id: talk.conversationId };
      const { body } = await sessions
        .serviceOf(talk.memberId)
        .call(listMessages, { params, query: { after_seq: lastSeq } });
      const answer = body.data.filter(({ role }) => role === 'agent').at(-1);
      if (!answer) return;
      view = { ...view, runId: answer.run_id, phase: 'done', status: null, text: answer.content, posted: [] };
      lastSeq = Math.max(lastSeq, answer.seq);
      void draw();
    };

    /** One at a time; what changes meanwhile is drawn after a pause, the end of an answer without one. */
    const draw = async () => {
      changed = true;
      if (drawing) return;
      drawing = true;
      try {
        while (changed && !left) {
          changed = false;
          const current = view;
          const kept = await show(current, lastSeq).catch((error) => {
            log.warn({ thread: talk.threadId, err: error }, 'a thread could not be drawn; it is drawn again');
            return 'retry' as const;
          });
          if (kept === 'gone') return stop();
          if (kept === 'retry') {
            changed = true;
            await clock.sleep(retryMs);
          } else if (view.runId === current.runId) view = { ...view, posted: kept };
          if (!isOver(view)) await clock.sleep(editEveryMs);
        }
      } finally {
        drawing = false;
      }
    };

    const show = async (current: TalkView, seq: number): Promise<string[] | 'gone'> => {
      const texts = drawView(current);
      const posted = [...current.posted];
      for (const [index, text] of texts.entries()) {
        const words = answerWords(text, { talk, view: current, last: index === texts.length - 1 });
        const drawn = JSON.stringify(words);
        if (shown[index] === drawn) continue;
        const id = posted[index];
        if (id) {
          if ((await messenger.edit(talk.threadId, id, words)) === 'gone') return 'gone';
        } else {
          const sent = await messenger.send(
            talk.threadId,
            words,
            `${talk.conversationId}/${current.runId}/${index}`,
          );
          if (sent === null) return 'gone';
          posted[index] = sent;
        }
        shown[index] = drawn;
      }
      await store.saveView(talk.threadId, seq, { ...current, posted });
      return posted;
    };

    const stop = async () => {
      left = true;
      await end(talk.threadId);
    };

    const finishView = () => {
      if (isOver(view) || view.phase === 'idle') return;
      view = endView(view);
      void draw();
    };

    const leave = eventsOf(talk.memberId).subscribe({
      conversationId: talk.conversationId,
      afterSeq: () => lastSeq,
      onEvent,
      onGap: (fromSeq) =>
        void onGap(fromSeq).catch((error) => log.warn({ err: error }, 'a gap could not be filled')),
    });
    followed.set(talk.threadId, { leave, finish: finishView });
  }

  return {
    follow,
    finish,
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
