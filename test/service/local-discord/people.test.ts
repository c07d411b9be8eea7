import { type Client, Events, type Message, MessageFlags } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { MessageView } from '../../../src/playground/discord/index.js';
import { ALL_INTENTS, channelId, createManualClock, login, next, startBot, startDiscord } from './world.js';

const textsOf = (messages: MessageView[]) => messages.map(({ content }) => content);
const sendTo = async (client: Client, id: string, content: string): Promise<Message> => {
  const channel = await client.channels.fetch(id);
  if (!channel?.isSendable()) throw new Error('a channel to send to expected');
  return channel.send(content);
};

describe('an existing message', () => {
  it('is edited by its author alone, sent to the bot, and marked as edited', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const [mia, max] = [discord.as('mia'), discord.as('max')];
    const post = await mia.post({ channelId: rigs, content: 'hallo' });
    const update = next<[unknown, Message]>((listener) =>
      client.on(Events.MessageUpdate, (...args) => listener(args as unknown as [unknown, Message])),
    );
    const edit = { channelId: rigs, messageId: post.id };
    const edited = await mia.edit({ ...edit, content: ` hello <@${max.member.id}> ` });
    expect(edited).toMatchObject({ content: `hello <@${max.member.id}>`, editedAt: expect.any(Number) });
    const [, heard] = await update;
    expect([heard.content, heard.mentions.users.first()?.username]).toEqual([edited.content, 'max']);
    await expect(max.edit({ ...edit, content: 'x' })).rejects.toThrow('Only the author');
    await expect(mia.edit({ ...edit, content: '  ' })).rejects.toThrow('message is empty');
    await expect(mia.edit({ ...edit, content: 'x'.repeat(2_001) })).rejects.toThrow('at most 2000');
    expect(textsOf(mia.see(rigs))).toEqual([edited.content]);
    const reply = await max.post({ channelId: rigs, content: 'anser', replyTo: post.id });
    await max.edit({ channelId: rigs, messageId: reply.id, content: 'answer' });
    const fetched = await client.rest.get(`/channels/${rigs}/messages/${reply.id}`);
    expect(fetched).toMatchObject({ content: 'answer', mentions: [{ username: 'mia' }] });
  });

  it('is deleted by its author and by moderators, for everyone', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const [mia, sam, max] = ['mia', 'sam', 'max'].map((name) => discord.as(name));
    const gone: string[] = [];
    client.on(Events.MessageDelete, ({ id }) => gone.push(id));
    const first = await mia!.post({ channelId: rigs, content: 'one' });
    const second = await sendTo(client, rigs, 'two');
    const remove = (who: typeof mia, messageId: string) => who!.remove({ channelId: rigs, messageId });
    await expect(remove(sam, first.id)).rejects.toThrow('sam may not delete the messages of others in rigs');
    await remove(mia, first.id);
    await expect(remove(mia, first.id)).rejects.toThrow(`mia sees no message ${first.id}`);
    await expect(remove(mia, second.id)).rejects.toThrow('may not delete');
    await remove(max, second.id);
    await expect.poll(() => gone).toEqual([first.id, second.id]);
    expect(sam!.see(rigs)).toEqual([]);
  });

  it('that only one person sees is dismissed by that person without an event for the bot', async () => {
    const discord = await startDiscord();
    const { client } = await startBot(discord, [{ name: 'me', description: 'Me' }], (interaction) =>
      interaction.isChatInputCommand()
        ? interaction.reply({ content: 'secret', flags: MessageFlags.Ephemeral })
        : undefined,
    );
    let told = 0;
    client.on(Events.MessageDelete, () => told++);
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    const { messageId } = await mia.run({ channelId: rigs, command: 'me' });
    await expect(discord.as('olga').remove({ channelId: rigs, messageId: messageId! })).rejects.toThrow(
      'olga sees no message',
    );
    await mia.remove({ channelId: rigs, messageId: messageId! });
    const post = await mia.post({ channelId: rigs, content: 'x' });
    const deleted = next((listener) => client.on(Events.MessageDelete, listener));
    await mia.remove({ channelId: rigs, messageId: post.id });
    await deleted;
    expect([mia.see(rigs), told]).toEqual([[], 1]);
  });
});

