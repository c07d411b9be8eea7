import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Served } from '../gateway/connection.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import { createAnswerReader } from './answers.js';
import { answerWords } from './cards/talk.js';
import type { Channel } from './channel.js';
import { drawView } from './drawing.js';
import type { SentEdit } from './frame.js';
import type { TalkStore } from './store.js';
import { completeView, isOver } from './view.js';

export type LateEdits = {
  /**
   * Checks an edit that was sent. If another process shows the thread by now, the message gets the complete answer
   * again, once the other process has shown it.
   */
  check(edit: SentEdit): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 5_000;
/** Longer than an answer takes. */
const mostLooks = 240;

/**
 * Repairs what a process that was paused sent too late. No lease can prevent that: Discord takes any edit of the bot,
 * so one that was under way when the process was paused can overwrite the answer that another process completed.
 */
export function createLateEdits(deps: {
  served: Pick<Served, 'stillServes'>;
  store: Pick<TalkStore, 'find'>;
  sessions: Sessions;
  channel: Pick<Channel, 'edit'>;
  languages: Pick<Languages, 'ofChannel'>;
  clock: Clock;
  log: Log;
}): LateEdits {
  const { served, store, sessions, channel, languages, clock, log } = deps;
  const readAnswers = createAnswerReader({ sessions });
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  /** Whether nothing is left to do. */
  const repair = async ({ talk, view: sent, seq, messageId }: SentEdit): Promise<boolean> => {
    const kept = await store.find(talk.threadId);
    if (!kept || kept.view.version !== null) return true;
    const isNewest = kept.view.posted.includes(messageId);
    const before = isNewest ? kept.view : sent;
    if (isNewest && !isOver(before)) return false;
    const { runId } = before;
    const { answers } = await readAnswers(kept, Math.min(seq, kept.lastSeq) - 1, runId ?? '');
    const answer = answers.find((one) => one.runId === runId && one.isWhole);
    // An answer that failed or was stopped may never be whole.
    if (!answer) return isNewest && before.phase !== 'done';
    const { usedCredits: credits, usedTokens: tokens } = before;
    const usage = { credits, ...(tokens !== null && { tokens }) };
    const view = completeView(before, { ...answer, usage });
    const t = languages.ofChannel(kept.locale);
    const { texts } = drawView(view, t);
    const index = before.posted.indexOf(messageId);
    const content = texts[index];
    if (content === undefined) return true;
    const last = isNewest && index === texts.length - 1;
    const words = answerWords(content, { talk: kept, view, last }, t);
    await channel.edit(kept.threadId, messageId, words);
    return true;
  };

  const run = async (edit: SentEdit): Promise<void> => {
    const { threadId: thread } = edit.talk;
    for (let look = 0; look < mostLooks && !stopping.signal.aborted; look += 1) {
      try {
        if (await repair(edit)) return;
      } catch (error) {
        log.info({ thread, err: error }, 'message with a late edit could not be redrawn; retrying');
      }
      await clock.sleep(lookEveryMs, stopping.signal).catch(() => undefined);
    }
  };

  return {
    async check(edit) {
      const { messageId, talk } = edit;
      if (await served.stillServes(talk.guildId)) return;
      if (running.has(messageId) || stopping.signal.aborted) return;
      log.warn(
        { thread: talk.threadId, message: messageId },
        'an edit may have arrived after another process took over; redrawing the message',
      );
      running.set(
        messageId,
        run(edit).finally(() => running.delete(messageId)),
      );
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}
