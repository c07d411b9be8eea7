import type { Clock } from '../../base/clock.js';
import type { Reason } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import { notInvited } from './access.js';
import { hintWords } from './cards/talk.js';
import type { Hint, ParticipantStore } from './participants.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';

/** The message that a hint answers. */
type Cause = { threadId: string; messageId: string; authorId: string };

const hints: Readonly<Record<Hint, (talk: KeptTalk) => Reason>> = {
  'not invited': notInvited,
  unread: () => reason('talk.unread'),
  ended: () => reason('talk.error.ended'),
};

/** Small print below messages that the agent does not get, or not yet. */
export function createHints(deps: {
  store: Pick<TalkStore, 'find'>;
  participants: Pick<ParticipantStore, 'takeHint'>;
  messenger: Pick<Messenger, 'send'>;
  languages: Pick<Languages, 'ofChannel'>;
  clock: Clock;
}) {
  const { store, participants, messenger, languages, clock } = deps;

  /** By thread and sentence: the answer during which it was posted, and when. Of this process, which has the thread. */
  const told = new Map<string, { runId: string | null; at: number }>();

  return {
    /** Once per person and conversation. */
    async hint(talk: KeptTalk, { authorId, messageId, threadId }: Cause, kind: Hint): Promise<void> {
      if (!(await participants.takeHint(talk.conversationId, authorId, kind))) return;
      const sentence = languages.ofChannel(talk.locale).message(hints[kind](talk));
      await messenger.send(threadId, hintWords(sentence), `${messageId}/hint`, { replyTo: messageId });
    },
    /** Once per answer, and not again for some time. */
    async tellOnce(sentence: string, { threadId, messageId }: Cause, quietMs = 0): Promise<void> {
      const key = `${threadId} ${sentence}`;
      const runId = (await store.find(threadId))?.runId ?? null;
      const before = told.get(key);
      if (before && (before.runId === runId || clock.now() - before.at < quietMs)) return;
      told.set(key, { runId, at: clock.now() });
      await messenger.send(threadId, hintWords(sentence), `${messageId}/hint-in-turn`, {
        replyTo: messageId,
      });
    },
  };
}
