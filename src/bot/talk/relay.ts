import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Events } from '../../client/events.js';
import type { Message } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { reason } from '../../copy/reason.js';
import type { CardFile } from '../cards/card.js';
import type { Pacer } from '../delivery/pacer.js';
import type { Served } from '../gateway/connection.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import { createCatchUp } from './catch-up.js';
import type { Channel } from './channel.js';
import { type Followed, followedOf, isAnswering, noteRun } from './followed.js';
import { createLateEdits } from './late-edits.js';
import { createListening } from './listening.js';
import { createMessageWriter } from './message-writer.js';
import type { TalkProgress } from './progress.js';
import type { Shut } from './refusals.js';
import { createSharing } from './sharing.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import type { Talk } from './talk.js';
import { createThreadRenderer, type ShownAnswer } from './thread-renderer.js';
import { isRunning } from './thread-state.js';
import type { Troubles } from './troubles.js';
import type { ShownVersion } from './version.js';

export type Relay = {
  /** Follows a talk before a message is sent, and expects an answer from now on. */
  follow(talk: Talk): void;
  /** Resolves once events of the talk can arrive, or cannot. Events of a message that is sent earlier may be missed. */
  ready(threadId: string): Promise<void>;
  /** The service accepted the message and answers it in this run. */
  expect(threadId: string, runId: string): void;
  /** The member asked for another version: the next answer replaces the newest one, or no longer (refused). */
  remake(threadId: string, isRemaking: boolean): void;
  /** Shows another version of the newest answer. */
  show(threadId: string, answer: ShownAnswer, version: ShownVersion): void;
  /** The message could not be sent: it is stored and sent later (`unsent`), or the member sees why (`refused`). */
  fail(threadId: string, why: 'unsent' | 'refused'): void;
  /** Drops the unsent message. */
  drop(threadId: string): void;
  /** Follows a resumed talk from where it was. */
  watch(talk: Talk): void;
  /** The talk is over but its thread exists: removes the Stop button from an unfinished answer. */
  finish(threadId: string): Promise<void>;
  /** Whether an answer is unfinished, by the events received so far. */
  isAnswering(threadId: string): boolean;
  /** Retries messages that a thread refused, without delay. */
  retry(threadId: string): void;
  /** A permission, thread or server came back: retries the threads that refused and are back. */
  retryRefused(isBack: (threadId: string) => boolean): void;
  /** Whether answers are shown only when complete, or while they are streamed. */
  setQuiet(threadId: string, isQuiet: boolean): void;
  /** Whether this process shows the thread. */
  follows(threadId: string): boolean;
  /** The member has another account now. */
  listenAgain(memberId: string): void;
  /** Every open thread of the servers that this process serves, from where it was. */
  resume(): Promise<void>;
  /** Stops following these threads, before another process does; resolves when nothing is under way. */
  leave(isLeft: (guildId: string) => boolean): Promise<void>;
  stop(): Promise<void>;
};

const lookEveryMs = 5_000;
/**
 * Follows the conversations of open threads and passes their events to the renderer. Missed events are read over HTTP,
 * for example while the socket is down: features work without it, only later.
 */
