import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApplicationCommandType, ChannelType } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalDiscord, type LocalDiscord } from '../../../src/playground/discord/index.js';
import { decodeState, encodeState } from '../../../src/playground/discord/state/text.js';
import { channelId, createManualClock, login, startDiscord } from './world.js';

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-discord-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'deep', 'discord.state');
}

const picture = Buffer.from('not really a picture');

/** A Discord with some history, which is then shut down. */
async function live(snapshotFile: string) {
  const discord = await createLocalDiscord({ snapshotFile });
  const bot = discord.createBot({ name: 'Greeter' });
  const client = await login(discord, { bot });
  await client.application.commands.set([{ name: 'greet', description: 'Says hello' }]);
  const rigs = await client.channels.fetch(channelId(discord, 'rigs'));
  if (rigs?.type !== ChannelType.GuildText) throw new Error('text channel expected');
  const message = await rigs.send({ content: 'kept', files: [{ attachment: picture, name: 'fox.png' }] });
  const thread = await message.startThread({ name: 'Below' });
  await thread.members.add(discord.as('mia').member.id);
  const mia = discord.as('mia');
  await mia.post({ channelId: thread.id, content: 'in the thread' });
  mia.allowDms(false);
  const seen = mia.see(rigs.id);
  await client.destroy();
  await discord.close();
  return { bot, messageId: message.id, threadId: thread.id, seen };
}

const attachmentOf = async (discord: LocalDiscord, channel: string) => {
  const [message] = discord.as('mia').see(channel);
  const response = await fetch(message!.attachments[0]!.url);
  return Buffer.from(await response.arrayBuffer());
};

describe('a Discord with a state file', () => {
  it('is restored after a restart: bot, commands, messages, threads, files, permissions, closed messages', async () => {
    const snapshotFile = newFile();
    const before = await live(snapshotFile);
    const discord = await startDiscord({ snapshotFile });
    expect(discord.bots()).toEqual([before.bot]);
    expect(discord.people.map(({ username }) => username)).toEqual(['mia', 'max', 'olga', 'sam', 'noor']);
    const client = await login(discord, { bot: before.bot });
    const commands = await client.application.commands.fetch();
    expect(commands.map(({ name, type }) => [name, type])).toEqual([
      ['greet', ApplicationCommandType.ChatInput],
    ]);
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    const [again] = mia.see(rigs);
    expect(again).toMatchObject({ id: before.messageId, content: 'kept', thread: { name: 'Below' } });
    expect(again!.author).toEqual(before.seen[0]!.author);
    expect(await attachmentOf(discord, rigs)).toEqual(picture);
    expect(mia.see(before.threadId).at(-1)).toMatchObject({ content: 'in the thread' });
    const user = await client.users.fetch(mia.member.id);
    await expect(user.send('hello?')).rejects.toMatchObject({ code: 50007 });
    const next = await mia.post({ channelId: rigs, content: 'going on' });
    expect(BigInt(next.id) > BigInt(before.messageId)).toBe(true);
    const moderators = discord.as('max').channels();
    expect([moderators, mia.channels()].map((list) => list.some(({ name }) => name === 'mods'))).toEqual([
      true,
      false,
    ]);
  });

  it('writes shortly after a change, not at every change, and deletes files that are gone', async () => {
    const snapshotFile = newFile();
    const clock = createManualClock();
    const discord = await startDiscord({ snapshotFile, clock });
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    const attachments = [{ name: 'a.txt', bytes: picture }];
    const message = await mia.post({ channelId: rigs, content: 'one', attachments });
    await mia.post({ channelId: rigs, content: 'two' });
    expect(() => readFileSync(snapshotFile)).toThrow('ENOENT');
    clock.advance(1_000);
    await expect.poll(() => readFileSync(snapshotFile, 'utf8')).toContain('two');
    expect(readdirSync(`${snapshotFile}.files`)).toEqual([message.attachments[0]!.id]);
    discord.faults.deleteMessage(rigs, message.id);
    await discord.close();
    expect(readdirSync(`${snapshotFile}.files`)).toEqual([]);
    expect(readFileSync(snapshotFile, 'utf8')).not.toContain('"one"');
  });

  it('does not start with a foreign, newer or damaged file, and leaves it unchanged', async () => {
    const snapshotFile = newFile();
    const { bot } = await live(snapshotFile);
    const good = readFileSync(snapshotFile, 'utf8');
    const refuses = async (text: string, sentence: string) => {
      writeFileSync(snapshotFile, text);
      await expect(createLocalDiscord({ snapshotFile })).rejects.toThrow(sentence);
      expect(readFileSync(snapshotFile, 'utf8')).toBe(text);
    };
    await refuses('a letter to a friend', 'is not a snapshot of a local Discord');
    await refuses('', 'is not a snapshot of a local Discord');
    await refuses('null\n{}', 'is not a snapshot of a local Discord');
    await refuses(good.replace('"version":2', '"version":3'), 'has version 3; this program reads version 2');
    await refuses(good.replace('kept', 'lost'), 'is damaged');
    await refuses(good.slice(0, -40), 'is damaged');
    writeFileSync(snapshotFile, good);
    const [name] = readdirSync(`${snapshotFile}.files`);
    rmSync(join(`${snapshotFile}.files`, name!));
    await expect(createLocalDiscord({ snapshotFile })).rejects.toThrow(`The attachment ${name} of`);
    writeFileSync(join(`${snapshotFile}.files`, name!), picture);
    expect((await startDiscord({ snapshotFile })).bots()).toEqual([bot]);
  });
});

it('text keeps maps, sets and big integers, and user text cannot imitate one', () => {
  const value = {
    map: new Map<string, unknown>([['a', new Set([1n, 'x'])]]),
    sent: { $map: [['a', 1]], $bigint: '7', nested: [{ $set: [1] }] },
    plain: [null, true, 1.5, 'x'],
  };
  expect(decodeState(encodeState(value))).toEqual(value);
});
