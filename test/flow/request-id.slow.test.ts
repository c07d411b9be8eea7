import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '../../src/app.js';
import type { App } from '../../src/app-types.js';
import { systemClock } from '../../src/base/clock.js';
import { createLog, type LogLine } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { t } from '../support/copy.js';
import { eventually } from '../support/eventually.js';
import { ownBase } from '../support/ports.js';
import { cardSays, openWorld, order, type TestWorld } from '../support/world.js';

/** The service and the bot as two programs that log everything. */

let world: TestWorld;
let bot: App;
let environment: Record<string, string>;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-request-id-'));
const lines: LogLine[] = [];
const log = createLog('debug', { destination: { write: (line) => lines.push(JSON.parse(line)) } });

const startBot = () =>
  startApp(readConfig(environment, t), { world: false, service: false, bot: true }, { log });

beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '20' }, false, systemClock, log);
  environment = await environmentOfBot(world.addresses, { port: await ownBase(), dataDir });
  bot = await startBot();
});
afterAll(async () => {
  await bot.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

/** The id of the act in which the service was asked for this. */
const idOf = (route: string): Promise<string> =>
  eventually(() => {
    const asked = lines.findLast((line) => line.method === 'POST' && line.route === route);
    if (typeof asked?.request_id !== 'string') throw new Error(`nothing asked for ${route}`);
    return asked.request_id;
  });

/** The steps of an act, from its log lines. */
const story = (id: string, from = 0): string[] =>
  lines
    .slice(from)
    .filter((line) => line.request_id === id)
    .map(({ msg, queue, kind, route }) => [msg, queue ?? route, queue === 'outbox' ? kind : undefined])
    .map((parts) => parts.filter(Boolean).join(' '));

it('a rig is followed by one id from the command over the service and its job to the message', async () => {
  const mia = (await world.linked('mia')).in('rigs');
  await mia.runs('/rig text', { prompt: 'a green frog', detail: 'low' });
  await mia.sees('Your character is ready');
  const id = await idOf('/api/rig/text-to-rig');
  expect(id).toMatch(/^req_\d+$/);
  await eventually(() =>
    expect(story(id)).toEqual(
      expect.arrayContaining([
        'answered /api/rig/text-to-rig',
        'interaction handled',
        'job done rig',
        'job done outbox rig',
      ]),
    ),
  );
  const others = lines.filter(({ msg }) => msg === 'interaction handled');
  expect(new Set(others.map(({ request_id }) => request_id)).size).toBe(others.length);
});

it('a purchase keeps its id when the bot restarts before the payment is shown', async () => {
  const mia = world.actor.as('mia');
  const { card, url } = await order(mia);
  const id = await idOf('/api/payments/intents');
  await bot.stop();
  const from = lines.length;
  await mia.wallet.pays(url);
  bot = await startBot();
  await cardSays(mia, card, /credits arrived/);
  await eventually(() => expect(story(id, from)).toContain('job done outbox purchase'));
  expect(story(id)).toContain('interaction handled');
});