export function createRelay(options: {
  served: Pick<Served, 'serves' | 'stillServes'>;
  store: Pick<TalkStore, 'open' | 'find' | 'end'>;
  progress: Pick<TalkProgress, 'saveView' | 'running' | 'openThreads'>;
  troubles: Pick<Troubles, 'set'>;
  sessions: Sessions;
  events: Events;
  channel: Channel;
  pacer: Pacer;
  clock: Clock;
  log: Log;
  filesOf: (attachments: Message['attachments']) => Promise<CardFile[]>;
  languages: Pick<Languages, 'ofChannel'>;
  showTyping?: (one: Followed) => void;
  /** Stores what an event brings. Its `seq` is stored after that, so that nothing is lost in between. */
  onEvent?: (talk: Talk, event: AgentEvent) => Promise<void>;
}): Relay {
  const { served, store, progress, troubles, sessions, events, channel, pacer, clock, log } = options;
  const { filesOf, languages, showTyping = () => undefined } = options;
  const followed = new Map<string, Followed>();
  const saveView: TalkProgress['saveView'] = async (...given) => {
    await followed.get(given[0].threadId)?.stored;
    await progress.saveView(...given);
  };
  const lateEdits = createLateEdits(options);
  const writer = createMessageWriter({
    progress: { saveView },
    channel,
    clock,
    filesOf,
    languages,
    onEdited: lateEdits.check,
  });
  const renderer = createThreadRenderer({
    served,
    troubles,
    channel,
    writer,
    pacer,
    clock,
    log,
    languages,
    onShut: (threadId, why) => end(threadId, why),
  });
  const catchUp = createCatchUp({ sessions, events, renderer, showTyping, clock, log });

  const end = async (threadId: string, why?: Shut): Promise<void> => {
    await store.end(threadId, why);
    forget(threadId);
  };

  const forget = (threadId: string): void => {
    followed.get(threadId)?.leave();
    followed.delete(threadId);
  };

  const look = async (): Promise<undefined> => {
    for (const one of followed.values()) catchUp.look(one);
    return void (await compare());
  };

  let net: Loop | undefined;
  const { listen, listenAgain } = createListening({ ...options, followed, renderer, catchUp });

  /** Undefined when another process shows the thread. */
  const attach = (talk: Talk): Followed | undefined => {
    const { threadId, guildId } = talk;
    const known = followed.get(threadId);
    if (known || !served.serves(guildId)) return known;
    net ??= startLoop({ name: 'answers', everyMs: lookEveryMs, round: look, clock, log });
    const threadState = renderer.open(talk);
    const one = followedOf(threadState, clock.now());
    followed.set(threadId, one);
    listen(one);
    return one;
  };

  const { compare, leave } = createSharing({ ...options, followed, renderer, attach, forget });

  return {
    follow(talk) {
      const one = attach(talk);
      if (!one) return;
      one.threadState.talk = talk; // its owner may have decided something since
      if (!isRunning(one.threadState) && !one.isUnsent) one.heardAt = clock.now();
      Object.assign(one, { isUnsent: false, isAwaited: true });
      showTyping(one);
      if (one.threadState.trouble) renderer.retry(one.threadState); // the member may have fixed the permissions
    },
    async ready(threadId) {
      const one = followed.get(threadId);
      if (one) await events.ready(one.threadState.talk.conversationId);
    },
    expect(threadId, runId) {
      const one = followed.get(threadId);
      if (one && noteRun(one, runId, clock.now())) renderer.withdraw(one.threadState);
    },
    remake(threadId, isRemaking) {
      const one = followed.get(threadId);
      if (one) renderer.remake(one.threadState, isRemaking);
    },
    show(threadId, answer, version) {
      const one = followed.get(threadId);
      if (one) renderer.show(one.threadState, answer, version);
    },
    fail(threadId, why) {
      const one = followed.get(threadId);
      if (!one) return;
      one.isUnsent = why === 'unsent';
      one.isAwaited = one.isUnsent;
    },
    drop(threadId) {
      const one = followed.get(threadId);
      if (!one?.isUnsent) return;
      Object.assign(one, { isUnsent: false, isAwaited: false });
      renderer.fail(one.threadState, reason('talk.answer.error.unsent'), false);
    },
    watch: (talk) => void attach(talk),
    async finish(threadId) {
      const one = followed.get(threadId);
      if (one) renderer.finish(one.threadState);
      await end(threadId);
    },
    isAnswering(threadId) {
      const one = followed.get(threadId);
      return one !== undefined && isAnswering(one);
    },
    retry(threadId) {
      const one = followed.get(threadId);
      if (one) renderer.retry(one.threadState);
    },
    retryRefused(isBack) {
      for (const { threadState } of followed.values())
        if (threadState.trouble && isBack(channelIn(threadState.talk.threadId))) renderer.retry(threadState);
    },
    setQuiet(threadId, isQuiet) {
      const one = followed.get(threadId);
      if (one) one.threadState.talk = { ...one.threadState.talk, isQuiet };
    },
    follows: (threadId) => followed.has(threadId),
    listenAgain,
    async resume() {
      net ??= startLoop({ name: 'answers', everyMs: lookEveryMs, round: look, clock, log });
      for (const talk of await store.open()) attach(talk);
    },
    leave,
    async stop() {
      await leave(() => true);
      await lateEdits.stop();
      await net?.stop();
    },
  };
}
