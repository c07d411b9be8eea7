import {
  ChannelType,
  type Client,
  ContainerBuilder,
  MessageFlags,
  ApplicationCommandOptionType as OptionType,
  PermissionFlagsBits,
  RateLimitError,
  type TextChannel,
  TextDisplayBuilder,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { LocalDiscord } from '../../../src/playground/discord/index.js';
import { channelId, createManualClock, login, startDiscord } from './world.js';

async function textChannel(discord: LocalDiscord, client: Client, name: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(channelId(discord, name));
  if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
  return channel;
}

/** The paths and codes of a 50035. */
async function faultsOf(request: Promise<unknown>): Promise<string[]> {
  const error = (await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )) as { code: number; rawError: { errors: object } } | undefined;
  if (error?.code !== 50035) throw new Error(`50035 expected, not ${JSON.stringify(error)}`);
  const found: string[] = [];
  const walk = (node: object, path: string[]): void => {
    for (const [key, value] of Object.entries(node)) {
      if (key === '_errors')
        found.push(...(value as { code: string }[]).map(({ code }) => `${path.join('.')} ${code}`));
      else walk(value as object, [...path, key]);
    }
  };
  walk(error.rawError.errors, []);
  return found;
}

const button = (customId: string) => ({ type: 2, style: 1, label: 'Go', custom_id: customId });
const row = (...components: object[]) => ({ type: 1, components });

