import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Child, createChild } from '../../src/cli/child.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { ownBase } from '../support/ports.js';
import { openWorld } from '../support/world.js';

/** Startup and shutdown of the bot's process. */

let discord: LocalDiscord;
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-lifecycle-'));
const started: Child[] = [];

beforeAll(async () => {
  discord = await createLocalDiscord();
  ({ token } = discord.createBot({ name: 'Rigsmith' }));
});
afterEach(async () => {
  for (const bot of started.splice(0)) await bot.kill();
});
afterAll(async () => {
  await discord.close();
  rmSync(folder, { recursive: true, force: true });
});

async function startBot(dataDir: string): Promise<{ bot: Child; url: string }> {
  const { bot, url } = await botOn(dataDir);
  await bot.start();
  return { bot, url };
}

async function botOn(dataDir: string): Promise<{ bot: Child; url: string }> {
  const port = await ownBase();
  const bot = createChild('bot', {
    DISCORD_TOKEN: token,
    DISCORD_API_URL: discord.api,
    SERVICE_URL: 'http://127.0.0.1:9',
    MASTER_KEY: 'ab'.repeat(32),
    DATA_DIR: join(folder, dataDir),
    PORT: String(port),
    LOG_LEVEL: 'silent',
  });
  started.push(bot);
  return { bot, url: `http://127.0.0.1:${port}` };
}

it('a bot whose gateway is closed permanently says what to do and exits with code 2', async () => {
  const { bot, url } = await startBot('closed');
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', problems: [] }]);
  discord.faults.closeGateway({ code: 4014 });
  const { code, said } = await bot.ended();
  expect(said).toMatch(/^Discord refused the message content intent \(4014\): .*MESSAGE_CONTENT=off.*\n$/);
  expect(code).toBe(2);
});

it('a second bot on the same data is refused while the first runs, and takes over once it was killed', {
  tags: 'slow',
}, async () => {
  const { bot: first } = await startBot('shared');
  const { bot: second } = await botOn('shared');
  await expect(second.start()).rejects.toThrow(
    /ended with 2: The database .*bot\.db is in use by another process \(host \S+, pid \d+, running for \d+ s\)/,
  );
  await first.kill();
  await second.start();
});

it('when bot and service run in one process, both pages report problems of either', async () => {
  const world = await openWorld();
  const pages = [world.addresses.service, new URL('/', world.addresses.link ?? '').href].map(
    (page) => new URL('/readyz', page ?? '').href,
  );
  const statuses = () => Promise.all(pages.map(async (page) => (await fetch(page)).status));
  expect(await statuses()).toEqual([200, 200]);
  await world.actor.discord.fault('close_gateway', { code: 4013 });
  expect(await world.failed).toContain('(4013)');
  expect(await statuses()).toEqual([503, 503]);
  await world.close();
});
