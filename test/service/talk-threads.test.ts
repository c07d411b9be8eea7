import { PermissionFlagsBits as Bits, REST, Routes } from 'discord.js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log.js';
import { createChannel } from '../../src/bot/talk/channel.js';
import { createThreads, type Threads } from '../../src/bot/talk/threads.js';
import { createLocalDiscord, type LocalDiscord } from '../../src/playground/discord/index.js';
import { jumpingClock } from '../support/clock.js';

let discord: LocalDiscord;
let rest: REST;
let threads: Threads;
let agent: string;
let mia: string;
let bound: string[];
/** The permissions of the README, which do not include managing threads. */
const asked =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.SendMessagesInThreads |
  Bits.CreatePublicThreads |
  Bits.CreatePrivateThreads |
  Bits.ReadMessageHistory;

const openThreads = (permissions: bigint): Threads => {
  const bot = discord.createBot({ name: 'Talker', permissions });
  rest = new REST({ api: discord.api, retries: 0 }).setToken(bot.token);
  return createThreads({
    rest,
    selfId: () => bot.userId,
    isBound: async (id) => bound.includes(id),
    clock: jumpingClock(20),
    log: silentLog,
  });
};

beforeEach(async () => {
  discord = await createLocalDiscord();
  bound = [];
  threads = openThreads(asked);
  agent = discord.guild().channels.find(({ name }) => name === 'agent')!.id;
  mia = discord.as('mia').member.id;
});
afterEach(() => discord.close());

const below = () => discord.guild().channels.filter(({ parentId }) => parentId === agent);
const open = (name: string, more: { messageId?: string; isPrivate?: boolean } = {}) =>
  threads.open(agent, { name, isPrivate: false, memberId: mia, ...more });
const hangUp = (after: boolean, times = 1, path = '/channels/*/threads') =>
  discord.faults.rest({ kind: 'hang-up', method: 'POST', path, after, times });

it.each([true, false])(
  'a thread is created once when the connection is reset (after it took effect: %s)',
  async (after) => {
    hangUp(after);
    const id = await open('A fox');
    expect(below().map((thread) => thread.id)).toEqual([id]);
  },
);

it('a thread of a message is created once when the connection is reset after it took effect', async () => {
  const { id: messageId } = await discord.as('mia').post({ channelId: agent, content: 'A fox' });
  hangUp(true, 1, '/channels/*/messages/*/threads');
  expect(await open('A fox', { messageId })).toBe(messageId);
  expect(below()).toHaveLength(1);
});

it('a thread that another person opened below the message is not used', async () => {
  const { id: messageId } = await discord.as('mia').post({ channelId: agent, content: 'A fox' });
  await discord.as('sam').startThread({ channelId: agent, name: 'A fox', messageId });
  expect(await open('A fox', { messageId })).not.toBe(messageId);
});

it('a lost thread is not confused with one of the same name that a talk has or is opening', async () => {
  bound.push(await open('Hello'));
  hangUp(true);
  const [first, second] = await Promise.all([open('Hello'), open('Hello')]);
  expect(new Set([...bound, first, second]).size).toBe(3);
  expect(below()).toHaveLength(3);
});

it('a discarded thread is archived, and deleted if the bot may delete it', async () => {
  await threads.discard(await open('One'));
  expect(below().map(({ archived }) => archived)).toEqual([true]);
  threads = openThreads(asked | Bits.ManageThreads);
  const id = await open('Two');
  await threads.discard(id);
  expect(await threads.unarchive(id)).toBe(false);
});

it('a member who cannot be added leaves no open thread behind', async () => {
  threads = openThreads(asked & ~Bits.SendMessagesInThreads);
  discord.faults.setPermission({ permission: 'SendMessagesInThreads', allowed: false });
  await expect(open('One')).rejects.toThrow('talk.error.thread.forbidden');
  expect(below().filter(({ archived }) => !archived)).toEqual([]);
});

it('a thread that a moderator archived and locked is reported as locked, and is not reopened', async () => {
  const id = await open('A fox');
  const { token } = discord.createBot({ name: 'Mod', permissions: Bits.Administrator });
  const moderator = new REST({ api: discord.api }).setToken(token);
  const channel = createChannel(rest);
  await moderator.patch(Routes.channel(id), { body: { archived: true } });
  expect(await channel.open(id)).toBe('opened');
  await moderator.patch(Routes.channel(id), { body: { archived: true, locked: true } });
  expect(await channel.post(id, { content: 'The end.' }, 'nonce')).toMatch(/archived|locked/);
  expect(await channel.open(id)).toBe('locked');
  expect(await threads.unarchive(id)).toBe(false);
  await moderator.patch(Routes.channel(id), { body: { archived: false } });
  expect(await threads.unarchive(id)).toBe(false); // open, but only moderators may write in it
});