describe('direct messages', () => {
  it('go both ways, with content although the bot has no message intent, and commands work there', async () => {
    const discord = await startDiscord();
    const intents = ALL_INTENTS.filter((intent) => intent !== 1 << 15);
    const { client } = await startBot(
      discord,
      [{ name: 'hi', description: 'Hi' }],
      (interaction) => interaction.isChatInputCommand() && interaction.reply(`hi, ${interaction.inGuild()}`),
      { intents },
    );
    client.on(Events.MessageCreate, (message) => {
      if (!message.author.bot && !message.inGuild()) void message.reply(`you said ${message.content}`);
    });
    const mia = discord.as('mia');
    const dm = mia.dm('greeter');
    expect(mia.dm(client.user.id)).toBe(dm);
    await mia.post({ channelId: dm, content: 'good morning' });
    const reply = await mia.waitFor((seen) => seen.find(({ author }) => author.bot), { channelId: dm });
    expect(reply).toMatchObject({ content: 'you said good morning', kind: 'reply' });
    await mia.run({ channelId: dm, command: 'hi' });
    expect(textsOf(mia.see(dm)).at(-1)).toBe('hi, false');
    expect(() => discord.as('sam').see(dm)).toThrow('sam sees no channel');
    expect(mia.channels().find(({ id }) => id === dm)).toMatchObject({
      kind: 'dm',
      recipient: { bot: true },
    });
  });

  it('are refused by a member who closes them (50007) until they are opened again', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const mia = discord.as('mia');
    const user = await client.users.fetch(mia.member.id);
    await user.send('first');
    mia.allowDms(false);
    await expect(user.send('second')).rejects.toMatchObject({ code: 50007, status: 403 });
    mia.allowDms(true);
    await user.send('third');
    expect(textsOf(mia.see(mia.dm('greeter')))).toEqual(['first', 'third']);
    expect(() => mia.dm('unknown')).toThrow('Unknown user "unknown"');
  });
});

describe('waiting', () => {
  it('checks every visible message: new, edited, deleted, quoted, with a thread, in a new channel', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const [mia, sam] = [discord.as('mia'), discord.as('sam')];
    const post = await sam.post({ channelId: rigs, content: 'start' });
    const sees = <T>(predicate: (seen: MessageView[]) => T | undefined) => mia.waitFor(predicate);

    const quoted = sees((seen) => seen.find(({ replyTo }) => replyTo?.content === 'changed'));
    await sam.post({ channelId: rigs, content: 'answer', replyTo: post.id });
    await sam.edit({ channelId: rigs, messageId: post.id, content: 'changed' });
    expect((await quoted).content).toBe('answer');

    const counted = sees((seen) => seen.find(({ thread }) => thread?.messageCount === 2));
    const { id } = await sam.startThread({ channelId: rigs, name: 'T', messageId: post.id });
    await sam.post({ channelId: id, content: 'one' });
    await sam.post({ channelId: id, content: 'two' });
    expect((await counted).id).toBe(post.id);

    const inNewChannel = sees((seen) => seen.find(({ content }) => content === 'psst'));
    await (await client.users.fetch(mia.member.id)).send('psst');
    expect((await inNewChannel).channelId).toBe(mia.dm('greeter'));

    const emptied = sees((seen) => (seen.some(({ id }) => id === post.id) ? undefined : 'gone'));
    await sam.remove({ channelId: rigs, messageId: post.id });
    expect(await emptied).toBe('gone');
  });

  it('ignores messages only others see, and lists the visible ones on a timeout', async () => {
    const discord = await startDiscord();
    await startBot(discord, [{ name: 'me', description: 'Me' }], (interaction) =>
      interaction.isChatInputCommand()
        ? interaction.reply({ content: 'secret', flags: MessageFlags.Ephemeral })
        : undefined,
    );
    const rigs = channelId(discord, 'rigs');
    const [mia, sam] = [discord.as('mia'), discord.as('sam')];
    await sam.post({ channelId: rigs, content: 'public' });
    const looks: string[][] = [];
    const waiting = sam.waitFor((seen) => void looks.push(textsOf(seen)), {
      channelId: rigs,
      timeoutMs: 300,
    });
    await mia.run({ channelId: rigs, command: 'me' });
    await expect(waiting).rejects.toThrow('sam did not see it within 300 ms; seen: Sam: public');
    expect(looks.flat()).not.toContain('secret');
  });

  it('stays cheap in a long channel: a message does not redraw the others', async () => {
    const discord = await startDiscord();
    const rigs = channelId(discord, 'rigs');
    const [mia, sam] = [discord.as('mia'), discord.as('sam')];
    for (let at = 0; at < 500; at += 1) await sam.post({ channelId: rigs, content: `${at}` });
    const looks: MessageView[][] = [];
    const done = mia.waitFor(
      (seen) => {
        looks.push(seen);
        return seen.find(({ content }) => content === 'last');
      },
      { channelId: rigs },
    );
    await sam.post({ channelId: rigs, content: 'last but one' });
    await sam.post({ channelId: rigs, content: 'last' });
    await done;
    const [before, , after] = looks;
    expect([before!.length, after!.length]).toEqual([500, 502]);
    expect(before!.every((view, at) => view === after![at])).toBe(true);
  });

  it('shows who is typing for ten seconds, or until their message arrives', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const typing = () =>
      discord
        .as('mia')
        .typing(rigs)
        .map(({ username }) => username);
    const type = () => client.rest.post(`/channels/${rigs}/typing`);
    await type();
    expect(typing()).toEqual(['greeter']);
    clock.advance(10_000);
    expect(typing()).toEqual([]);
    await type();
    await sendTo(client, rigs, 'there');
    expect(typing()).toEqual([]);
  });
});