describe('an invalid request', () => {
  it('gets 50035 with the path of each fault, changes nothing and is listed as a problem', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const send = (body: object) => faultsOf(client.rest.post(`/channels/${rigs}/messages`, { body }));

    expect(await send({ content: 'x'.repeat(2_001) })).toEqual(['content BASE_TYPE_MAX_LENGTH']);
    expect(await send({ content: 'x', components: [row(button('a'), button('a'))] })).toEqual([
      'components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
    ]);
    expect(
      await send({ content: 'x', components: Array.from({ length: 6 }, (_, n) => row(button(`${n}`))) }),
    ).toEqual(['components BASE_TYPE_MAX_LENGTH']);
    expect(
      await send({ content: 'x', components: [row(...Array.from({ length: 6 }, (_, n) => button(`${n}`)))] }),
    ).toEqual(['components.0.components BASE_TYPE_BAD_LENGTH']);
    expect(
      await send({
        content: 'x',
        components: [row({ type: 2, style: 5, label: 'Go', url: 'javascript:alert(1)' })],
      }),
    ).toEqual(['components.0.components.0.url URL_TYPE_INVALID_SCHEME']);
    expect(
      await send({
        content: 'x',
        components: [
          row({
            type: 3,
            custom_id: 's',
            options: Array.from({ length: 26 }, (_, n) => ({ label: `${n}`, value: `${n}` })),
          }),
        ],
      }),
    ).toEqual(['components.0.components.0.options BASE_TYPE_BAD_LENGTH']);
    expect(
      await send({ embeds: Array.from({ length: 2 }, () => ({ description: 'x'.repeat(3_001) })) }),
    ).toEqual(['embeds MAX_EMBED_SIZE_EXCEEDED']);
    expect(await send({ content: 7, embeds: 'no' })).toEqual([
      'content STRING_TYPE_CONVERT',
      'embeds LIST_TYPE_CONVERT',
    ]);

    expect(discord.as('mia').see(rigs)).toEqual([]);
    expect(discord.problems()).toHaveLength(8);
    expect(discord.problems()[0]).toMatchObject({
      bot: 'Greeter',
      method: 'POST',
      code: 50035,
      faults: ['content: Must be 2000 or fewer in length.'],
    });
  });

  it('is refused by the rules of Components V2', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await textChannel(discord, client, 'rigs');
    const send = (body: object) => faultsOf(client.rest.post(`/channels/${channel.id}/messages`, { body }));
    const text = { type: 10, content: 'hi' };
    expect(await send({ flags: 1 << 15, content: 'x', components: [text] })).toEqual([
      'content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    ]);
    expect(await send({ content: 'x', components: [text] })).toEqual(['components.0 UNION_TYPE_CHOICES']);
    expect(
      await send({
        flags: 1 << 15,
        components: Array.from({ length: 4 }, () => ({ type: 17, components: Array(10).fill(text) })),
      }),
    ).toEqual(['components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED']);
    await channel.send({
      flags: MessageFlags.IsComponentsV2,
      components: [
        new ContainerBuilder().addTextDisplayComponents(new TextDisplayBuilder().setContent('# Hello')),
      ],
    });
    expect(discord.as('mia').see(channel.id)).toMatchObject([
      { componentsV2: true, components: [{ type: 17, components: [{ type: 10, content: '# Hello' }] }] },
    ]);
  });

  it('is refused for commands too: names, 26 choices, required after optional', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const put = (...commands: object[]) =>
      faultsOf(client.rest.put(`/applications/${client.application.id}/commands`, { body: commands }));
    const option = (fields: object) => ({ type: OptionType.String, name: 'a', description: 'A', ...fields });
    expect(await put({ name: 'Bad Name', description: 'x' })).toEqual([
      '0.name APPLICATION_COMMAND_INVALID_NAME',
    ]);
    expect(
      await put({
        name: 'ok',
        description: 'x',
        options: [
          option({ choices: Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` })) }),
        ],
      }),
    ).toEqual(['0.options.0.choices BASE_TYPE_MAX_LENGTH']);
    expect(
      await put({
        name: 'ok',
        description: 'x',
        options: [option({}), option({ name: 'b', required: true })],
      }),
    ).toEqual(['0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID']);
    expect((await client.application.commands.fetch()).size).toBe(0);
  });

  it('to no endpoint, without a token or with broken JSON gets an answer in the usual shape', async () => {
    const discord = await startDiscord();
    const { token } = discord.createBot({ name: 'Raw' });
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(`${discord.api}/v10${path}`, init);
      return [response.status, await response.json()];
    };
    const authorization = `Bot ${token}`;
    expect(await ask('/%zz')).toEqual([400, { message: '400: Bad Request', code: 0 }]);
    expect(await ask('/nowhere')).toEqual([404, { message: '404: Not Found', code: 0 }]);
    expect(await ask('/users/@me')).toEqual([401, { message: '401: Unauthorized', code: 0 }]);
    const headers = { authorization, 'content-type': 'application/json' };
    const post = (body: string) =>
      ask(`/channels/${channelId(discord, 'rigs')}/messages`, { method: 'POST', headers, body });
    expect(await post('{')).toMatchObject([400, { code: 50109 }]);
    expect(await post('{}')).toMatchObject([400, { code: 50006 }]);
    expect(await post('[]')).toMatchObject([400, { code: 50035 }]);
    expect(await post('{"content":"x","attachments":[null,7],"embeds":[null]}')).toMatchObject([
      400,
      { code: 50035 },
    ]);
    expect(await post('{"content":"x","attachments":[{"id":0}]}')).toMatchObject([400, { code: 50146 }]);
    expect(await post('null')).toMatchObject([400, { code: 50006 }]);
  });
});

describe('messages', () => {
  it('are sent once for the same enforced nonce', async () => {
    const discord = await startDiscord();
    const channel = await textChannel(discord, await login(discord), 'rigs');
    const send = () => channel.send({ content: 'Paid.', nonce: 'purchase-1', enforceNonce: true });
    const [first, second] = [await send(), await send()];
    expect(second.id).toBe(first.id);
    expect(discord.as('mia').see(channel.id)).toHaveLength(1);
  });

  it('with an enforced nonce are found for five minutes, unless they were deleted', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const channel = await textChannel(discord, await login(discord), 'rigs');
    const send = (enforceNonce: boolean) => channel.send({ content: 'x', nonce: 'n', enforceNonce });
    const first = await send(false);
    clock.advance(5 * 60_000);
    expect((await send(true)).id).toBe(first.id);
    await first.delete();
    const second = await send(true);
    expect(second.id).not.toBe(first.id);
    clock.advance(5 * 60_000 + 1);
    expect((await send(true)).id).not.toBe(second.id);
  });

  it('are edited and deleted by their author, listed newest first, and paged', async () => {
    const discord = await startDiscord();
    const channel = await textChannel(discord, await login(discord), 'rigs');
    for (const content of ['1', '2', '3', '4']) await channel.send(content);
    const listed = await channel.messages.fetch({ limit: 2, cache: false });
    expect(listed.map(({ content }) => content)).toEqual(['4', '3']);
    const older = await channel.messages.fetch({ before: listed.last()!.id, cache: false });
    expect(older.map(({ content }) => content)).toEqual(['2', '1']);
    await older.first()!.edit('two');
    await older.last()!.delete();
    expect(
      discord
        .as('mia')
        .see(channel.id)
        .map(({ content }) => content),
    ).toEqual(['two', '3', '4']);
    const theirs = await discord.as('mia').post({ channelId: channel.id, content: 'mine' });
    const fetched = await channel.messages.fetch(theirs.id);
    await expect(
      channel.client.rest.patch(`/channels/${channel.id}/messages/${fetched.id}`, { body: { content: 'x' } }),
    ).rejects.toMatchObject({ code: 50005 });
  });

  it('carry files, shown inside an embed or beside it, whose addresses expire', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const channel = await textChannel(discord, await login(discord), 'rigs');
    const sent = await channel.send({
      files: [
        { attachment: Buffer.from('inside'), name: 'preview.png' },
        { attachment: Buffer.from('beside'), name: 'rig.glb', description: 'The rig' },
      ],
      embeds: [{ image: { url: 'attachment://preview.png' } }],
    });
    expect(sent.attachments.map(({ name, description }) => [name, description])).toEqual([
      ['rig.glb', 'The rig'],
    ]);
    const urls = [sent.embeds[0]!.image!.url, sent.attachments.first()!.url];
    const read = (url: string) =>
      fetch(url).then(async (response) => [response.status, await response.text()]);
    expect(await Promise.all(urls.map(read))).toEqual([
      [200, 'inside'],
      [200, 'beside'],
    ]);
    expect((await read(urls[1]!.replace('hm=', 'hm=0')))[0]).toBe(404);
    clock.advance(25 * 60 * 60_000);
    expect((await read(urls[1]!))[0]).toBe(404);
    expect(
      (
        await read((await channel.messages.fetch({ message: sent.id, force: true })).attachments.first()!.url)
      )[0],
    ).toBe(200);
  });

  it('above the upload limit get 40005', async () => {
    const discord = await startDiscord({ limits: { uploadBytes: 1_000 } });
    const channel = await textChannel(discord, await login(discord), 'rigs');
    const send = (bytes: number) =>
      channel.send({ files: [{ attachment: Buffer.alloc(bytes), name: 'x.bin' }] });
    await expect(send(1_001)).rejects.toMatchObject({ code: 40005, status: 413 });
    expect((await send(1_000)).attachments.first()!.size).toBe(1_000);
  });

  it('notify the people the sender allows', async () => {
    const discord = await startDiscord();
    const channel = await textChannel(discord, await login(discord), 'rigs');
    const content = `<@${discord.as('mia').member.id}> and @everyone`;
    const loud = await channel.send(content);
    const quiet = await channel.send({ content, allowedMentions: { parse: [] } });
    expect([loud.mentions.users.size, loud.mentions.everyone]).toEqual([1, true]);
    expect([quiet.mentions.users.size, quiet.mentions.everyone]).toEqual([0, false]);
    expect(discord.as('mia').see(channel.id)[1]!.mentions).toMatchObject([{ name: 'Mia', kind: 'member' }]);
  });
});

describe('permissions', () => {
  it('keep a bot out of channels it cannot see (50001) and from actions it may not do (50013)', async () => {
    const discord = await startDiscord();
    const permissions = PermissionFlagsBits.ViewChannel;
    const client = await login(discord, { bot: discord.createBot({ name: 'Mute', permissions }) });
    const post = (name: string) =>
      client.rest.post(`/channels/${channelId(discord, name)}/messages`, { body: { content: 'x' } });
    await expect(post('mods')).rejects.toMatchObject({ code: 50001, status: 403 });
    const everyone = discord.guild().roles.find(({ name }) => name === '@everyone')!;
    expect(BigInt(everyone.permissions) & PermissionFlagsBits.SendMessages).not.toBe(0n);
    const mias = await discord.as('mia').post({ channelId: channelId(discord, 'rigs'), content: 'mine' });
    await expect(client.rest.delete(`/channels/${mias.channelId}/messages/${mias.id}`)).rejects.toMatchObject(
      { code: 50013 },
    );
    await expect(
      client.rest.patch(`/channels/${mias.channelId}`, { body: { name: 'x' } }),
    ).rejects.toMatchObject({ code: 50013 });
    expect(discord.problems()).toEqual([]);
  });

  it('hide the moderators’ channel from members', async () => {
    const discord = await startDiscord();
    const names = (who: string) =>
      discord
        .as(who)
        .channels()
        .map(({ name }) => name);
    expect(names('mia')).toEqual(['welcome', 'rigs', 'agent']);
    expect(names('max')).toContain('mods');
    expect(names('olga')).toContain('mods');
    expect(() => discord.as('mia').see(channelId(discord, 'mods'))).toThrow('sees no channel');
  });
});

describe('rate limits', () => {
  it('count down in the headers and end in a 429 that says how long', async () => {
    const discord = await startDiscord({ limits: { bucketSize: 2, bucketWindowMs: 60_000 } });
    const { token } = discord.createBot({ name: 'Raw' });
    const ask = () =>
      fetch(`${discord.api}/v10/channels/${channelId(discord, 'rigs')}`, {
        headers: { authorization: `Bot ${token}` },
      });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map((answer) => answer.headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0']);
    expect(answers[2]!.status).toBe(429);
    expect(answers[2]!.headers.get('x-ratelimit-scope')).toBe('user');
    expect(await answers[2]!.json()).toMatchObject({ global: false, message: 'You are being rate limited.' });
  });

  it('are respected by discord.js, which refuses to send more into a used-up bucket', async () => {
    const discord = await startDiscord({ limits: { bucketSize: 2, bucketWindowMs: 60_000 } });
    const client = await login(discord, { rest: { rejectOnRateLimit: ['/channels'] } });
    const typing = () => client.rest.post(`/channels/${channelId(discord, 'rigs')}/typing`);
    await typing();
    await typing();
    await expect(typing()).rejects.toBeInstanceOf(RateLimitError);
  });
});
