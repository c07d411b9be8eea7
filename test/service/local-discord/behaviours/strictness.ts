import assert from 'node:assert/strict';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, button, many, refused, row, text } from './expect.js';

const V2 = 1 << 15;
const send = ({ bot, ids }: Stage, body: unknown) =>
  bot.request('POST', `/channels/${ids.channels.rigs}/messages`, body);
const option = (n: number) => ({ label: `${n}`, value: `${n}` });

/** Asserts that a message is refused with 50035 and these faults. */
const wrong = (name: string, body: object, ...faults: string[]): Behaviour => ({
  name,
  run: async (stage) => refused(await send(stage, body), 400, 50035, ...faults),
});

export const strictness: Behaviour[] = [
  wrong('2,001 characters are one too many', { content: 'x'.repeat(2_001) }, 'content BASE_TYPE_MAX_LENGTH'),
  wrong('eleven embeds are one too many', { embeds: many(11, () => ({ title: 'x' })) }, 'embeds'),
  wrong(
    'a title of 257 characters is refused where it stands',
    { embeds: [{ title: 'ok' }, { title: 'x'.repeat(257) }] },
    'embeds.1.title',
  ),
  wrong(
    '6,001 characters over all embeds are refused',
    { embeds: many(2, () => ({ description: 'x'.repeat(3_001) })) },
    'embeds MAX_EMBED_SIZE_EXCEEDED',
  ),
  wrong(
    '26 embed fields are one too many',
    { embeds: [{ fields: many(26, () => ({ name: 'n', value: 'v' })) }] },
    'embeds.0.fields',
  ),
  wrong(
    'six rows are one too many',
    { content: 'x', components: many(6, (n) => row(button(`${n}`))) },
    'components',
  ),
  wrong(
    'six buttons in a row are one too many',
    { content: 'x', components: [row(...many(6, (n) => button(`${n}`)))] },
    'components.0.components',
  ),
  wrong(
    '26 options are one too many',
    { content: 'x', components: [row({ type: 3, custom_id: 's', options: many(26, option) })] },
    'components.0.components.0.options',
  ),
  wrong(
    'a custom_id is used once in a message',
    { content: 'x', components: [row(button('a')), row(button('a'))] },
    'components.1.components.0.custom_id COMPONENT_CUSTOM_ID_DUPLICATED',
  ),
  wrong(
    'a custom_id of 101 characters is refused',
    { content: 'x', components: [row(button('x'.repeat(101)))] },
    'components.0.components.0.custom_id',
  ),
  wrong('a button has a label or an emoji', {
    content: 'x',
    components: [row(button('a', { label: undefined }))],
  }),
  wrong(
    'a link button takes http and https alone',
    { content: 'x', components: [row({ type: 2, style: 5, label: 'Go', url: 'javascript:alert(1)' })] },
    'components.0.components.0.url',
  ),
  wrong('a select stands alone in its row', {
    content: 'x',
    components: [row(button('a'), { type: 3, custom_id: 's', options: [option(1)] })],
  }),
  wrong('41 components are one too many', { flags: V2, components: many(41, () => text('x')) }, 'components'),
  wrong('4,001 characters of text displays are one too many', {
    flags: V2,
    components: [text('x'.repeat(2_000)), text('x'.repeat(2_001))],
  }),
  wrong(
    'an attachment:// that names no file is refused',
    { flags: V2, components: [{ type: 13, file: { url: 'attachment://none.glb' } }] },
    'components.0.file.url',
  ),
  wrong('content that is not text is refused', { content: { text: 'x' } }, 'content'),
  wrong('a nonce of 26 characters is refused', { content: 'x', nonce: 'x'.repeat(26) }, 'nonce'),
  wrong('an unknown field is refused by its name', { content: 'x', colour: 'red' }, 'colour'),
  wrong(
    'an unknown field deep inside is refused with its path',
    { embeds: [{ title: 'x', colour: 1 }] },
    'embeds.0.colour',
  ),
  wrong('a boolean where a number belongs is refused', { content: 'x', flags: true }, 'flags'),
  {
    name: 'an empty message is refused with 50006, in all its forms',
    async run(stage) {
      for (const body of [{}, { content: '' }, { content: null, embeds: [] }, { components: [] }]) {
        refused(await send(stage, body), 400, 50006);
      }
    },
  },
  {
    name: 'broken JSON gets 50109; a list for a body 50035',
    async run(stage) {
      const { api, token } = stage.bot.account;
      const headers = { authorization: `Bot ${token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${api}/v10/channels/${stage.ids.channels.rigs}/messages`, {
        method: 'POST',
        headers,
        body: '{',
      });
      refused({ status: answer.status, headers: answer.headers, body: await answer.json() }, 400, 50109);
      refused(await send(stage, []), 400, 50035);
    },
  },
  {
    name: 'an endpoint that is not there is 404 with code 0',
    async run({ bot }) {
      const answer = await bot.request('GET', '/nowhere');
      assert.deepEqual([answer.status, answer.body], [404, { message: '404: Not Found', code: 0 }]);
    },
  },
  {
    name: 'unknown channels, messages, users and members have their own codes',
    async run({ bot, ids }) {
      const unknown = '700000000000099999';
      refused(await bot.request('GET', `/channels/${unknown}`), 404, 10003);
      refused(await bot.request('GET', `/channels/${ids.channels.rigs}/messages/${unknown}`), 404, 10008);
      refused(await bot.request('GET', `/users/${unknown}`), 404, 10013);
      refused(await bot.request('GET', `/guilds/${ids.guild}/members/${unknown}`), 404, 10013);
      refused(await bot.request('GET', `/guilds/${unknown}`), 404, 10004);
    },
  },
  {
    name: 'a path parameter that is not a snowflake is refused without a lookup',
    async run({ bot }) {
      refused(await bot.request('GET', '/channels/rigs'), 400, 50035, 'channel_id NUMBER_TYPE_COERCE');
    },
  },
  {
    name: 'a refused request changes nothing and is listed as a problem with the path of each fault',
    async run(stage) {
      const before = (await stage.mia.messages()).at(-1)?.id;
      await send(stage, { content: 'x'.repeat(2_001), embeds: [{ title: 'x'.repeat(257) }] });
      assert.equal((await stage.mia.messages()).at(-1)?.id, before);
      const problem = (await stage.actor.problems()).at(-1);
      assert.deepEqual([problem?.bot, problem?.code], ['Checker', 50035]);
      const paths = problem?.faults.map((line) => line.split(':')[0]);
      assert.deepEqual(paths, ['content', 'embeds.0.title']);
    },
  },
  {
    name: 'the missing permission of a person is not listed as a problem of the bot',
    async run(stage) {
      const before = (await stage.actor.problems()).length;
      await assert.rejects(stage.mia.posts('x'.repeat(2_001)), /at most 2000/);
      refused(
        await stage.bot.request('PATCH', `/channels/${stage.ids.channels.rigs}`, { name: 'x' }),
        403,
        50013,
      );
      accepted(await send(stage, { content: 'fine' }));
      assert.equal((await stage.actor.problems()).length, before);
    },
  },
];
