import type { Log } from '../../base/log.js';
import type { Intake, WrittenWords } from './intake.js';
import type { TalkStore } from './store.js';
import type { Turns } from './turns.js';
import type { WaitingStore } from './waiting.js';

/** Follows what authors do to their messages while these wait for their turn. */
export function createEdits(deps: {
  store: Pick<TalkStore, 'find'>;
  waiting: Pick<WaitingStore, 'threadOf'>;
  turns: Pick<Turns, 'change'>;
  intake: Intake;
  /** The message for the agent, without the mention of the bot. */
  worded: (words: WrittenWords) => WrittenWords;
  log: Log;
}) {
  const { store, waiting, turns, intake, worded, log } = deps;

  /** A message was edited, or deleted (null); most are not in a conversation. Never throws. */
  return async (messageId: string, written: WrittenWords | null): Promise<void> => {
    try {
      const words = written && worded(written);
      const isEmpty = words !== null && words.text === '' && words.files.length === 0;
      const threadId = isEmpty ? null : await waiting.threadOf(messageId);
      const talk = threadId && (await store.find(threadId));
      if (!talk) return;
      const content = words && (async () => (await intake(talk, words)).content);
      await turns.change(talk.threadId, messageId, content);
    } catch (error) {
      log.warn({ err: error, message: messageId }, 'edit of a queued message not taken');
    }
  };
}
