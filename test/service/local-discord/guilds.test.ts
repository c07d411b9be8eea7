import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events, type Interaction, type Message } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { CLUB, channelIn, club, HOME, joinBoth, startBoth } from './two-guilds.js';
import { login, next, startDiscord } from './world.js';

const namesOf = (list: readonly { name: string }[]): string[] => list.map(({ name }) => name);

describe('a local Discord with two servers', () => {
  it('shows each person the servers they are in, with the roles they have there', async () => {
    const discord = await startBoth();
    expect(namesOf(discord.guilds())).toEqual([HOME, CLUB]);
    expect(discord.guild().name).toBe(HOME);
    const club = discord.guild(CLUB);
    expect(discord.guild(club.id)).toEqual(club);
    expect(club.locale).toBe('de');
    expect(club.members.map(({ username, roles }) => [username, roles])).toEqual([
      ['mia', []],
      ['max', []],
      ['sam', ['Referee']],
    ]);
    const seenBy = (name: string) => namesOf(discord.as(name).channels());
    expect(seenBy('mia')).toEqual(['welcome', 'rigs', 'agent', 'lobby']);
    expect(seenBy('sam')).toEqual(['welcome', 'rigs', 'agent', 'lobby', 'referees']);
    expect(seenBy('olga')).toEqual(['welcome', 'rigs', 'agent', 'mods']);
    expect(() => discord.guild('Nowhere')).toThrow(`Unknown server "Nowhere". Servers: ${HOME}, ${CLUB}.`);
  });

  it('gives a bot only the servers it was added to', async () => {
    const discord = await startBoth();
    const client = await login(discord);
    const lobby = channelIn(discord, CLUB, 'lobby');
    expect(client.guilds.cache.map(({ name }) => name)).toEqual([HOME]);
    await expect(client.rest.get(`/guilds/${discord.guild(CLUB).id}`)).rejects.toMatchObject({ code: 10004 });
    await expect(client.rest.get(`/channels/${lobby}`)).rejects.toMatchObject({ code: 50001 });
    const joined = next<{ name: string }>((listener) => client.on(Events.GuildCreate, listener));
    discord.faults.invite(client.user.id, { guild: CLUB });
    expect((await joined).name).toBe(CLUB);
    expect(client.guilds.cache.get(discord.guild(CLUB).id)!.preferredLocale).toBe('de');
    expect(namesOf([...(await client.guilds.fetch()).values()])).toEqual([HOME, CLUB]);
  });

  it('sends every event with its server, and lists members, roles, channels and threads by server', async () => {
    const discord = await startBoth();
    const client = await login(discord, { bot: joinBoth(discord) });
    const heard: [string | null, string][] = [];
    client.on(Events.MessageCreate, ({ guildId, content }) => heard.push([guildId, content]));
    const mia = discord.as('mia');
    const [rigs, lobby] = [channelIn(discord, HOME, 'rigs'), channelIn(discord, CLUB, 'lobby')];
    await mia.post({ channelId: rigs, content: 'at home' });
    await mia.post({ channelId: lobby, content: 'at the club' });
    await expect
      .poll(() => heard)
      .toEqual([
        [discord.guildId, 'at home'],
        [discord.guild(CLUB).id, 'at the club'],
      ]);
    await mia.startThread({ channelId: lobby, name: 'openings' });
    const [home, away] = [HOME, CLUB].map((name) => client.guilds.cache.get(discord.guild(name).id)!);
    const threadsOf = async (guild: typeof home) =>
      (await guild!.channels.fetchActiveThreads()).threads.map(({ name }) => name);
    expect([await threadsOf(home), await threadsOf(away)]).toEqual([[], ['openings']]);
    const membersOf = async (guild: typeof home) =>
      (await guild!.members.fetch()).map(({ user }) => user.username).sort();
    expect(await membersOf(home)).toEqual(['greeter', 'mia', 'max', 'olga', 'sam', 'noor'].sort());
    expect(await membersOf(away)).toEqual(['greeter', 'mia', 'max', 'sam'].sort());
    expect((await away!.roles.fetch()).map(({ name }) => name)).toEqual(['@everyone', 'Referee', 'Greeter']);
    expect((await away!.channels.fetch()).map((channel) => channel!.name)).toEqual(['lobby', 'referees']);
  });

  it('uses roles, bans and the audit log of one server only', async () => {
    const discord = await startBoth();
    const client = await login(discord, { bot: joinBoth(discord) });
    const [max, sam] = ['max', 'sam'].map((name) => discord.as(name).member.id) as [string, string];
    const rankOf = async (guild: string, id: string) =>
      (await client.guilds.cache.get(discord.guild(guild).id)!.members.fetch(id)).permissions.has(
        'KickMembers',
      );
    expect([await rankOf(HOME, max), await rankOf(CLUB, sam)]).toEqual([true, true]);
    expect(await rankOf(HOME, sam)).toBe(false);

    discord.faults.ban(sam, CLUB);
    expect(discord.faults.active()).toEqual([`Sam is banned from ${CLUB}.`]);
    expect(namesOf(discord.as('sam').channels())).toEqual(['welcome', 'rigs', 'agent']);
    const bannedIn = async (guild: string) =>
      (await client.guilds.cache.get(discord.guild(guild).id)!.fetchAuditLogs()).entries.map(
        ({ targetId }) => targetId,
      );
    expect([await bannedIn(HOME), await bannedIn(CLUB)]).toEqual([[], [sam]]);
    expect(() => discord.faults.invite(sam, { guild: CLUB })).toThrow('banned');
    discord.faults.kick(sam);
    expect(discord.as('sam').channels()).toEqual([]);
    discord.faults.clear();
    expect(namesOf(discord.as('sam').channels())).toContain('referees');
    expect(() => discord.faults.kick(max, CLUB)).toThrow('The owner cannot be kicked');
  });

  it('offers the commands of a server only there, and sends its language with them', async () => {
    const discord = await startBoth();
    const client = await login(discord, { bot: joinBoth(discord) });
    const go = (description: string) => [{ name: 'go', description }];
    await client.application.commands.set(go('everywhere'));
    await client.application.commands.set(
      [...go('club only'), { name: 'castle', description: 'O-O' }],
      discord.guild(CLUB).id,
    );
    const mia = discord.as('mia');
    const [rigs, lobby] = [channelIn(discord, HOME, 'rigs'), channelIn(discord, CLUB, 'lobby')];
    const offered = (id: string) => mia.commands(id).map(({ name, description }) => [name, description]);
    expect(offered(rigs)).toEqual([['go', 'everywhere']]);
    expect(offered(lobby)).toEqual([
      ['go', 'club only'],
      ['castle', 'O-O'],
    ]);
    const told: unknown[] = [];
    client.on(Events.InteractionCreate, async (interaction: Interaction) => {
      told.push([interaction.guild?.name, interaction.guildLocale]);
      if (interaction.isChatInputCommand()) await interaction.reply('gone');
    });
    await mia.run({ channelId: rigs, command: 'go' });
    await mia.run({ channelId: lobby, command: 'go' });
    discord.useGuildLocale('fr', CLUB);
    await mia.run({ channelId: lobby, command: 'castle' });
    expect(told).toEqual([
      [HOME, 'en-US'],
      [CLUB, 'de'],
      [CLUB, 'fr'],
    ]);
    expect(discord.guild().locale).toBe('en-US');
    expect(discord.problems()).toEqual([]);
  });

  it('takes down one server without the other', async () => {
    const discord = await startBoth();
    const client = await login(discord, { bot: joinBoth(discord) });
    const mia = discord.as('mia');
    const [rigs, lobby] = [channelIn(discord, HOME, 'rigs'), channelIn(discord, CLUB, 'lobby')];
    const gone = next<{ name: string }>((listener) => client.on(Events.GuildUnavailable, listener));
    discord.faults.outage(true, CLUB);
    expect((await gone).name).toBe(CLUB);
    expect(discord.faults.active()).toEqual([`${CLUB} is unavailable.`]);
    await expect(mia.post({ channelId: lobby, content: 'x' })).rejects.toThrow('The server is unavailable.');
    const heard = next<Message>((listener) => client.on(Events.MessageCreate, listener));
    await mia.post({ channelId: rigs, content: 'still here' });
    expect((await heard).content).toBe('still here');
    discord.faults.clear();
    await mia.post({ channelId: lobby, content: 'back' });
  });

  it('refuses roles and channels of the other server in an option, and keeps role mentions apart', async () => {
    const discord = await startBoth();
    const client = await login(discord, { bot: joinBoth(discord) });
    const options = [
      { type: 8, name: 'role', description: 'A role' },
      { type: 7, name: 'channel', description: 'A channel' },
    ];
    await client.application.commands.set([{ name: 'go', description: 'Go', options }]);
    const mia = discord.as('mia');
    const [rigs, lobby] = [channelIn(discord, HOME, 'rigs'), channelIn(discord, CLUB, 'lobby')];
    const referee = discord.guild(CLUB).roles.find(({ name }) => name === 'Referee')!.id;
    const run = (option: Record<string, string>) =>
      mia.run({ channelId: rigs, command: 'go', options: option });
    await expect(run({ role: referee })).rejects.toThrow('names no role');
    await expect(run({ channel: lobby })).rejects.toThrow('names no channel');
    const mentionsIn = async (id: string) =>
      (await mia.post({ channelId: id, content: `<@&${referee}>` })).mentions.map(({ name }) => name);
    expect([await mentionsIn(rigs), await mentionsIn(lobby)]).toEqual([[], ['Referee']]);
  });

  it('lets a bot write directly to people who share any server with it', async () => {
    const discord = await startBoth();
    const bot = discord.createBot({ name: 'Guest', guilds: [CLUB] });
    const client = await login(discord, { bot });
    const send = async (name: string) => (await client.users.fetch(discord.as(name).member.id)).send('hello');
    expect((await send('mia')).guildId).toBeNull();
    await expect(send('olga')).rejects.toMatchObject({ code: 50278 });
    discord.faults.invite(bot.userId, { guild: HOME });
    await send('olga');
  });

  it('keeps both servers over a restart', async () => {
    const snapshotFile = join(mkdtempSync(join(tmpdir(), 'guilds-')), 'discord.json');
    const first = await startDiscord({ guilds: [club], snapshotFile });
    joinBoth(first);
    await first.as('sam').post({ channelId: channelIn(first, CLUB, 'referees'), content: 'kept' });
    first.faults.ban(first.as('mia').member.id, CLUB);
    first.useGuildLocale('ja', CLUB);
    const before = first.guild(CLUB);
    await first.close();
    const again = await startDiscord({ snapshotFile });
    expect(again.guild(CLUB)).toMatchObject({ id: before.id, locale: 'ja', roles: before.roles });
    expect(
      again
        .as('sam')
        .see(channelIn(again, CLUB, 'referees'))
        .map(({ content }) => content),
    ).toEqual(['kept']);
  });
});
