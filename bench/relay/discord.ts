import type { Clock } from '../../src/base/clock.js';
import type { Answered } from '../../src/bot/delivery/pacer.js';
import type { Channel, ChannelPost } from '../../src/bot/talk/channel.js';
import { createLimiter } from '../../src/playground/discord/rest/limiter.js';

/** A number from 0 to below 1. */
export type Chance = () => number;

/** mulberry32: the same seed gives the same run. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The edit history of a message. */
type Message = { id: string; said: ChannelPost };
type Accepted = { at: number; threadId: string };

/** One-way latency, ms. */
const [nearestMs, farthestMs] = [20, 60];
/** The extra time discord.js waits after a bucket's reset. */
const offsetMs = 50;
const routes = {
  post: { method: 'POST', route: '/channels/:id/messages' },
  edit: { method: 'PATCH', route: '/channels/:id/messages/:id' },
  remove: { method: 'DELETE', route: '/channels/:id/messages/:id' },
} as const;

/** What every process of a bot shares: the limits that Discord counts, and the messages. */
function createDiscordState(clock: Clock) {
  const limits = { bucketSize: 5, bucketWindowMs: 5_000, globalPerSecond: 50, routes: {} };
  const limiter = createLimiter(clock, limits as Parameters<typeof createLimiter>[1]);
  const threads = new Map<string, Message[]>();
  return {
    buckets: new Map(
      Object.values(routes).map(({ method, route }) => [method, limiter.bucketOf(`${method} ${route}`)]),
    ),
    threads,
    accepted: [] as Accepted[],
    refused: 0,
    lastId: 0,
    messagesOf(threadId: string): Message[] {
      const messages = threads.get(threadId) ?? [];
      threads.set(threadId, messages);
      return messages;
    },
  };
}
type DiscordState = ReturnType<typeof createDiscordState>;

/** The library's part of one process: a queue for each bucket, which sends one request at a time. */
function createSender(clock: Clock, chance: Chance, state: DiscordState) {
  const queues = new Map<string, Promise<unknown>>();
  const emptyUntil = new Map<string, number>();
  const observers: ((answered: Answered) => void)[] = [];
  const travel = () => clock.sleep(nearestMs + chance() * (farthestMs - nearestMs));

  const send = async <T>(kind: keyof typeof routes, threadId: string, act: () => T): Promise<T> => {
    const { method, route } = routes[kind];
    const key = `${method} ${threadId}`;
    for (;;) {
      const waitMs = (emptyUntil.get(key) ?? 0) - clock.now();
      if (waitMs > 0) await clock.sleep(waitMs);
      await travel();
      const verdict = state.buckets.get(method)!(threadId, 'bot');
      const result = verdict.refused ? null : { value: act() };
      if (result) state.accepted.push({ at: clock.now(), threadId });
      else state.refused += 1;
      await travel();
      const headers = new Map(Object.entries(verdict.headers));
      const { retryAfterMs, scope } = verdict.refused ?? { retryAfterMs: 0, scope: 'user' };
      if (verdict.refused) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1_000)));
      if (verdict.refused) headers.set('x-ratelimit-scope', scope);
      const answered = { method, route, channelId: threadId, status: result ? 200 : 429 };
      for (const observe of observers)
        observe({ ...answered, headers: { get: (name) => headers.get(name) ?? null } });
      const resetMs = Number(headers.get('x-ratelimit-reset-after') ?? 0) * 1_000;
      if (headers.get('x-ratelimit-remaining') === '0') emptyUntil.set(key, clock.now() + resetMs + offsetMs);
      if (result) return result.value;
      await clock.sleep(retryAfterMs);
    }
  };
  return {
    request<T>(kind: keyof typeof routes, threadId: string, act: () => T): Promise<T> {
      const key = `${kind} ${threadId}`;
      const turn = (queues.get(key) ?? Promise.resolve()).then(() => send(kind, threadId, act));
      queues.set(key, turn);
      return turn;
    },
    observe: (observer: (answered: Answered) => void) => void observers.push(observer),
    clear() {
      queues.clear();
      emptyUntil.clear();
    },
  };
}

/**
 * Discord as a bot sees it through discord.js: the limiter of the local Discord (a bucket of 5 in 5 s a route and
 * channel, 50 a second globally), latency, and the library's queue, which sends one request a bucket at a time, waits
 * for an empty bucket and retries refused requests.
 */
export function createDiscordModel(clock: Clock, chance: Chance) {
  return createProcessModel(clock, chance, createDiscordState(clock));
}

function createProcessModel(clock: Clock, chance: Chance, state: DiscordState) {
  const { messagesOf, threads, accepted } = state;
  const { request, observe, clear } = createSender(clock, chance, state);

  const channel: Channel = {
    post: (threadId, said) =>
      request('post', threadId, () => {
        state.lastId += 1;
        messagesOf(threadId).push({ id: String(state.lastId), said });
        return { id: String(state.lastId) };
      }),
    edit: (threadId, messageId, said) =>
      request('edit', threadId, () => {
        const message = messagesOf(threadId).find(({ id }) => id === messageId);
        if (!message) return 'deleted' as const;
        message.said = { ...said, files: said.files ?? message.said.files };
        return 'edited' as const;
      }),
    strip: (threadId, messageId) =>
      request('edit', threadId, () => {
        const message = messagesOf(threadId).find(({ id }) => id === messageId);
        if (!message) return 'deleted' as const;
        message.said = { ...message.said, components: [] };
        return 'edited' as const;
      }),
    remove: (threadId, messageId) =>
      request('remove', threadId, () => {
        threads.set(
          threadId,
          messagesOf(threadId).filter(({ id }) => id !== messageId),
        );
        return 'removed' as const;
      }),
    open: async () => 'opened' as const,
    listAfter: async () => [],
  };

  return {
    channel,
    observe,
    /** Another process of the same bot: the same limits and messages, a queue of its own. */
    join: () => createProcessModel(clock, chance, state),
    saidIn: (threadId: string): ChannelPost[] => messagesOf(threadId).map(({ said }) => said),
    accepted,
    /** Discards the messages, to measure the bot's memory alone. */
    clear() {
      threads.clear();
      accepted.length = 0;
      clear();
    },
    refused: () => state.refused,
  };
}
export type DiscordModel = Omit<ReturnType<typeof createDiscordModel>, 'join'>;
