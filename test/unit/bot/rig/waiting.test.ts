import { expect, it } from 'vitest';
import { untilReady } from '../../../../src/bot/rig/page/waiting.js';

/** A page that asks a server which answers with these statuses, and then always with the last. */
function visit(...statuses: number[]) {
  let [now, asked] = [0, 0];
  const ask = async () => new Response(null, { status: statuses[Math.min(asked++, statuses.length - 1)]! });
  const sleep = async (ms: number) => {
    now += ms;
  };
  const reply = untilReady(ask, { now: () => now, sleep });
  return { reply, asked: () => asked, now: () => now };
}

it('asks again while the file is being made, within the rate limit of a page', async () => {
  const { reply, asked, now } = visit(202, 202, 200);
  expect((await reply).status).toBe(200);
  expect(asked()).toBe(3);
  expect(now()).toBe(6_000);
});

it('returns a refusal at once', async () => {
  const { reply, asked } = visit(404);
  expect((await reply).status).toBe(404);
  expect(asked()).toBe(1);
});

it('gives up after ten minutes', async () => {
  const { reply, now } = visit(202);
  expect((await reply).status).toBe(202);
  expect(now()).toBe(10 * 60_000);
});
