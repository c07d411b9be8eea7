import { beforeEach, describe, expect, it } from 'vitest';
import { createPacer, type Pacer, type Urgency } from '../../../../src/bot/delivery/pacer.js';
import { type ManualClock, manualClock } from '../../../support/clock.js';

const edit = { method: 'PATCH', route: '/channels/:id/messages/:id', channelId: '1' };

let clock: ManualClock;
let pacer: Pacer;
let went: { at: number; urgency: Urgency; channelId: string }[];
let begun: number;
beforeEach(() => {
  clock = manualClock();
  pacer = createPacer({ clock, requestsPerSecond: 50 });
  went = [];
  begun = clock.now();
});

const go = async (
  urgency: Urgency,
  channelId = '1',
  more: { everyMs?: number; endEdits?: number; signal?: AbortSignal } = {},
) => {
  const { signal = new AbortController().signal, everyMs = 0, endEdits } = more;
  const isTurn = await pacer.turn({ ...edit, channelId }, { urgency, everyMs, endEdits }, signal);
  if (isTurn) went.push({ at: clock.now() - begun, urgency, channelId });
  return isTurn;
};
const says = (headers: Record<string, string>, status = 200, slot = edit) =>
  pacer.observe({ ...slot, status, headers: { get: (name) => headers[`${name}`] ?? null } });
const bucket = (remaining: number, resetAfter: number) => ({
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': String(remaining),
  'x-ratelimit-reset-after': String(resetAfter),
  'x-ratelimit-bucket': 'abc',
});

describe('one thread', () => {
  it('shows growth at the rate of its bucket and keeps the last slot until near its end', async () => {
    let left = 5;
    const live = async () => {
      for (let place = 0; place < 11; place += 1) {
        await go('growth', '1', { everyMs: 20 });
        left = left === 0 ? 4 : left - 1;
        says(bucket(left, 5 - (went.at(-1)!.at % 5_000) / 1_000));
      }
    };
    const done = live();
    await clock.advance(11_000);
    await done;
    const windows = [0, 5_000, 10_000].map((from) =>
      went.filter(({ at }) => at >= from && at < from + 5_000),
    );
    expect(windows.map(({ length }) => length)).toEqual([5, 5, 1]);
    expect(windows.slice(0, 2).map((places) => places.at(-1)!.at % 5_000)).toEqual([4_500, 4_500]);
  });

  it('never uses an empty bucket, and an end waits no longer than necessary', async () => {
    says(bucket(0, 2));
    const turns = [go('end'), go('growth')];
    await clock.advance(1_999);
    expect(went).toEqual([]);
    await clock.advance(100);
    await Promise.all(turns);
    expect(went.map(({ urgency }) => urgency)).toEqual(['end', 'growth']);
    expect(went[0]?.at).toBe(2_000);
  });

  it('gives an end the slot reserved from growth', async () => {
    says(bucket(1, 5));
    const growth = go('growth', '1', { everyMs: 20 });
    const end = go('end');
    await clock.advance(100);
    await end;
    expect(went.map(({ urgency }) => urgency)).toEqual(['end']);
    await clock.advance(4_400);
    await growth;
    expect(went[1]?.at).toBe(4_500);
  });

  it('keeps two slots for an end that may change two messages, and spends both before the window ends', async () => {
    for (const [left, untilMs] of [
      [3, 4_000],
      [2, 4_600],
      [1, 4_900],
    ] as const) {
      const sinceMs = clock.now() - begun;
      says(bucket(left, 5 - sinceMs / 1_000));
      const turn = go('growth', '1', { everyMs: 20, endEdits: 2 });
      await clock.advance(untilMs - sinceMs);
      await turn;
    }
    const [first, ...kept] = went.map(({ at }) => at);
    expect(first).toBeLessThan(4_000);
    expect(kept).toEqual([4_500, 4_750]);
  });

  it('shows rare updates at once', async () => {
    says(bucket(4, 5));
    const turn = go('growth', '1', { everyMs: 2_000 });
    await clock.advance(100);
    expect(await turn).toBe(true);
  });

  it('returns a slot that is no longer needed', async () => {
    says(bucket(1, 4));
    const leave = new AbortController();
    const turn = go('growth', '1', { everyMs: 20, signal: leave.signal });
    leave.abort();
    expect(await turn).toBe(false);
  });

  it('honors a 429: of the bucket for this thread, of the global limit for all', async () => {
    says({ 'retry-after': '3', 'x-ratelimit-scope': 'user' }, 429);
    const turns = [go('end'), go('end', '2')];
    await clock.advance(3_000);
    await Promise.all(turns);
    expect(went.map(({ channelId }) => channelId)).toEqual(['2', '1']);
    expect(went[1]?.at).toBe(3_000);
    says({ 'retry-after': '2', 'x-ratelimit-global': 'true' }, 429, { ...edit, channelId: '7' });
    const next = go('end', '3');
    await clock.advance(1_900);
    expect(went).toHaveLength(2);
    await clock.advance(300);
    await next;
  });
});

describe('all threads together', () => {
  const many = (urgency: Urgency, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => go(urgency, String(from + index)));

  it('stay below the limit of the bot in every second', async () => {
    const turns = many('growth', 1, 200);
    await clock.advance(6_000);
    await Promise.all(turns);
    for (const { at } of went)
      expect(went.filter((one) => one.at >= at && one.at < at + 1_000).length).toBeLessThanOrEqual(50);
  });

  it('serve ends first, then first signs, then growth, each in order', async () => {
    await go('end', '0');
    const turns = [...many('growth', 10, 3), ...many('first', 20, 3), ...many('end', 30, 3)];
    await clock.advance(1_000);
    await Promise.all(turns);
    expect(went.map(({ channelId }) => channelId)).toEqual([
      '0',
      '30',
      '31',
      '32',
      '20',
      '21',
      '22',
      '10',
      '11',
      '12',
    ]);
  });

  it('count other requests of the bot, but not answers to interactions', async () => {
    for (let sent = 0; sent < 46; sent += 1)
      says({}, 200, { ...edit, route: '/webhooks/:id/:token', channelId: '9' });
    await go('end', '1');
    expect(went[0]?.at).toBe(0);
    for (let sent = 0; sent < 46; sent += 1) says({}, 200, { ...edit, channelId: '9' });
    const turn = go('end', '2');
    await clock.advance(2_000);
    await turn;
    expect(went[1]?.at).toBeGreaterThan(900);
  });
});
