import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import { postMessage } from '../../contract/agents.js';
import { reason } from '../../copy/reason.js';
import { createLanes } from '../lanes.js';
import type { Sessions } from '../session/flow.js';
import type { Content } from './intake.js';
import type { TalkProgress } from './progress.js';
import type { Relay } from './relay.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';
import { mostWaiting, type WaitingStore, type Words } from './waiting.js';

/** Sends messages to the agent one at a time per conversation; messages during an answer are queued. */
export type Turns = {
  /**
   * @param content is read in turn, so that a slow message keeps its place in the queue
   * @returns whether the agent answers it now, after the current answer, or once its service is back (`unsent`)
   * @throws AppError `conversation_busy` when the queue is full, and errors of the service
   */
  say(talk: KeptTalk, words: Omit<Words, 'content'> & { content: () => Promise<Content> }): Promise<Said>;
  /**
   * Sends the queued first message of a new conversation after `prepare` has set up its thread.
   * @throws errors of `prepare`; refusals of the service are posted in the thread
   */
  begin(threadId: string, prepare: () => Promise<void>): Promise<void>;
  /**
   * Sends the last message of a conversation again, for a service that can't regenerate answers.
   * @param id idempotency key of the repeat
   */
  sayAgain(talk: KeptTalk, id: string): Promise<void>;
  /** Sends the next message if the agent is free. */
  next(threadId: string): Promise<void>;
  /**
   * Changes a queued message, unless it is with the agent already.
   * @param content null: its author deleted it
   */
  change(threadId: string, id: string, content: (() => Promise<Content>) | null): Promise<boolean>;
  /** Drops queued messages, including those still being read. @returns how many */
  drop(talk: Pick<KeptTalk, 'threadId' | 'conversationId'>): Promise<number>;
  checkRoom(talk: Pick<KeptTalk, 'conversationId'>): Promise<void>;
  /** Starts sending messages queued before a restart, or whose turn was never reported. */
  resume(): void;
  stop(): Promise<void>;
};

/** What became of a message. */
export type Said = 'said' | 'waits' | 'unsent';

/** How often queues are checked without an end-of-answer event, ms. */
const lookEveryMs = 10_000;

const tooMuch = reason('talk.error.queue_full', { count: mostWaiting });

const mayPass = (error: unknown): boolean =>
  toAppError(error).status >= 500 ||
  isAppError(error, 'rate_limited') ||
  isAppError(error, 'conversation_busy');

