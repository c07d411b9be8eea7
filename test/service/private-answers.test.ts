import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { createSeal } from '../../src/base/seal.js';
import { actions, button, type Card, card, heading } from '../../src/bot/cards/card.js';
import type { Command } from '../../src/bot/command.js';
import { createMessenger } from '../../src/bot/delivery/messenger.js';
import type { Flows } from '../../src/bot/features.js';
import { createAdmission } from '../../src/bot/interaction/admission.js';
import { createAnswering } from '../../src/bot/interaction/answering.js';
import { describeCommand } from '../../src/bot/interaction/command-text.js';
import { createRouter } from '../../src/bot/interaction/router.js';
import { createInteractionStore } from '../../src/bot/interaction/store.js';
import { createUnanswered } from '../../src/bot/interaction/unanswered.js';
import { openBotDatabase } from '../support/bot-database.js';
import { copy, languages } from '../support/copy.js';
import { servesAll } from '../support/served.js';
import { channelId, createManualClock, login, startDiscord } from './local-discord/world.js';

/** Private answers that are edited later: as long as Discord takes it, also by the next process, and no longer. */

const minuteMs = 60_000;
const refresh = actions(button('Refresh', 'live:refresh', '*'));
const shown = (words: string): Card => card('neutral', [heading(words), refresh]);

async function openServer() {
  const clock = createManualClock();
  const discord = await startDiscord({ clock });
  const db = await openBotDatabase();
  onTestFinished(() => void db.close());
  const bot = discord.createBot({ name: 'Greeter' });
  const mia = discord.as('mia');
  const welcome = channelId(discord, 'welcome');
  let work = async () => shown('First');
  let processes = 0;

  /** One bot process over that database. Its own clock may be late. */
  const startProcess = async (
    drawOf: (id: string) => Promise<Card | null> = async () => null,
    lateMs = 0,
  ) => {
    const client = await login(discord, { bot });
    const ownClock = { ...clock, now: () => clock.now() - lateMs };
    processes += 1;
    const name = `bot/test/${processes}`;
    const interactions = createInteractionStore({
      served: { ...servesAll, member: () => name },
      db,
      seal: createSeal(['11'.repeat(32)]),
      clock: ownClock,
    });
    const run = () => work();
    const commands: Command[] = [
      {
        data: { name: 'live', description: 'x' },
        actions: { '': { acknowledge: 'private', isLive: true, run } },
        components: { refresh: { acknowledge: 'update', isLive: true, run } },
      },
    ];
    const flows = {} as Flows;
    const pendingNotices = async () => [];
    const deps = { flows, pendingNotices, languages, interactions, drawOf, clock: ownClock, log: silentLog };
    const answering = createAnswering({ ...deps, admission: createAdmission(ownClock) });
    const route = createRouter({ commands, flows, answering, payloadOf: () => undefined, log: silentLog });
    await client.application.commands.set(commands.map(({ data }) => describeCommand(data, copy)));
    client.on('interactionCreate', (interaction) => void route(interaction));
    const { editPrivate } = createMessenger(client.rest, interactions.findWebhook);
    return {
      edit: (words: string) => editPrivate(mia.see(welcome).at(-1)!.id, shown(words)),
      resume: createUnanswered({ rest: client.rest, clientOf: () => client, route, ...deps }).resume,
      die: async () => {
        client.removeAllListeners('interactionCreate');
        await client.destroy();
      },
    };
  };
  return {
    clock,
    mia,
    running: () => db.all(`SELECT id FROM interaction WHERE state = 'running'`),
    startProcess,
    does: (next: () => Promise<Card>) => {
      work = next;
    },
    says: () => JSON.stringify(mia.see(welcome).at(-1)?.components),
    runs: () => mia.run({ channelId: welcome, command: 'live' }),
    presses: () =>
      mia.click({ channelId: welcome, messageId: mia.see(welcome).at(-1)!.id, customId: 'live:refresh:*:' }),
    isSeenBy: (name: string) => discord.as(name).see(welcome).length > 0,
  };
}

it('is edited for a quarter of an hour, and then refused', async () => {
  const server = await openServer();
  const { edit } = await server.startProcess();
  await server.runs();
  await expect.poll(server.says).toContain('First');
  server.clock.advance(14 * minuteMs);
  expect(await edit('Second')).toBe('edited');
  expect(server.says()).toContain('Second');
  expect(server.isSeenBy('sam')).toBe(false);
  server.clock.advance(minuteMs);
  expect(await edit('Third')).toBe('gone');
  expect(server.says()).toContain('Second');
});

it('is refused when Discord ends the token before the bot expects it', async () => {
  const server = await openServer();
  const { edit } = await server.startProcess(undefined, 5 * minuteMs);
  await server.runs();
  await expect.poll(server.says).toContain('First');
  server.clock.advance(14.4 * minuteMs);
  expect(await edit('Second')).toBe('edited');
  server.clock.advance(0.7 * minuteMs);
  expect(await edit('Third')).toBe('gone');
});

it('is edited again after a press on it, also an old one', async () => {
  const server = await openServer();
  const { edit } = await server.startProcess();
  await server.runs();
  await expect.poll(server.says).toContain('First');
  server.clock.advance(40 * minuteMs);
  expect(await edit('Second')).toBe('gone');
  server.does(async () => shown('Pressed'));
  await server.presses();
  await expect.poll(server.says).toContain('Pressed');
  server.clock.advance(14 * minuteMs);
  expect(await edit('Third')).toBe('edited');
  expect(server.says()).toContain('Third');
});

it('is edited while its action still runs, and after an action that failed', async () => {
  const server = await openServer();
  const { edit } = await server.startProcess();
  await server.runs();
  await expect.poll(server.says).toContain('First');
  server.does(() => new Promise(() => undefined));
  server.clock.advance(14.6 * minuteMs);
  await server.presses();
  await expect.poll(() => edit('Second')).toBe('edited');
  server.clock.advance(5 * minuteMs);
  server.does(() => Promise.reject(new Error('503')));
  await server.presses();
  await expect.poll(server.says).toContain('Something went wrong');
});

it('is edited by the next process', async () => {
  const server = await openServer();
  const first = await server.startProcess();
  await server.runs();
  await expect.poll(server.says).toContain('First');
  await first.die();
  const second = await server.startProcess();
  await second.resume();
  expect(await second.edit('Second')).toBe('edited');
  expect(server.says()).toContain('Second');
});

it('that a crash left open shows what its action had made, and is edited further', async () => {
  const server = await openServer();
  const first = await server.startProcess();
  server.does(() => new Promise(() => undefined));
  await server.runs();
  await expect.poll(server.running).not.toEqual([]);
  await first.die();
  const second = await server.startProcess(async () => shown('Made before the crash'));
  await second.resume();
  expect(server.says()).toContain('Made before the crash');
  expect(await second.edit('Second')).toBe('edited');
});
