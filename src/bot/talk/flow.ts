import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { cancelRun } from '../../contract/agents.js';
import type { Attached } from '../attachment.js';
import { droppedWords, hintWords, saidWords } from '../cards/talk.js';
import { failureCard } from '../failure.js';
import type { Messenger } from '../messenger.js';
import type { Sessions } from '../session/flow.js';
import { type Access, notInvited } from './access.js';
import { createDesk } from './desk.js';
import type { GuestStore, Hint } from './guests.js';
import type { Intake, Words } from './intake.js';
import { createOpening } from './opening.js';
import type { Proposals } from './proposals.js';
import type { Relay } from './relay.js';
import { createRepeats } from './repeats.js';
import type { KeptTalk, TalkStore } from './store.js';
import type { Threads } from './threads.js';
import { createTurns } from './turns.js';
import type { WaitingStore } from './waiting.js';

/** A message a person wrote in a thread. */
export type Said = Words & { threadId: string; messageId: string; authorId: string };

/** What a stop did: ended an answer, and how many messages it took away that waited. */
export type Stopped = { wasRunning: boolean; dropped: number };

const stopping = /^\s*(?:please\s+)?stop(?:\s+it|\s+please)?[.!\s]*$/i;

export function createTalkFlow(options: {
  store: TalkStore;
  guests: GuestStore;
  waiting: WaitingStore;
  access: Access;
  sessions: Sessions;
  relay: Relay;
  messenger: Messenger;
  threads: Threads;
  intake: Intake;
  proposals: Proposals;
  /** The bot's own id, known once it is logged in. */
  selfId: () => string;
  /** Whether Discord shows the bot what people write without naming it. */
  readMessages: boolean;
  clock: Clock;
  log: Log;
}) {
  const { store, guests, waiting, access, sessions, relay, messenger, threads, intake, clock, log } = options;
  const { proposals, selfId, readMessages } = options;
  const turns = createTurns({
    store,
    waiting,
    sessions,
    relay,
    clock,
    log,
    async onRefused(threadId, { id }, error, dropped) {
      await messenger.send(threadId, failureCard(error, log, { thread: threadId }), `${id}/failure`, {
        replyTo: id,
      });
      if (dropped > 0) await messenger.send(threadId, droppedWords(dropped), `${id}/dropped`);
    },
  });

  /** Ends the answer under way and takes away what waits behind it, also what is being passed on just now. */
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
        throw new AppError(
          'not_found',
          'The service behind this bot cannot stop an answer. It ends by itself.',
        );
      });
    return { wasRunning: body.status === 'canceled', dropped };
  };

  /** One discreet line, once a person and talk. */
  const hint = async (talk: KeptTalk, { authorId, messageId, threadId }: Said, kind: Hint) => {
    if (!(await guests.takeHint(talk.conversationId, authorId, kind))) return;
    const sentence = kind === 'not invited' ? notInvited(talk) : hints[kind];
    await messenger.send(threadId, hintWords(sentence), `${messageId}/hint`, { replyTo: messageId });
  };

  /** By thread and sentence: the answer during which, and when, it was told. Once each is enough. */
  const told = new Map<string, { runId: string | null; at: number }>();

  const tellOnce = async (sentence: string, { threadId, messageId }: Said, quietMs = 0) => {
    const key = `${threadId} ${sentence}`;
    const runId = (await store.find(threadId))?.runId ?? null;
    const before = told.get(key);
    if (before && (before.runId === runId || clock.now() - before.at < quietMs)) return;
    told.set(key, { runId, at: clock.now() });
    await messenger.send(threadId, hintWords(sentence), `${messageId}/told`, { replyTo: messageId });
  };

  const answerFailure = async (error: unknown, said: Said) => {
    if (isAppError(error, 'conversation_busy')) return tellOnce(error.message, said);
    const { threadId, messageId } = said;
    const card = failureCard(error, log, { thread: threadId });
    await messenger.send(threadId, card, `${messageId}/failure`, { replyTo: messageId });
  };

  /** What is meant for the agent of what was written: without the name by which the bot was called. */
  const worded = ({ text, files }: Words): Words => ({
    text: text.replaceAll(new RegExp(`<@!?${selfId() || '-'}>`, 'g'), ' ').trim(),
    files,
  });

  const take = async (talk: KeptTalk, said: Said): Promise<void> => {
    if (!talk.isOpen) return said.authorId === talk.memberId ? hint(talk, said, 'ended') : undefined;
    if (!(await access.maySpeak(talk, said.authorId))) return hint(talk, said, 'not invited');
    const words = worded(said);
    if (words.text === '' && words.files.length === 0)
      return readMessages ? undefined : hint(talk, said, 'unread');
    const { threadId, messageId: id, authorId } = said;
    if (stopping.test(words.text)) {
      const { dropped } = await stop(authorId, threadId);
      if (dropped > 0) await messenger.send(threadId, droppedWords(dropped), `${id}/dropped`);
      return;
    }
    const content = () => intake(talk.memberId, words);
    if ((await turns.say(talk, { id, authorId, content })) === 'waits')
      await tellOnce(waits, said, waitsKnownMs);
  };

  /** A message in some thread: passed on when the thread is a talk and its author may speak there. Never throws. */
  const hear = async (said: Said): Promise<void> => {
    const { threadId: thread, messageId } = said;
    const talk = await store.findAny(thread);
    if (!talk) return;
    await take(talk, said)
      .catch((error) => answerFailure(error, said))
      .catch((cause) => log.warn({ err: cause, thread }, 'a failure could not be told'));
    await store.heard(thread, messageId);
  };

  return {
    stop,
    hear,
    /** The agent has come to the end of an answer there. */
    next(threadId: string): void {
      turns.next(threadId).catch((error) => log.warn({ err: error, thread: threadId }, 'words wait on'));
    },
    ...createDesk(options),
    ...proposals,

    ...createRepeats({ store, waiting, access, sessions, relay, turns }),

    /** Who may not speak is told so before a form opens. */
    async checkSpeaker(memberId: string, threadId: string): Promise<void> {
      await access.asSpeaker(memberId, threadId);
    },

    start: createOpening({ ...options, turns }),

    /** The Reply form, for servers where the bot may not read messages. */
    async reply(memberId: string, threadId: string, words: Words, id: string): Promise<'said' | 'waits'> {
      const talk = await access.asSpeaker(memberId, threadId);
      await turns.checkRoom(talk);
      const content = await intake(talk.memberId, words);
      const files = words.files.map(({ name }: Attached) => name);
      await messenger.send(threadId, saidWords(memberId, { text: words.text, files }), id);
      return turns.say(talk, { id, authorId: memberId, content: async () => content });
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
      for (const { threadId, lastHeard } of await store.open()) {
        const missed = await threads.since(threadId, lastHeard).catch(() => []);
        for (const said of missed) await hear({ threadId, ...said });
      }
      turns.resume();
    },

    /** Says nothing more; what waits is said after the next start. */
    close: () => turns.stop(),
  };
}

/** Whoever has been told that the agent answers in turn knows it for a while. */
const waitsKnownMs = 5 * 60_000;
const waits = 'The agent answers that next, in its turn. Say stop to have it end and forget what waits.';

const hints: Readonly<Record<Exclude<Hint, 'not invited'>, string>> = {
  unread:
    'I cannot read what is written here. Mention me in your message, or press Reply under my last answer.',
  ended: 'This talk has ended. Take it up again with /talk resume.',
};
