import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { AgentEvent } from '../../contract/events.js';
import { answerWords } from '../cards/talk.js';
import type { Messenger } from '../messenger.js';
import type { Talk, TalkStore } from './store.js';
import { drawView, emptyView, endView, foldEvent, isOver, type TalkView } from './view.js';

/** A thread is edited at most this often while an answer grows; its end is shown at once. */
const editEveryMs = 1_000;
const retryMs = 3_000;

/** One run's answer: its view, the last event folded into it, and what Discord was last given of it. */
type Frame = { view: TalkView; seq: number; drawn: string[]; changed: boolean };

/**
 * Brings the answers of one conversation into its thread. Events only change a frame; one drawing at a time
 * brings frames to Discord, oldest first, so that an answer is shown to its end though the next has begun. A
 * message is sent with a nonce made of run and position, and its id is kept with the last folded `seq`, so
 * that neither a repeat nor a restart doubles it.
 */
export type Painter = {
  lastSeq(): number;
  fold(event: AgentEvent): void;
  /** The whole answer of a run, in place of events that are gone. */
  replace(answer: { runId: string; text: string; seq: number }): void;
  /** Events before `seq` are gone: what comes is counted from there. */
  rewind(seq: number): void;
  /** Nothing more comes: an answer that is under way is left as it is, without its Stop button. */
  finish(): void;
};

export function createPainter(options: {
  talk: Talk;
  store: TalkStore;
  messenger: Messenger;
  clock: Clock;
  log: Log;
  /** The thread is no longer there. */
  onGone: () => Promise<void>;
}): Painter {
  const { talk, store, messenger, clock, log, onGone } = options;
  let newest: Frame = { view: talk.view, seq: talk.lastSeq, drawn: [], changed: false };
  let frames: Frame[] = [newest];
  let drawing = false;

  const frameOf = (runId: string): Frame => {
    if (newest.view.runId !== runId) {
      newest = { ...newest, drawn: [], changed: false };
      frames = [...frames, newest];
    }
    return newest;
  };

  const change = (frame: Frame, view: TalkView, seq: number) => {
    Object.assign(frame, { view, seq, changed: true });
    void draw();
  };

  const draw = async () => {
    if (drawing) return;
    drawing = true;
    try {
      for (let frame = nextFrame(); frame; frame = nextFrame()) {
        frame.changed = false;
        const posted = await show(frame, frame.view, frame.seq).catch((error) => {
          log.warn({ thread: talk.threadId, err: error }, 'a thread could not be drawn; it is drawn again');
          return 'retry' as const;
        });
        if (posted === 'gone') return void (await onGone());
        if (posted === 'retry') {
          frame.changed = true;
          await clock.sleep(retryMs);
        } else {
          frame.view = { ...frame.view, posted };
          if (frame === newest && !isOver(frame.view)) await clock.sleep(editEveryMs);
        }
      }
    } finally {
      drawing = false;
    }
  };

  const nextFrame = (): Frame | undefined => {
    frames = frames.filter((frame) => frame.changed || frame === newest);
    return frames.find(({ changed }) => changed);
  };

  const show = async (frame: Frame, view: TalkView, seq: number): Promise<string[] | 'gone'> => {
    const texts = drawView(view);
    const posted = [...view.posted];
    for (const [index, text] of texts.entries()) {
      const words = answerWords(text, { talk, view, last: index === texts.length - 1 });
      const drawn = JSON.stringify(words);
      if (frame.drawn[index] === drawn) continue;
      const id = posted[index];
      if (id) {
        if ((await messenger.edit(talk.threadId, id, words)) === 'gone') return 'gone';
      } else {
        const key = `${talk.conversationId}/${view.runId}/${index}`;
        const sent = await messenger.send(talk.threadId, words, key);
        if (sent === null) return 'gone';
        posted[index] = sent;
      }
      frame.drawn[index] = drawn;
    }
    await store.saveView(talk.threadId, seq, { ...view, posted });
    return posted;
  };

  return {
    lastSeq: () => newest.seq,
    fold(event) {
      const before = newest.view;
      change(frameOf(event.run_id), foldEvent(before, event), event.seq);
    },
    replace({ runId, text, seq }) {
      const posted = newest.view.runId === runId ? newest.view.posted : [];
      const frame = frameOf(runId);
      const view = { ...emptyView, runId, phase: 'done' as const, text, posted };
      change(frame, view, Math.max(frame.seq, seq));
    },
    rewind(seq) {
      newest.seq = Math.min(newest.seq, seq);
    },
    finish() {
      if (newest.view.phase === 'running') change(newest, endView(newest.view), newest.seq);
    },
  };
}
