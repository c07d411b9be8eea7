import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { readMessages } from '../../client/messages.js';
import {
  closeConversation,
  type Message,
  renameConversation,
  reopenConversation,
} from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import { missingReason, type PermissionName } from '../permissions.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import { isNotOffered } from './answers.js';
import { endedWords, resumedCard } from './cards/talk.js';
import { type ExportFormat, exportTalk } from './export.js';
import type { ParticipantStore } from './participants.js';
import type { Proposals } from './proposals.js';
import type { Relay } from './relay.js';
import type { TalkSettings } from './settings.js';
import { hasOwnThread } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk, Payer, Speakers } from './talk.js';
import type { Threads } from './threads.js';
import { titleOf } from './title.js';

export const talksPerPage = 6;

const noMessages = reason('talk.error.no_messages');

export type TalkPage = { talks: KeptTalk[]; page: number; hasMore: boolean };

export type Sharing = {
  speakers?: Speakers;
  payer?: Payer;
  /** A person to add or remove. */
  add?: string;
  remove?: string;
};

/** Where a conversation continues when its own thread is unavailable, and the permissions the bot lacks there. */
export type Target = {
  guildId: string;
  channelId: string;
  /** The language of the server. */
  locale: string;
  isNew: boolean;
  missing: readonly PermissionName[];
};

