import type { Log } from '../../base/log.js';
import type { Intake, Said, WrittenWords } from './intake.js';
import type { TalkStore } from './store.js';
import type { Turns } from './turns.js';

/** Follows what authors do to their messages while these wait for their turn. */
export function createEdits(deps: {
  store: Pick<TalkStore, 'find'>;
  turns: Pick<Turns, 'change'>;
  intake: Intake;
  /** The message for the agent, without the mention of the bot. */
  worded: (words: WrittenWords) => WrittenWords;
  log: Log;
}) {
  const { store, turns, intake, worded, log } = deps;

  /** A message was edited, or deleted (null). Never throws. */
  return async (
    { threadId, messageId }: Pick<Said, 'threadId' | 'messageId'>,
    said: Said | null,
  ): Promise<void> => {
    try {
      const talk = await store.find(threadId);
      const words = said && worded(said);
      const isEmpty = words !== null && words.text === '' && words.files.length === 0;
      if (!talk || isEmpty) return;
      const content = words && (async () => (await intake(talk, words)).content);
      await turns.change(threadId, messageId, content);
    } catch (error) {
      log.warn({ err: error, thread: threadId, message: messageId }, 'edit of a queued message not taken');
    }
  };
}
