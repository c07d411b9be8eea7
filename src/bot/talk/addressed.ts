import { isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { reopenConversation } from '../../contract/agents.js';
import type { Messenger } from '../delivery/messenger.js';
import { failureCard } from '../failure.js';
import { createLanes } from '../lanes.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import type { SettingsStore } from '../settings/store.js';
import type { Said, WrittenWords } from './intake.js';
import type { StartTalk } from './opening.js';
import type { Relay } from './relay.js';
import { spotOf } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';

/** A message to the bot outside its conversations; `threadId` is the channel. */
export type Addressed = Said & {
  /** Null in direct messages. */
  guildId: string | null;
  /** Threads of other people hold no thread. */
  isInThread: boolean;
  uploadLimit: number;
  /** Of the server in Discord; null in direct messages. */
  locale: string | null;
};

/** Answers mentions, replies to the bot and direct messages: in a thread, or where they are. */
export function createAddressed(options: {
  store: Pick<TalkStore, 'findAny' | 'reopen' | 'remove'>;
  sessions: Sessions;
  relay: Pick<Relay, 'watch'>;
  settings: Pick<SettingsStore, 'of'>;
  languages: Languages;
  messenger: Pick<Messenger, 'send'>;
  start: StartTalk;
  onMessage: (said: Said) => Promise<unknown>;
  /** Removes the mention of the bot. */
  worded: (words: WrittenWords) => WrittenWords;
  log: Log;
}) {
  const { store, sessions, relay, settings, languages, messenger, start, onMessage, worded, log } = options;
  const spots = createLanes();

  /** The conversation there; an ended one begins again, unless the service has forgotten it. */
  const resumed = async (talk: KeptTalk | null): Promise<KeptTalk | null> => {
    if (!talk || talk.isOpen) return talk;
    const params = { conversation_id: talk.conversationId };
    try {
      await sessions.serviceOf(talk.memberId).call(reopenConversation, { params });
    } catch (error) {
      if (!isAppError(error, 'not_found')) throw error;
      await store.remove(talk.threadId);
      return null;
    }
    await store.reopen(talk);
    const open = await store.findAny(talk.threadId);
    if (open) relay.watch(open);
    return open;
  };

  const begin = async (said: Addressed, spot: string): Promise<void> => {
    const { guildId, threadId: channelId, messageId, authorId, authorName, uploadLimit, isInThread } = said;
    const isHere = guildId === null || isInThread || (await settings.of(guildId)).mentions === 'here';
    const { locale } = await translateFor(said);
    const at = { guildId: guildId ?? '', channelId, uploadLimit, locale };
    const opening = {
      ...worded(said),
      isPrivate: false,
      speakers: 'owner',
      payer: 'owner',
      ...(isHere ? { spot: { id: spot, heard: messageId } } : { about: { messageId, authorId } }),
    } as const;
    await start({ id: authorId, name: authorName }, at, opening, messageId);
  };

  const translateFor = ({ guildId, authorId, locale }: Addressed) =>
    guildId === null ? languages.ofMember(authorId) : languages.ofServer(guildId, locale);

  const take = async (said: Addressed): Promise<unknown> => {
    const spot = spotOf(said.threadId, said.authorId);
    if (await resumed(await store.findAny(spot))) return onMessage({ ...said, threadId: spot });
    // Discord sends a message again after a lost connection; a thread has the id of the message it began with.
    if (!(await store.findAny(said.messageId))) await begin(said, spot);
  };

  /** Never throws. Messages of a person in a channel take their turns in the order they arrived. */
  return async (said: Addressed): Promise<void> => {
    const { threadId: channelId, authorId, messageId } = said;
    try {
      await spots.run(spotOf(channelId, authorId), () => take(said));
    } catch (error) {
      const about = { channel: channelId };
      const card = failureCard(error, log, about, await translateFor(said));
      await messenger
        .send(channelId, card, `${messageId}/failure`, { replyTo: messageId })
        .catch((cause) => log.warn({ err: cause, ...about }, 'failure could not be posted'));
    }
  };
}
