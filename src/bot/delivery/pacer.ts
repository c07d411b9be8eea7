import type { Clock } from '../../base/clock.js';
import { type Bucket, nextAt, nextSpreadAt, readBucket } from './pace.js';

/** Priorities: ends of answers first, then starts, then progress updates. */
export type Urgency = 'end' | 'first' | 'growth';
const order: readonly Urgency[] = ['end', 'first', 'growth'];

/** The rate limit bucket of a request, by method, route and channel. */
export type Slot = { method: string; route: string; channelId: string };

export type PaceRequest = {
  urgency: Urgency;
  /** The interval between new content. */
  everyMs?: number;
  /** Requests that the end of this answer may need at once; usually 1. */
  endEdits?: number;
};

/** A reply to any request of the bot. */
export type Answered = Slot & { status: number; headers: { get(name: string): string | null } };

/**
 * Schedules requests by priority within Discord's rate limits, read from the `x-ratelimit-*` headers of every reply, so
 * that no request gets a 429 and no end of an answer waits behind progress updates.
 */
export type Pacer = {
  /** Resolves when a request may go; false when `signal` aborted. */
  turn(slot: Slot, asked: PaceRequest, signal: AbortSignal): Promise<boolean>;
  /** How long a request would wait for its bucket, in ms. */
  waitMs(slot: Slot, asked: PaceRequest): number;
  observe(answered: Answered): void;
  /** Changes how many of Discord's requests per second are for this process. */
  setRate(requestsPerSecond: number): void;
};

const share = 0.92;
const forgetEveryMs = 5_000;

/**
 * @param requestsPerSecond Discord's global limit. Requests are sent evenly and slightly slower, so that network jitter
 *   never exceeds it; requests by other code are counted when their reply arrives.
 */
export function createPacer({
  clock,
  requestsPerSecond = 50,
  waited = () => undefined,
}: {
  clock: Clock;
  requestsPerSecond?: number;
  /** Called with the time each request had to wait. */
  waited?: (ms: number) => void;
}): Pacer {
  const perMsAt = (perSecond: number) => (perSecond * share) / 1_000;
  let perMs = perMsAt(requestsPerSecond);
  const burst = Math.max(1, requestsPerSecond / 50);
  const names = new Map<string, string>();
  const buckets = new Map<string, Bucket>();
  const underWay = new Map<string, number>();
  const queues = new Map<Urgency, Set<() => void>>(order.map((urgency) => [urgency, new Set()]));
  let tokens = burst;
  let filledAt = clock.now();
  let forgotAt = clock.now();
  let pumping = false;

  /** Routes share a bucket when Discord reports the same name. */
  const keyOf = ({ method, route, channelId }: Slot): string =>
    `${names.get(`${method} ${route}`) ?? `${method} ${route}`} ${channelId}`;

  const fill = () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + Math.max(0, now - filledAt) * perMs);
    filledAt = Math.max(now, filledAt);
  };

  const pump = async () => {
    if (pumping) return;
    pumping = true;
    for (;;) {
      const queue = order.map((urgency) => queues.get(urgency)!).find(({ size }) => size > 0);
      if (!queue) break;
      fill();
      if (tokens < 1) {
        await clock.sleep(Math.ceil((1 - tokens) / perMs));
        continue;
      }
      tokens -= 1;
      const [go] = queue;
      queue.delete(go!);
      go!();
    }
    pumping = false;
  };

  const budget = (urgency: Urgency, signal: AbortSignal) =>
    new Promise<boolean>((resolve) => {
      if (signal.aborted) return resolve(false);
      const queue = queues.get(urgency)!;
      const leave = () => {
        queue.delete(go);
        resolve(false);
      };
      const go = () => {
        signal.removeEventListener('abort', leave);
        resolve(true);
      };
      signal.addEventListener('abort', leave, { once: true });
      queue.add(go);
      void pump();
    });

  /** Forgets buckets that have reset; the next reply reports them again. */
  const forget = (now: number) => {
    if (now - forgotAt < forgetEveryMs) return;
    forgotAt = now;
    for (const [key, { resetAt }] of buckets) if (resetAt < now) buckets.delete(key);
  };

  const waitMs: Pacer['waitMs'] = (slot, { urgency, everyMs, endEdits }) => {
    const bucket = buckets.get(keyOf(slot));
    const now = clock.now();
    return (urgency === 'growth' ? nextSpreadAt(bucket, now, everyMs, endEdits) : nextAt(bucket, now)) - now;
  };

  return {
    waitMs,
    setRate(perSecond) {
      fill();
      perMs = perMsAt(perSecond);
    },
    async turn(slot, asked, signal) {
      const askedAt = clock.now();
      for (let ms = waitMs(slot, asked); ms > 0; ms = waitMs(slot, asked)) {
        await clock.sleep(ms, signal).catch(() => undefined);
        if (signal.aborted) return false;
      }
      if (!(await budget(asked.urgency, signal))) return false;
      waited(clock.now() - askedAt);
      const key = `${slot.method} ${slot.route} ${slot.channelId}`;
      underWay.set(key, (underWay.get(key) ?? 0) + 1);
      return true;
    },
    observe(answered) {
      const { method, route, channelId, status, headers } = answered;
      const now = clock.now();
      const asked = `${method} ${route} ${channelId}`;
      const mine = underWay.get(asked) ?? 0;
      if (mine > 1) underWay.set(asked, mine - 1);
      else if (mine === 1) underWay.delete(asked);
      else if (!/^\/(interactions|webhooks)\//.test(route)) tokens -= 1; // sent by other code
      const name = headers.get('x-ratelimit-bucket');
      if (name) names.set(`${method} ${route}`, name);
      const key = keyOf(answered);
      const bucket = readBucket(headers, buckets.get(key), now);
      if (bucket) buckets.set(key, bucket);
      if (status === 429) refused(answered, now);
      forget(now);
    },
  };

  function refused(answered: Answered, now: number): void {
    const { headers } = answered;
    const afterMs = Number(headers.get('x-ratelimit-reset-after') ?? headers.get('retry-after') ?? 1) * 1_000;
    if (headers.get('x-ratelimit-global') || headers.get('x-ratelimit-scope') === 'global') {
      tokens = 1 - afterMs * perMs;
      filledAt = now;
      return;
    }
    const known = buckets.get(keyOf(answered));
    const windowMs = Math.max(afterMs, known?.windowMs ?? 0);
    buckets.set(keyOf(answered), {
      limit: known?.limit ?? 1,
      remaining: 0,
      resetAt: now + afterMs,
      saidAt: now,
      windowMs,
    });
  }
}
