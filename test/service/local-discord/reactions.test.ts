import { Events, GatewayIntentBits as Intents, Partials } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createAsker, many } from './asker.js';
import { ALL_INTENTS, channelId, login, next, startDiscord } from './world.js';

const REACTING = [...ALL_INTENTS, Intents.GuildMessageReactions, Intents.DirectMessageReactions];

/** A bot, its message in #rigs, and Mia, who sees it. */
async function scene() {
  const discord = await startDiscord();
  const client = await login(discord, { intents: REACTING });
  const rigs = channelId(discord, 'rigs');
  const channel = await client.channels.fetch(rigs);
  if (!channel?.isSendable()) throw new Error('text channel expected');
  const message = await channel.send('What do you think?');
  const mia = discord.as('mia');
  const reactions = () => mia.see(rigs).find(({ id }) => id === message.id)?.reactions;
  return { discord, client, message, mia, place: { channelId: rigs, messageId: message.id }, reactions };
}

describe('reactions', () => {
  it('are added by bots and people, and the bot gets each event by name', async () => {
    const { discord, client, message, mia, place, reactions } = await scene();
    await message.react('👍');
    const joined = next<string>((told) =>
      client.on(Events.MessageReactionAdd, ({ emoji, count }, user) => {
        if (user.id === mia.member.id) told(`${emoji.name} ${count} ${user.username}`);
      }),
    );
    mia.react({ ...place, emoji: '👍' });
    expect(await joined).toBe('👍 2 mia');
    expect(reactions()).toEqual([{ emoji: '👍', memberIds: [client.user.id, mia.member.id] }]);
    const users = await message.reactions.cache.get('👍')!.users.fetch();
    expect(users.map(({ username }) => username).sort()).toEqual(['greeter', 'mia']);
    const [fetched] = (await message.fetch(true)).reactions.cache.values();
    expect({ count: fetched?.count, me: fetched?.me }).toEqual({ count: 2, me: true });
    expect(discord.problems()).toEqual([]);
  });

  it('are removed one by one, by emoji and altogether', async () => {
    const { client, message, mia, place, reactions } = await scene();
    for (const emoji of ['👍', '🎉', '❤️']) {
      await message.react(emoji);
      mia.react({ ...place, emoji });
    }
    const left = next<string>((told) =>
      client.on(Events.MessageReactionRemove, ({ emoji }, user) => told(`${emoji.name} ${user.id}`)),
    );
    mia.react({ ...place, emoji: '👍', taken: true });
    expect(await left).toBe(`👍 ${mia.member.id}`);
    await message.reactions.cache.get('👍')!.users.remove();
    expect(reactions()?.map(({ emoji }) => emoji)).toEqual(['🎉', '❤️']);
    await message.reactions.cache.get('🎉')!.users.remove(mia.member.id);
    await message.reactions.cache.get('❤️')!.remove();
    expect(reactions()).toEqual([{ emoji: '🎉', memberIds: [client.user.id] }]);
    const cleared = next((told) => client.on(Events.MessageReactionRemoveAll, told));
    await message.reactions.removeAll();
    await cleared;
    expect(reactions()).toEqual([]);
  });

  it('a collector of reactions gets what people add, without the message in the cache too', async () => {
    const { discord, message, mia, place } = await scene();
    const late = await login(discord, { intents: REACTING, bot: discord.createBot({ name: 'Late' }) });
    (late.options.partials as Partials[]).push(Partials.Message, Partials.Reaction);
    const heard = next<string | null>((told) =>
      late.on(Events.MessageReactionAdd, ({ emoji }) => told(emoji.name)),
    );
    const collected = message.awaitReactions({ max: 1, time: 4_000, errors: ['time'] });
    mia.react({ ...place, emoji: '🎉' });
    expect((await collected).first()?.emoji.name).toBe('🎉');
    expect(await heard).toBe('🎉');
  });

  it('reach only bots with the intent', async () => {
    const { discord, message, mia, place } = await scene();
    const deaf = await login(discord, { bot: discord.createBot({ name: 'Deaf' }) });
    const events: string[] = [];
    deaf.on(Events.Raw, ({ t }: { t: string }) => events.push(t));
    mia.react({ ...place, emoji: '👍' });
    const edited = next(
      (told) => deaf.on(Events.Raw, told),
      ({ t }: { t: string }) => t === 'MESSAGE_UPDATE',
    );
    await message.edit('And now?');
    await edited;
    expect(events).toEqual(['MESSAGE_UPDATE']);
  });

  it('are refused with a code each when invalid, too many, or not allowed', async () => {
    const { discord, bot, ask, path } = await createAsker();
    const { id } = (await ask('POST', path.messages, { content: 'x' })).body as { id: string };
    const at = (emoji: string, who = '/@me') =>
      `${path.messages}/${id}/reactions/${encodeURIComponent(emoji)}${who}`;
    expect(await ask('PUT', at(':tada:'))).toMatchObject({ status: 400, code: 10014 });
    expect(await ask('PUT', at('x:123456789012345678'))).toMatchObject({ status: 400, code: 10014 });
    const faces = many(21, (index) => String.fromCodePoint(0x1f600 + index));
    const answers = [];
    for (const face of faces) answers.push((await ask('PUT', at(face))).code ?? 'ok');
    expect(answers).toEqual([...many(20, () => 'ok'), 30010]);
    expect((await ask('PUT', at(faces[0]!))).status).toBe(204);
    discord.faults.setPermission({ permission: 'AddReactions', allowed: false, botUserId: bot.userId });
    await ask('DELETE', at(faces[1]!));
    expect(await ask('PUT', at(faces[1]!))).toMatchObject({ status: 403, code: 50013 });
    expect((await ask('PUT', at(faces[2]!))).status).toBe(204);
    discord.faults.setPermission({ permission: 'ManageMessages', allowed: false, botUserId: bot.userId });
    expect(await ask('DELETE', at(faces[2]!, ''))).toMatchObject({ status: 403, code: 50013 });
    expect((await ask('GET', at(faces[0]!, '?limit=1'))).body).toMatchObject([{ id: bot.userId }]);
  });
});
