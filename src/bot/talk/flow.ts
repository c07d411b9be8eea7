import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { cancelRun } from '../../contract/agents.js';
import { defaultLocale } from '../../copy/copy.js';
import { reason } from '../../copy/reason.js';
import type { Translate } from '../../copy/translate.js';
import type { Attached } from '../attachment.js';
import type { Messenger } from '../delivery/messenger.js';
import { errorText, failureCard } from '../failure.js';
import { createLanes } from '../lanes.js';
import type { Languages } from '../languages.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import { createAddressed } from './addressed.js';
import { droppedWords, hintWords, saidWords } from './cards/talk.js';
import { createDesk } from './desk.js';
import { createEdits } from './edits.js';
import { createHints } from './hints.js';
import type { Intake, Said, WrittenWords } from './intake.js';
import { createOpening, type ServerAccess } from './opening.js';
import type { Hint, ParticipantStore } from './participants.js';
import type { TalkProgress } from './progress.js';
import type { Proposals } from './proposals.js';
import type { Relay } from './relay.js';
import { createRepeats } from './repeats.js';
import type { TalkSettings } from './settings.js';
import { channelIn, isFor } from './spot.js';
import { asksToStop } from './stop-words.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';
import type { Threads } from './threads.js';
import { createTurns, type Said as Outcome } from './turns.js';
import { createVersions } from './versions.js';
import type { WaitingStore } from './waiting.js';

const ignore = async (): Promise<void> => undefined;

/** The result of a stop: whether an answer was running, and how many queued messages were dropped. */
export type Stopped = { wasRunning: boolean; dropped: number };

type TalkFlowDeps = {
  store: TalkStore;
  settings: TalkSettings;
  progress: TalkProgress;
  participants: ParticipantStore;
  waiting: WaitingStore;
  access: Access;
  sessions: Sessions;
  relay: Relay;
  messenger: Messenger;
  threads: Threads;
  intake: Intake;
  proposals: Proposals;
  /** The bot's own user id, known after login. */
  selfId: () => string;
  /** Whether the bot has the Message Content intent. */
  readMessages: boolean;
  clock: Clock;
  log: Log;
  languages: Languages;
  server: ServerAccess;
};

