import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { cancelRun, createConversation, postMessage, regenerateAnswer } from '../../contract/agents.js';
import { openingCard, saidWords } from '../cards/talk.js';
import { failureCard } from '../failure.js';
import type { Messenger } from '../messenger.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { clip } from '../text.js';
import type { Relay } from './relay.js';
import type { Talk, TalkStore } from './store.js';
import type { Threads } from './threads.js';

/** A message a person wrote in a thread. */
export type Said = { threadId: string; messageId: string; authorId: string; text: string };

export function createTalkFlow(options: {
  store: TalkStore;
  sessions: Sessions;
  relay: Relay;
  messenger: Messenger;
  threads: Threads;
  log: Log;
}) {
  const { store, sessions, relay, messenger, threads, log } = options;

  const own = async (memberId: string, threadId: string): Promise<Talk> => {
    const talk = await store.find(threadId);
    if (!talk) throw new AppError('not_found', 'This talk has ended. Start a new one with /talk.');
    if (talk.memberId !== memberId)
      throw new AppError('forbidden', 'Only the member who opened this talk may do that.');
    return talk;
  };

  /** @param id Discord's id of what was said: repeating it says it once */
  const say = async (talk: Talk, text: string, id: string): Promise<void> => {
    relay.follow(talk);
    const params = { conversation_id: talk.conversationId };
    const body = { content: text, client_message_id: id };
    const { body: said } = await sessions.serviceOf(talk.memberId).call(postMessage, { params, body });
    await store.running(talk.threadId, said.run.id);
  };

  const stop = async (memberId: string, threadId: string): Promise<void> => {
    const talk = await own(memberId, threadId);
    if (!talk.runId) return;
    const params = { conversation_id: talk.conversationId, run_id: talk.runId };
    await sessions.serviceOf(memberId).call(cancelRun, { params });
  };

  return {
    stop,

    /** Has the last message answered once more, after an answer that failed; pressing twice asks once. */
    async retry(memberId: string, threadId: string): Promise<void> {
      const talk = await own(memberId, threadId);
      relay.follow(talk);
      const params = { conversation_id: talk.conversationId };
      const body = { client_message_id: `retry-${talk.runId}` };
      const reply = await sessions.serviceOf(memberId).call(regenerateAnswer, { params, body });
      await store.running(threadId, reply.body.run.id);
    },

    /** Opens a thread bound to a conversation and says the first words in it. @returns the thread's id */
    async start(
      member: Member,
      channelId: string,
      talk: { text: string; isPrivate: boolean },
      key: string,
    ): Promise<string> {
      if (talk.text.trim() === '') throw new AppError('invalid_request', 'Say something to begin with.');
      const title = clip(talk.text.replace(/\s+/g, ' ').trim(), 80);
      const service = sessions.serviceOf(member.id);
      const { body } = await service.call(createConversation, { body: { title }, idempotencyKey: key });
      const threadId = await threads.open(channelId, {
        name: title,
        isPrivate: talk.isPrivate,
        memberId: member.id,
      });
      const row = { threadId, conversationId: body.id, memberId: member.id };
      await store.add(row);
      await messenger.send(threadId, openingCard(member.id, talk.text), `${body.id}/asked`);
      const opened = await store.find(threadId);
      if (opened) await say(opened, talk.text, key);
      return threadId;
    },

    /** The Reply form, for servers where the bot may not read messages. */
    async reply(memberId: string, threadId: string, text: string, key: string): Promise<void> {
      const talk = await own(memberId, threadId);
      await messenger.send(threadId, saidWords(memberId, text), key);
      await say(talk, text, key);
    },

    /** A message in some thread: passed on when the thread is a talk and its owner wrote it. Never throws. */
    async hear({ threadId, messageId, authorId, text }: Said): Promise<void> {
      const talk = await store.find(threadId);
      if (talk?.memberId !== authorId || text.trim() === '') return;
      try {
        if (/^\s*stop[.!]?\s*$/i.test(text)) await stop(authorId, threadId);
        else await say(talk, text, messageId);
      } catch (error) {
        const busy = isAppError(error, 'conversation_busy');
        const card = busy
          ? { content: `-# ${error.message}` }
          : failureCard(error, log, { thread: threadId });
        await messenger
          .send(threadId, card, `${messageId}/failure`, { replyTo: messageId })
          .catch((cause) => {
            log.warn({ err: cause, thread: threadId }, 'a failure could not be told');
          });
      }
      await store.heard(threadId, messageId);
    },

    /** The member's session is gone: their talks end here. */
    async endAll(memberId: string): Promise<void> {
      for (const talk of await store.open()) {
        if (talk.memberId === memberId) await relay.finish(talk.threadId);
      }
    },

    /** After a start: follow every open talk again and hear what was said meanwhile. */
    async resume(): Promise<void> {
      await relay.resume();
      for (const talk of await store.open()) {
        const missed = await threads.since(talk.threadId, talk.lastHeard).catch(() => []);
        for (const said of missed) await this.hear({ threadId: talk.threadId, ...said });
      }
    },
  };
}
