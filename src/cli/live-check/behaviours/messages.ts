import type { Behaviour } from '../behaviour.js';
import { at, idOf, listOf, many, refusalOf, refused } from '../seen.js';
import type { Stage } from '../stage.js';

const post = (stage: Stage, body: unknown) => stage.request('POST', stage.messages, body);
const unknownId = '100000000000000001';

/** Fields that every message has. */
const usual = [
  'id',
  'type',
  'content',
  'channel_id',
  'author',
  'attachments',
  'embeds',
  'mentions',
  'mention_roles',
  'pinned',
  'mention_everyone',
  'tts',
  'timestamp',
  'edited_timestamp',
  'flags',
  'components',
];

export const messages: readonly Behaviour[] = [
  {
    id: 'messages.created',
    says: 'a message comes back with all its usual fields, by the bot, not edited',
    expected: { status: 200, missing: [], type: 0, content: 'Hello', flags: 0, edited: null, isOwn: true },
    async observe(stage) {
      const { status, body } = await post(stage, { content: 'Hello' });
      return {
        status,
        missing: usual.filter((name) => !Object.hasOwn(Object(body), name)),
        type: at(body, 'type'),
        content: at(body, 'content'),
        flags: at(body, 'flags'),
        edited: at(body, 'edited_timestamp'),
        isOwn: at(body, 'author.id') === stage.botId,
      };
    },
  },
  {
    id: 'messages.empty',
    says: 'a message without content is refused',
    expected: refused(400, 50006),
    observe: async (stage) => refusalOf(await post(stage, {})),
  },
  {
    id: 'messages.length',
    says: 'a message has up to 2,000 characters',
    expected: [200, refused(400, 50035, 'content BASE_TYPE_MAX_LENGTH')],
    observe: async (stage) => [
      (await post(stage, { content: 'x'.repeat(2_000) })).status,
      refusalOf(await post(stage, { content: 'x'.repeat(2_001) })),
    ],
  },
  {
    id: 'messages.nonce',
    says: 'an enforced nonce sends a message once',
    expected: { isSame: true, nonce: true },
    async observe(stage) {
      const body = { content: 'Once', nonce: `live-check ${Date.now()}`.slice(0, 25), enforce_nonce: true };
      const [first, second] = [await post(stage, body), await post(stage, body)];
      return { isSame: idOf(first) === idOf(second), nonce: at(second.body, 'nonce') === body.nonce };
    },
  },
  {
    id: 'messages.reply',
    says: 'a reply has type 19 and carries the message it answers',
    expected: { type: 19, referenced: 'Asked', reference: true },
    async observe(stage) {
      const message_id = idOf(await post(stage, { content: 'Asked' }));
      const { body } = await post(stage, {
        content: 'Answered',
        message_reference: { message_id },
        allowed_mentions: { parse: [], replied_user: false },
      });
      return {
        type: at(body, 'type'),
        referenced: at(body, 'referenced_message.content'),
        reference: at(body, 'message_reference.message_id') === message_id,
      };
    },
  },
  {
    id: 'messages.reply_unknown',
    says: 'a reply to a message that is gone is refused, or sent where fail_if_not_exists is false',
    expected: [refused(400, 50035, 'message_reference MESSAGE_REFERENCE_UNKNOWN_MESSAGE'), 200],
    async observe(stage) {
      const gone = { message_id: unknownId };
      const lenient = { content: 'x', message_reference: { ...gone, fail_if_not_exists: false } };
      return [
        refusalOf(await post(stage, { content: 'x', message_reference: gone })),
        (await post(stage, lenient)).status,
      ];
    },
  },
  {
    id: 'messages.mentions',
    says: 'allowed_mentions without any kind sends no notifications',
    expected: { people: 0, everyone: false },
    async observe(stage) {
      const content = `<@${stage.botId}> and @everyone`;
      const { body } = await post(stage, { content, allowed_mentions: { parse: [] } });
      return { people: listOf(at(body, 'mentions')).length, everyone: at(body, 'mention_everyone') };
    },
  },
  {
    id: 'messages.silent',
    says: 'a silent message keeps its flag',
    expected: 4096,
    observe: async (stage) => at((await post(stage, { content: 'Quiet', flags: 4096 })).body, 'flags'),
  },
  {
    id: 'messages.edit',
    says: 'an edit changes what it names, keeps the rest, and states its time',
    expected: { content: 'After', embeds: 1, isEdited: true },
    async observe(stage) {
      const id = idOf(await post(stage, { content: 'Before', embeds: [{ title: 'Kept' }] }));
      const { body } = await stage.request('PATCH', `${stage.messages}/${id}`, { content: 'After' });
      return {
        content: at(body, 'content'),
        embeds: listOf(at(body, 'embeds')).length,
        isEdited: typeof at(body, 'edited_timestamp') === 'string',
      };
    },
  },
  {
    id: 'messages.edit_empty',
    says: 'an edit that leaves nothing is refused',
    expected: refused(400, 50006),
    async observe(stage) {
      const id = idOf(await post(stage, { content: 'Something' }));
      return refusalOf(await stage.request('PATCH', `${stage.messages}/${id}`, { content: '' }));
    },
  },
  {
    id: 'messages.delete',
    says: 'a deleted message is unknown to every later request',
    expected: [204, refused(404, 10008), refused(404, 10008), refused(404, 10008)],
    async observe(stage) {
      const path = `${stage.messages}/${idOf(await post(stage, { content: 'Gone' }))}`;
      return [
        (await stage.request('DELETE', path)).status,
        refusalOf(await stage.request('GET', path)),
        refusalOf(await stage.request('PATCH', path, { content: 'x' })),
        refusalOf(await stage.request('DELETE', path)),
      ];
    },
  },
  {
    id: 'messages.pages',
    says: 'messages are listed newest first, and paged by before, after and limit',
    expected: [[2, 1], [1, 0], [2, 1], refused(400, 50035, 'limit NUMBER_TYPE_MAX')],
    async observe(stage) {
      const sent: string[] = [];
      for (const n of [0, 1, 2]) sent.push(idOf(await post(stage, { content: `page ${n}` })));
      const page = async (query: string) => {
        const { body } = await stage.request('GET', `${stage.messages}?${query}`);
        return listOf(body).map((one) => sent.indexOf(String(at(one, 'id'))));
      };
      return [
        await page('limit=2'),
        await page(`limit=2&before=${sent[2]}`),
        await page(`limit=2&after=${sent[0]}`),
        refusalOf(await stage.request('GET', `${stage.messages}?limit=101`)),
      ];
    },
  },
  {
    id: 'messages.embeds',
    says: 'an embed comes back as it was sent; eleven are refused',
    expected: [
      {
        type: 'rich',
        title: 'Pack',
        description: 'Ten credits',
        color: 5793266,
        field: 'Price',
        footer: 'Solana',
      },
      refused(400, 50035, 'embeds BASE_TYPE_MAX_LENGTH'),
    ],
    async observe(stage) {
      const embed = {
        title: 'Pack',
        description: 'Ten credits',
        color: 5793266,
        fields: [{ name: 'Price', value: '1 SOL' }],
        footer: { text: 'Solana' },
      };
      const { body } = await post(stage, { embeds: [embed] });
      return [
        {
          type: at(body, 'embeds.0.type'),
          title: at(body, 'embeds.0.title'),
          description: at(body, 'embeds.0.description'),
          color: at(body, 'embeds.0.color'),
          field: at(body, 'embeds.0.fields.0.name'),
          footer: at(body, 'embeds.0.footer.text'),
        },
        refusalOf(await post(stage, { embeds: many(11, () => ({ title: 'x' })) })),
      ];
    },
  },
  {
    id: 'messages.typing',
    says: 'typing is accepted without content',
    expected: 204,
    observe: async (stage) => (await stage.request('POST', `/channels/${stage.channelId}/typing`)).status,
  },
  {
    id: 'requests.unknown',
    says: 'unknown channels, ids that are no numbers, broken JSON and wrong tokens have codes of their own',
    expected: [
      refused(404, 10003),
      refused(400, 50035, 'channel_id NUMBER_TYPE_COERCE'),
      refused(400, 50109),
      refused(401, 0),
    ],
    observe: async (stage) => [
      refusalOf(await stage.request('GET', `/channels/${unknownId}`)),
      refusalOf(await stage.request('GET', '/channels/general')),
      refusalOf(await stage.request('POST', stage.messages, '{"content":')),
      refusalOf(await stage.send({ method: 'GET', path: '/users/@me', token: 'wrong.token.here' })),
    ],
  },
];
