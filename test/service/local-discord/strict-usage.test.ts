import { describe, expect, it } from 'vitest';
import { createAsker } from './asker.js';
import { channelId } from './world.js';

const row = (...components: object[]) => ({ type: 1, components });
const button = (fields: object) => ({ type: 2, style: 1, label: 'Go', custom_id: 'go', ...fields });
const link = (url: string) => ({ content: 'x', components: [row({ type: 2, style: 5, label: 'Go', url })] });
const users = (fields: object) => ({
  content: 'x',
  components: [row({ type: 5, custom_id: 'who', ...fields })],
});
const choice = (emoji: object) => ({
  content: 'x',
  components: [row({ type: 3, custom_id: 's', options: [{ label: 'a', value: 'a', emoji }] })],
});
const texts = (...ids: number[]) => ({
  flags: 1 << 15,
  components: ids.map((id) => ({ type: 10, id, content: 'x' })),
});

describe('common mistakes of bot authors', () => {
  it.each([
    ['an embed that shows nothing', { embeds: [{}] }, 'embeds.0.description BASE_TYPE_REQUIRED'],
    [
      'an embed of colour alone',
      { embeds: [{ color: 1, fields: [] }] },
      'embeds.0.description BASE_TYPE_REQUIRED',
    ],
    [
      'an emoji by its name',
      { content: 'x', components: [row(button({ emoji: { name: ':tada:' } }))] },
      'components.0.components.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI',
    ],
    [
      'an empty emoji',
      choice({ name: '' }),
      'components.0.components.0.options.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI',
    ],
    ['a link to a program', link('steam://run/1'), 'components.0.components.0.url URL_TYPE_INVALID_SCHEME'],
    [
      'more chosen beforehand than may be',
      users({ default_values: [1, 2].map((id) => ({ id: String(id), type: 'user' })) }),
      'components.0.components.0.default_values BASE_TYPE_BAD_LENGTH',
    ],
    ['an id that stands twice', texts(3, 3), 'components.1.id COMPONENT_ID_DUPLICATED'],
    ['a poll', { content: 'x', poll: { question: { text: 'q' }, answers: [] } }, undefined],
    [
      'an answer to nothing',
      { content: 'x', message_reference: { message_id: '1234' } },
      'message_reference MESSAGE_REFERENCE_UNKNOWN_MESSAGE',
    ],
    [
      'an answer to another channel',
      { content: 'x', message_reference: { message_id: '1234', channel_id: '5678' } },
      'message_reference REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL',
    ],
  ])('%s is refused with its path', async (_, body, fault) => {
    const { ask, path } = await createAsker();
    const answer = await ask('POST', path.messages, body);
    expect(answer).toMatchObject({ status: 400, code: 50035 });
    if (fault) expect(answer.faults).toEqual([fault]);
    else expect(answer.faults?.join()).toContain('poll');
  });

  it('a missing sticker, channel, person or application has a code of its own', async () => {
    const { discord, bot, ask, path } = await createAsker();
    const other = discord.createBot({ name: 'Other' }).applicationId;
    const codes = [
      await ask('POST', path.messages, { content: 'x', sticker_ids: ['123'] }),
      await ask('POST', '/channels/1234/messages', { content: 'x' }),
      await ask('POST', '/users/@me/channels', { recipient_id: '99' }),
      await ask('GET', `/applications/${other}/commands`),
      await ask('GET', '/applications/1234/commands'),
      await ask('POST', `${path.messages}/${await sent(ask, path.messages)}/crosspost`),
    ].map(({ code }) => code);
    expect(bot.applicationId).not.toBe(other);
    expect(codes).toEqual([50081, 10003, 50033, 20012, 10002, 50024]);
  });
});

describe('valid usage', () => {
  it.each([
    ['an emoji that is a character', choice({ name: '🏴‍☠️' })],
    [
      'a flag, a keycap, a heart without its selector',
      {
        content: 'x',
        components: [row(...['🇩🇪', '1️⃣', '❤'].map((name) => button({ custom_id: name, emoji: { name } })))],
      },
    ],
    ['an emoji of a guild', choice({ id: '123456789012345678', name: 'x' })],
    ['a link into Discord itself', link('discord://-/users/1')],
    ['an embed with a picture alone', { embeds: [{ image: { url: 'https://example.org/a.png' } }] }],
    [
      'as many chosen beforehand as may be',
      users({ max_values: 2, default_values: [{ id: '1', type: 'user' }] }),
    ],
    ['ids that Discord chooses', texts(0, 0)],
    [
      'a media channel to choose',
      {
        content: 'x',
        components: [row({ type: 8, custom_id: 'c', channel_types: [0, 16] })],
      },
    ],
    [
      'an answer that may miss',
      { content: 'x', message_reference: { message_id: '1234', fail_if_not_exists: false } },
    ],
  ])('%s is accepted', async (_, body) => {
    const { ask, path, problems } = await createAsker();
    expect((await ask('POST', path.messages, body)).status).toBe(200);
    expect(problems()).toEqual([]);
  });

  it('an answer notifies its author unless allowed mentions exclude them', async () => {
    const { discord, ask, path } = await createAsker();
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const { id: message_id } = await mia.post({ channelId: rigs, content: 'hello' });
    const notified = async (allowed_mentions?: object) => {
      const body = { content: 'x', message_reference: { message_id }, allowed_mentions };
      const { mentions } = (await ask('POST', path.messages, body)).body as { mentions: unknown[] };
      return mentions.length;
    };
    expect([await notified(), await notified({ parse: [] }), await notified({ replied_user: true })]).toEqual(
      [1, 0, 1],
    );
  });

  it('an empty collection of the guild is an empty list, and roles report their member counts', async () => {
    const { discord, ask, problems } = await createAsker();
    const guild = `/guilds/${discord.guildId}`;
    for (const list of ['emojis', 'stickers', 'scheduled-events'])
      expect((await ask('GET', `${guild}/${list}`)).body).toEqual([]);
    const moderator = discord.guild().roles.find(({ name }) => name === 'Moderator')!.id;
    expect((await ask('GET', `${guild}/roles/member-counts`)).body).toMatchObject({ [moderator]: 1 });
    expect(problems()).toEqual([]);
  });
});

const sent = async (ask: Awaited<ReturnType<typeof createAsker>>['ask'], messages: string) =>
  ((await ask('POST', messages, { content: 'x' })).body as { id: string }).id;
