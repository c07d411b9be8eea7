import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { silentLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { createWeb } from '../../src/bot/web/server.js';
import { copy } from '../support/copy.js';
import { ownBase } from '../support/ports.js';
import { trickle, unfinished } from '../support/trickle.js';
import { openWorld } from './http-world.js';

const arrival = { longestMs: 300, lookEveryMs: 50 };
let close: () => Promise<unknown>;
afterEach(() => close());

async function openPages(): Promise<string> {
  const port = await ownBase();
  const origin = `http://127.0.0.1:${port}`;
  const web = createWeb({
    origin,
    wallet: null,
    pages: [],
    copy,
    clock: systemClock,
    log: silentLog,
    readiness: createReadiness(),
    arrival,
  });
  await web.listen(port, '127.0.0.1');
  close = web.close;
  return origin;
}

async function openService(): Promise<string> {
  const world = await openWorld({ config: { arrival } });
  close = world.close;
  return world.listen();
}

const servers = [
  ['the page server', openPages],
  ['the service', openService],
] as const;
const requests = Object.entries(unfinished);

it.each(servers)('%s closes a connection whose request does not arrive whole in time', async (_, open) => {
  const url = await open();
  for (const [what, head] of requests) {
    const { answer, ms } = await trickle(url, head);
    expect(answer, what).toMatch(/HTTP\/1\.1 408/);
    expect(ms, what).toBeLessThan(20_000);
  }
});

it.each(servers)('%s closes a connection that sends its body a byte at a time', async (_, open) => {
  const { ms } = await trickle(await open(), unfinished['only a part of its body'], 40);
  expect(ms).toBeLessThan(20_000);
});
