import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import {
  closeConversation,
  listMessages,
  type Message,
  renameConversation,
  reopenConversation,
} from '../../contract/agents.js';
import { endedWords, resumedCard } from '../cards/talk.js';
import type { Messenger } from '../messenger.js';
import { missingSentence, type PermissionName } from '../permissions.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import { isNotOffered } from './answers.js';
import { type ExportFormat, exportTalk } from './export.js';
import type { GuestStore } from './guests.js';
import type { Proposals } from './proposals.js';
import type { Relay } from './relay.js';
import type { KeptTalk, Payer, Speakers, TalkStore } from './store.js';
import type { Threads } from './threads.js';
import { titleOf } from './title.js';

export const talksPerPage = 6;

const noMessages = "This bot's service doesn't store messages to export.";

export type TalkPage = { talks: KeptTalk[]; page: number; hasMore: boolean };

export type Sharing = {
  speakers?: Speakers;
  payer?: Payer;
  /** A person to add or remove. */
  add?: string;
  remove?: string;
};

/** Where a conversation continues when its own thread is unavailable, and the permissions the bot lacks there. */
export type Target = { channelId: string; isNew: boolean; missing: readonly PermissionName[] };

/** Commands for the owner of a conversation. */
export function createDesk(options: {
  store: TalkStore;
  guests: GuestStore;
  access: Access;
  sessions: Sessions;
  relay: Relay;
  messenger: Messenger;
  threads: Threads;
  proposals: Pick<Proposals, 'refreshProposals'>;
  log: Log;
}) {
  const { store, guests, access, sessions, relay, messenger, threads, proposals, log } = options;

  const readAll = async ({ memberId, conversationId }: KeptTalk): Promise<Message[]> => {
    const params = { conversation_id: conversationId };
    const all: Message[] = [];
    for (let isMore = true; isMore; ) {
      const query = { after_seq: all.at(-1)?.seq ?? 0 };
      const { body } = await sessions.serviceOf(memberId).call(listMessages, { params, query });
      all.push(...body.data);
      isMore = body.has_more && (body.data.at(-1)?.seq ?? 0) > query.after_seq;
    }
    return all;
  };

  const callOwn = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      if (!isAppError(error, 'not_found') || error.message === noMessages) throw error;
      throw new AppError(
        'not_found',
        "This conversation doesn't belong to your primary wallet. If you started it with another one, choose that with /wallet use.",
      );
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
    if (!at.isNew && (await threads.isThere(threadId)) && (await threads.unarchive(threadId))) return null;
    if (at.missing.length > 0) throw new AppError('invalid_request', missingSentence(at.missing));
    const name = title || 'A talk';
    const id = await threads.open(at.channelId, { name, isPrivate: false, memberId });
    return { threadId: id, channelId: at.channelId };
  };

  return {
    /** A member's conversations, most recently used first. */
    async list(memberId: string, page: number): Promise<TalkPage> {
      const offset = Math.max(0, page) * talksPerPage;
      const talks = await store.listOf(memberId, { offset, limit: talksPerPage + 1 });
      return { talks: talks.slice(0, talksPerPage), page, hasMore: talks.length > talksPerPage };
    },

    /** Suggestions: conversations whose title contains the typed text. */
    async suggest(memberId: string, typed: string): Promise<KeptTalk[]> {
      const talks = await store.listOf(memberId, { offset: 0, limit: 200 });
      return talks.filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase())).slice(0, 25);
    },

    async rename(memberId: string, threadId: string, name: string): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      const title = titleOf(name, 100);
      const params = { conversation_id: talk.conversationId };
      await ifOffered(sessions.serviceOf(memberId).call(renameConversation, { params, body: { title } }));
      await store.decide(threadId, { title });
      // Discord allows two renames of a thread in ten minutes; a third would block, so don't wait for it.
      void threads
        .rename(threadId, title)
        .catch((error) => log.info({ thread: threadId, err: error }, 'thread not renamed'));
      return { ...talk, title };
    },

    /** Sets who may speak and who pays for proposals. @returns the new settings */
    async share(memberId: string, threadId: string, { speakers, payer, add, remove }: Sharing) {
      const talk = await access.asOwner(memberId, threadId);
      if (add && add !== memberId) {
        await guests.setNamed(talk.conversationId, add, true);
        await threads
          .invite(threadId, add)
          .catch((error) => log.info({ thread: threadId, err: error }, 'guest not added to the thread'));
      }
      if (remove) await guests.setNamed(talk.conversationId, remove, false);
      const isOpening = add !== undefined && speakers === undefined && talk.speakers === 'owner';
      await store.decide(threadId, { ...(isOpening ? { speakers: 'named' } : { speakers }), payer });
      await guests.forgetHints(talk.conversationId);
      const named = await guests.named(talk.conversationId);
      return { talk: await access.asOwner(memberId, threadId), named };
    },

    async setQuiet(memberId: string, threadId: string, isQuiet: boolean): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId);
      await store.setQuiet(threadId, isQuiet);
      relay.setQuiet(threadId, isQuiet);
      return { ...talk, isQuiet };
    },

    /** Ends a conversation here and at the service. Idempotent. An unfinished answer stays as it is. */
    async end(memberId: string, threadId: string): Promise<KeptTalk> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      if (!talk.isOpen) return talk;
      const params = { conversation_id: talk.conversationId };
      await ifOffered(sessions.serviceOf(memberId).call(closeConversation, { params }));
      await relay.finish(threadId);
      await ifOffered(proposals.refreshProposals(talk));
      await messenger
        .send(threadId, endedWords(memberId), `${talk.conversationId}/${talk.updatedAt}/ended`)
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
      await guests.forgetHints(talk.conversationId);
      const open = await access.asOwner(memberId, place?.threadId ?? threadId);
      if (place || !talk.isOpen) {
        const last = place ? await readAll(talk).catch(() => []) : [];
        const card = resumedCard(open, last.slice(-2));
        await messenger.send(open.threadId, card, `${open.conversationId}/${open.updatedAt}/resumed`);
        relay.watch(open); // there may be an answer that was not shown before the end
      }
      return open.threadId;
    },

    /** All messages as a file. */
    async exportFile(
      memberId: string,
      threadId: string,
      { format, maxBytes }: { format: ExportFormat; maxBytes: number },
    ): Promise<{ name: string; bytes: Buffer }> {
      const talk = await access.asOwner(memberId, threadId, 'any');
      const messages = readAll(talk).catch((error) => {
        throw isNotOffered(error) ? new AppError('not_found', noMessages) : error;
      });
      return exportTalk(talk, await callOwn(messages), { format, maxBytes });
    },
  };
}