/** Commands for the owner of a conversation. */
export function createDesk(options: {
  store: TalkStore;
  settings: TalkSettings;
  participants: ParticipantStore;
  access: Access;
  sessions: Sessions;
  relay: Relay;
  messenger: Messenger;
  threads: Threads;
  proposals: Pick<Proposals, 'refreshProposals'>;
  languages: Pick<Languages, 'ofChannel'>;
  log: Log;
}) {
  const { store, settings, participants, access, sessions, relay, messenger, threads } = options;
  const { proposals, languages, log } = options;

  const readAll = async ({ memberId, conversationId }: KeptTalk): Promise<Message[]> => {
    const { messages } = await readMessages(sessions.serviceOf(memberId), conversationId);
    return messages;
  };

  const callOwn = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      if (!isAppError(error, 'not_found') || error.reason?.key === noMessages.key) throw error;
      throw new AppError('not_found', reason('talk.error.other_wallet'));
    });

  /** For optional cleanup at the service: ignores a missing endpoint. */
  const ifOffered = async (work: Promise<unknown>): Promise<void> => {
    await callOwn(
      work.catch((error) => {
        if (!isNotOffered(error)) throw error;
      }),
    );
  };

  /** The thread to continue in: the existing one while it is writable, else a new one. */
  const threadFor = async (talk: KeptTalk, at: Target) => {
    const { threadId, memberId, title } = talk;
    const isKept = !at.isNew && hasOwnThread(threadId);
    if (isKept && (await threads.unarchive(threadId))) return null;
    if (at.missing.length > 0) throw new AppError('invalid_request', missingReason(at.missing));
    const name = title || languages.ofChannel(at.locale)('talk.thread.unnamed');
    const id = await threads.open(at.channelId, { name, isPrivate: false, memberId });
    return { threadId: id, guildId: at.guildId, channelId: at.channelId, locale: at.locale };
  };

  return {
    /** A member's conversations, most recently used first. */
    async list(memberId: string, page: number): Promise<TalkPage> {
      const offset = Math.max(0, page) * talksPerPage;
      const talks = await settings.listOf(memberId, { offset, limit: talksPerPage + 1 });
      return { talks: talks.slice(0, talksPerPage), page, hasMore: talks.length > talksPerPage };
    },

    /** Suggestions: conversations whose title contains the typed text. */
    async suggest(memberId: string, typed: string): Promise<KeptTalk[]> {
      const talks = await settings.listOf(memberId, { offset: 0, limit: 200 });
      return talks.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase())).slice(0, 25);
    },

    async rename(memberId: string, threadId: string, name: string): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      const title = titleOf(name, 100, languages.ofChannel(talk.locale));
      const params = { conversation_id: talk.conversationId };
      await ifOffered(sessions.serviceOf(memberId).call(renameConversation, { params, body: { title } }));
      await settings.decide(threadId, { title });
      // Discord allows two renames of a thread in ten minutes; a third would block, so don't wait for it.
      if (hasOwnThread(threadId))
        void threads
          .rename(threadId, title)
          .catch((error) => log.info({ thread: threadId, err: error }, 'thread not renamed'));
      return { ...talk, title };
    },

    /** Sets who may speak and who pays for proposals. @returns the new settings */
    async share(memberId: string, threadId: string, { speakers, payer, add, remove }: Sharing) {
      const talk = await access.asOwner(memberId, threadId);
      if (add && add !== memberId) {
        await participants.setNamed(talk.conversationId, add, true);
        await threads
          .invite(threadId, add)
          .catch((error) =>
            log.info({ thread: threadId, err: error }, 'participant not added to the thread'),
          );
      }
      if (remove) await participants.setNamed(talk.conversationId, remove, false);
      const isOpening = add !== undefined && speakers === undefined && talk.speakers === 'owner';
      await settings.decide(threadId, { ...(isOpening ? { speakers: 'named' } : { speakers }), payer });
      await participants.forgetHints(talk.conversationId);
      const named = await participants.named(talk.conversationId);
      return { talk: await access.asOwner(memberId, threadId), named };
    },

    async setQuiet(memberId: string, threadId: string, isQuiet: boolean): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId);
      await settings.setQuiet(threadId, isQuiet);
      relay.setQuiet(threadId, isQuiet);
      return { ...talk, isQuiet };
    },

    /** Ends a conversation here and at the service. Idempotent. An unfinished answer stays as it is. */
    async end(memberId: string, threadId: string): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      if (!talk.isOpen) return talk;
      const t = languages.ofChannel(talk.locale);
      const params = { conversation_id: talk.conversationId };
      await ifOffered(sessions.serviceOf(memberId).call(closeConversation, { params }));
      await relay.finish(threadId);
      await ifOffered(proposals.refreshProposals(talk));
      await messenger
        .send(threadId, endedWords(memberId, t), `${talk.conversationId}/${talk.updatedAt}/ended`)
        .catch((error) =>
          log.info({ thread: threadId, err: error }, 'end of the conversation not posted in its thread'),
        );
      return talk;
    },

    /** Resumes a conversation, in a new thread when its own is gone. @returns the thread's id */
    async takeUp(memberId: string, threadId: string, at: Target): Promise<string> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      const params = { conversation_id: talk.conversationId };
      await ifOffered(sessions.serviceOf(memberId).call(reopenConversation, { params }));
      const place = await threadFor(talk, at);
      if (place) await relay.finish(threadId);
      if (place || !talk.isOpen) await store.reopen(talk, place ?? undefined);
      await participants.forgetHints(talk.conversationId);
      const open = await access.asOwner(memberId, place?.threadId ?? threadId);
      if (place || !talk.isOpen) {
        const last = place ? await readAll(talk).catch(() => []) : [];
        const card = resumedCard(open, last.slice(-2), languages.ofChannel(open.locale));
        await messenger.send(open.threadId, card, `${open.conversationId}/${open.updatedAt}/resumed`);
        relay.watch(open); // there may be an answer that was not shown before the end
      }
      return open.threadId;
    },

    /** All messages as a file, in the language of the member. */
    async exportFile(
      memberId: string,
      threadId: string,
      { format, maxBytes }: { format: ExportFormat; maxBytes: number },
      t: Translate,
    ): Promise<{ name: string; bytes: Buffer }> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      const messages = readAll(talk).catch((error) => {
        throw isNotOffered(error) ? new AppError('not_found', noMessages) : error;
      });
      return exportTalk(talk, await callOwn(messages), { format, maxBytes }, t);
    },
  };
}