export function createTalkFlow(options: TalkFlowDeps) {
  const { store, progress, participants, waiting, access, sessions, relay, messenger } = options;
  const { threads, intake, clock, log } = options;
  const { proposals, selfId, readMessages, languages } = options;
  /** The language of a thread, for what everyone there reads. */
  const translateFor = async (threadId: string): Promise<Translate> =>
    languages.ofChannel((await store.findAny(threadId))?.locale);

  const postFailure = async (error: unknown, threadId: string, messageId: string): Promise<void> => {
    const card = failureCard(error, log, { thread: threadId }, await translateFor(threadId));
    await messenger.send(threadId, card, `${messageId}/failure`, { replyTo: messageId });
  };

  const turns = createTurns({
    store,
    progress,
    waiting,
    sessions,
    relay,
    clock,
    log,
    async onRefused(threadId, { id }, error, dropped) {
      await postFailure(error, threadId, id);
      if (dropped > 0) await tellDropped(threadId, id, dropped);
    },
  });

  const tellDropped = async (threadId: string, id: string, dropped: number): Promise<void> => {
    await messenger.send(threadId, droppedWords(dropped, await translateFor(threadId)), `${id}/dropped`);
  };

  /** Stops the current answer and drops all queued messages, including one that is being sent right now. */
  const stop = async (memberId: string, threadId: string): Promise<Stopped> => {
    const dropped = await turns.drop(await access.asSpeaker(memberId, threadId));
    relay.drop(threadId);
    const { runId, conversationId, memberId: owner } = await access.asSpeaker(memberId, threadId);
    if (!runId) return { wasRunning: false, dropped };
    const params = { conversation_id: conversationId, run_id: runId };
    const { body } = await sessions
      .serviceOf(owner)
      .call(cancelRun, { params })
      .catch((error) => {
        if (!isAppError(error, 'not_found')) throw error;
        throw new AppError('not_found', reason('talk.error.no_stop'));
      });
    return { wasRunning: body.status === 'canceled', dropped };
  };

  const { hint, tellOnce } = createHints({ store, participants, messenger, languages, clock });

  const answerFailure = async (error: unknown, said: Said) => {
    const { threadId, messageId } = said;
    if (isAppError(error, 'conversation_busy'))
      return tellOnce(errorText(error, await translateFor(threadId)), said);
    await postFailure(error, threadId, messageId);
  };

  /** The message for the agent, without the mention of the bot. */
  const worded = ({ text, files }: WrittenWords): WrittenWords => ({
    text: text.replaceAll(new RegExp(`<@!?${selfId() || '-'}>`, 'g'), ' ').trim(),
    files,
  });

  /** Decides what to do with a message. */
  const judge = async (talk: KeptTalk, said: Said): Promise<() => Promise<void>> => {
    const giveHint = (kind: Hint) => () => hint(talk, said, kind);
    if (!talk.isOpen) return said.authorId === talk.memberId ? giveHint('ended') : ignore;
    if (!(await access.maySpeak(talk, said.authorId))) return giveHint('not invited');
    const words = worded(said);
    if (words.text === '' && words.files.length === 0) return readMessages ? ignore : giveHint('unread');
    const t = languages.ofChannel(talk.locale);
    const spoken = [languages.ofChannel(defaultLocale), t, await languages.ofMember(said.authorId)];
    if (asksToStop(words.text, spoken)) return () => stopFor(said);
    return () => forward(talk, said, words);
  };

  const stopFor = async ({ authorId, threadId, messageId }: Said): Promise<void> => {
    const { dropped } = await stop(authorId, threadId);
    if (dropped > 0) await tellDropped(threadId, messageId, dropped);
  };

  const forward = async (talk: KeptTalk, said: Said, words: WrittenWords): Promise<void> => {
    const { messageId: id, authorId, authorName } = said;
    const t = languages.ofChannel(talk.locale);
    const content = async () => {
      const { content, untaken } = await intake(talk, words);
      if (untaken) await tellOnce(t.message(untaken), said);
      return content;
    };
    if ((await turns.say(talk, { id, authorId, authorName, content })) === 'waits')
      await tellOnce(t('talk.waits'), said, waitsKnownMs);
  };

  const arriving = createLanes();

  /**
   * Forwards a thread message to the agent if its author may speak in that conversation. Never throws. Messages take
   * their turns in the order they arrived, however long the database takes for each.
   * @returns whether the thread has a conversation
   */
  const onMessage = async (said: Said): Promise<boolean> => {
    const { threadId: thread, messageId } = said;
    const begun = await arriving.run(thread, async () => {
      const talk = await store.findAny(thread);
      const act = talk && (await judge(talk, said).catch((error) => () => Promise.reject(error)));
      return act && { done: act() };
    });
    if (!begun) return false;
    await begun.done
      .catch((error) => answerFailure(error, said))
      .catch((cause) => log.warn({ err: cause, thread }, 'failure could not be posted'));
    await progress.noteMessage(thread, messageId);
    return true;
  };

  const start = createOpening({ ...options, turns });

  return {
    stop,
    onMessage,
    onEdit: createEdits({ store, waiting, turns, intake, worded, log }),
    /** The agent finished an answer there. */
    next(threadId: string): void {
      turns.next(threadId).catch((error) => log.warn({ err: error, thread: threadId }, 'words wait on'));
    },
    ...createDesk(options),
    ...proposals,

    ...createVersions(options),
    ...createRepeats({ store, progress, waiting, access, sessions, relay, turns }),

    /** Checks permission before a form opens. */
    async checkSpeaker(memberId: string, threadId: string): Promise<void> {
      await access.asSpeaker(memberId, threadId);
    },

    start,
    onAddressed: createAddressed({ ...options, settings: options.server.settings, start, onMessage, worded }),

    /** Handles the Reply form, for servers where the bot can't read messages. */
    async reply(
      { id: memberId, name: authorName }: Member,
      threadId: string,
      words: WrittenWords,
      id: string,
    ): Promise<Outcome> {
      const talk = await access.asSpeaker(memberId, threadId);
      await turns.checkRoom(talk);
      const { content, untaken } = await intake(talk, words);
      const files = words.files.map(({ name }: Attached) => name);
      await messenger.send(threadId, saidWords(memberId, { text: words.text, files }), id);
      const t = languages.ofChannel(talk.locale);
      if (untaken) await messenger.send(threadId, hintWords(t.message(untaken)), `${id}/untaken`);
      return turns.say(talk, { id, authorId: memberId, authorName, content: async () => content });
    },

    /** The member's session is gone: ends their conversations. */
    async endAll(memberId: string): Promise<void> {
      for (const threadId of await store.openOf(memberId)) await relay.finish(threadId);
    },

    /** Follows the open conversations of new servers and reads messages missed while no process served them. */
    async resume(isNew: (guildId: string) => boolean): Promise<void> {
      await relay.resume();
      for (const talk of await store.open()) {
        const { threadId, guildId, lastHeard } = talk;
        if (!isNew(guildId)) continue;
        const missed = await threads.since(channelIn(threadId), lastHeard).catch(() => []);
        for (const said of missed) if (isFor(talk, said, selfId())) await onMessage({ threadId, ...said });
      }
      turns.resume();
    },

    /** Stops sending; queued messages are sent after the next start. */
    close: () => turns.stop(),
  };
}

/** How long the "answers in turn" hint is not repeated, ms. */
const waitsKnownMs = 5 * 60_000;