export function createTurns(options: {
  store: Pick<TalkStore, 'find' | 'wake'>;
  progress: Pick<TalkProgress, 'running' | 'lastAsked'>;
  waiting: WaitingStore;
  sessions: Sessions;
  relay: Pick<Relay, 'follow' | 'follows' | 'ready' | 'expect' | 'fail' | 'isAnswering'>;
  /** A queued message was refused, and `dropped` more behind it were not sent. */
  onRefused: (threadId: string, words: Words, error: unknown, dropped: number) => Promise<void>;
  clock: Clock;
  log: Log;
}): Turns {
  const { store, progress, waiting, sessions, relay, onRefused, clock, log } = options;
  const threads = createLanes();
  const inTurn = threads.run;
  let net: Loop | undefined;

  /** @returns false when it was already sent and answered */
  const post = async (talk: KeptTalk, words: Words): Promise<boolean> => {
    const { id, authorId, authorName, content } = words;
    if (talk.isIdle) await store.wake(talk.threadId);
    relay.follow(talk);
    await relay.ready(talk.threadId);
    const params = { conversation_id: talk.conversationId };
    const isShared = talk.speakers !== 'owner' && authorName !== '';
    const speaker = isShared ? { id: authorId, name: authorName } : null; // names are sent only where they are needed
    const guest = authorId !== talk.memberId;
    const body = { ...content, client_message_id: id, guest, ...(speaker && { speaker }) };
    const { run } = (
      await sessions
        .serviceOf(talk.memberId, undefined, { channelId: channelIn(talk.threadId), speakerId: authorId })
        .call(postMessage, { params, body })
        .catch((error) => {
          if (!isAppError(error, 'conversation_busy')) relay.fail(talk.threadId, 'refused');
          throw error;
        })
    ).body;
    relay.expect(talk.threadId, run.id);
    const isOpen = run.finished_at === null;
    if (isOpen) await progress.running(talk.threadId, run.id, words);
    return isOpen;
  };

  const checkRoom: Turns['checkRoom'] = async ({ conversationId }) => {
    if (await waiting.isFull(conversationId)) throw new AppError('conversation_busy', tooMuch);
  };

  const say: Turns['say'] = (talk, { content: read, ...written }) =>
    inTurn(talk.threadId, async () => {
      const words = { ...written, content: await read() };
      const isFree = (await waiting.first(talk.conversationId)) === null;
      const said = isFree ? await post(talk, words).then(() => 'said' as const, later) : 'waits';
      if (said === 'said') return said;
      if (await waiting.put(talk.conversationId, words)) {
        if (said === 'unsent') relay.fail(talk.threadId, 'unsent');
        return said;
      }
      throw new AppError('conversation_busy', tooMuch);
    });

  const pass = async (talk: KeptTalk): Promise<void> => {
    const { conversationId, threadId } = talk;
    let words = await waiting.first(conversationId);
    for (let isTaken = false; words && !isTaken; words = await waiting.first(conversationId)) {
      try {
        isTaken = await post(talk, words);
      } catch (error) {
        if (mayPass(error))
          return isAppError(error, 'conversation_busy') ? undefined : relay.fail(threadId, 'unsent');
        const dropped = (await waiting.drop(conversationId)) - 1;
        return onRefused(threadId, words, error, dropped);
      }
      await waiting.remove(words.id);
    }
  };

  const passAll = async (threadId: string): Promise<void> => {
    const talk = await store.find(threadId);
    if (talk) await pass(talk);
  };

  const next: Turns['next'] = (threadId) => inTurn(threadId, () => passAll(threadId));

  const begin: Turns['begin'] = (threadId, prepare) =>
    inTurn(threadId, async () => {
      await prepare();
      await passAll(threadId).catch((error) =>
        log.warn({ thread: threadId, err: error }, 'first message of a conversation not sent yet; retrying'),
      );
    });

  const sayAgain: Turns['sayAgain'] = (talk, id) =>
    inTurn(talk.threadId, async () => {
      const words = await progress.lastAsked(talk.threadId);
      if (!words) throw new AppError('not_found', reason('talk.error.message_gone'));
      await post(talk, { ...words, id });
    });

  return {
    say,
    begin,
    sayAgain,
    next,
    checkRoom,
    change: (threadId, id, read) =>
      inTurn(threadId, async () => {
        if ((await waiting.threadOf(id)) === null) return false;
        if (read) await waiting.change(id, await read());
        else await waiting.remove(id);
        return true;
      }),
    async drop({ threadId, conversationId }) {
      await threads.idle(threadId);
      return waiting.drop(conversationId);
    },
    resume() {
      const round = async (signal: AbortSignal): Promise<undefined> => {
        for (const threadId of await waiting.threads())
          if (!signal.aborted && relay.follows(threadId) && !relay.isAnswering(threadId))
            await next(threadId);
        return undefined;
      };
      net ??= startLoop({ name: 'waiting words', everyMs: lookEveryMs, round, clock, log });
    },
    async stop() {
      await net?.stop();
    },
  };
}

/** Why a message waits; other errors are refusals. */
function later(error: unknown): 'waits' | 'unsent' {
  if (isAppError(error, 'conversation_busy')) return 'waits';
  if (mayPass(error) && !isAppError(error, 'provider_mismatch')) return 'unsent';
  throw error;
}
